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

    public static void RequireRoom(ReadOnlySpan<byte> destination, int digestBytes)
    {
        if (destination.Length < digestBytes)
            Throw(destination.Length, digestBytes);

        static void Throw(int bytes, int digestBytes) => throw new ArgumentException(
            $"The destination has {bytes} bytes; the digest needs {digestBytes}.", nameof(destination));
    }
}
