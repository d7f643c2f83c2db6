using System;
using System.IO;

namespace ManagedCrypto;

/// <summary>The checks that every hash and HMAC makes of its arguments, with the BCL's names.</summary>
internal static class HashArguments
{
    public static void RequireReadable(Stream source)
    {
        if (!Arguments.Required(source, nameof(source)).CanRead)
            throw new ArgumentException("The stream cannot be read.", nameof(source));
    }

    /// <summary>Whether one of the names is that of <c>CryptoConfig.CreateFromName</c>, which ignores case.</summary>
    public static bool IsOneOf(string name, string[] names)
    {
        Arguments.Required(name, nameof(name));
        return Array.Exists(names, known => known.Equals(name, StringComparison.OrdinalIgnoreCase));
    }

    public static void RequireRoom(ReadOnlySpan<byte> destination, int digestBytes)
    {
        if (destination.Length < digestBytes)
            Throw(destination.Length, digestBytes);

        static void Throw(int bytes, int digestBytes) => throw new ArgumentException(
            $"The destination has {bytes} bytes; the digest needs {digestBytes}.", nameof(destination));
    }
}
