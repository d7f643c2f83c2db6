using System;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace ManagedCrypto;

/// <summary>
/// Checks of arguments that several public types make. Messages are composed apart from the checks, so that these are inlined.
/// </summary>
internal static class Arguments
{
    /// <exception cref="ArgumentNullException">It is null.</exception>
    public static T Required<T>(T? argument, string name)
        where T : class => argument ?? throw new ArgumentNullException(name);

    /// <exception cref="CryptographicException">AES has no key of that size.</exception>
    public static void CheckAesKey(ReadOnlySpan<byte> key)
    {
        if (key.Length is not (16 or 24 or 32))
            Throw(key.Length);

        static void Throw(int bytes) => throw new CryptographicException($"A key of {bytes} bytes: AES takes 16, 24 or 32.");
    }

    /// <summary>Refuses an output that shares memory with its input, unless both begin at the same byte.</summary>
    /// <exception cref="ArgumentException">They overlap otherwise.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RefusePartialOverlap(
        ReadOnlySpan<byte> input, ReadOnlySpan<byte> output, string inputName, string outputName)
    {
        var offset = Offset(input, output);
        if (offset != 0 && Overlap(input.Length, offset, output.Length))
            Throw(offset, inputName, outputName);

        static void Throw(nint offset, string inputName, string outputName) => throw new ArgumentException(
            $"It overlaps {inputName}, {offset} bytes off: they may be the same memory or have none in common.", outputName);
    }

    /// <summary>Refuses an argument that shares memory with an output, which is written before the argument is used.</summary>
    /// <exception cref="ArgumentException">They overlap.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RefuseOverlap(
        ReadOnlySpan<byte> argument, ReadOnlySpan<byte> output, string argumentName, string outputName)
    {
        if (Overlap(argument.Length, Offset(argument, output), output.Length))
            Throw(argumentName, outputName);

        static void Throw(string argumentName, string outputName) =>
            throw new ArgumentException($"It overlaps {outputName}: they may have no memory in common.", argumentName);
    }

    private static nint Offset(ReadOnlySpan<byte> from, ReadOnlySpan<byte> to) =>
        Unsafe.ByteOffset(ref MemoryMarshal.GetReference(from), ref MemoryMarshal.GetReference(to));

    /// <summary>
    /// Whether some byte is in two ranges, one from zero and one from <paramref name="offset"/> on: the later beginning is before
    /// the earlier end.
    /// </summary>
    private static bool Overlap(nint length, nint offset, nint otherLength) =>
        (offset > 0 ? offset : 0) < (offset + otherLength < length ? offset + otherLength : length);

    /// <exception cref="ArgumentException">The stream to hash cannot be read, or is null.</exception>
    public static void RequireReadable(Stream source)
    {
        if (!Required(source, nameof(source)).CanRead)
            throw new ArgumentException("The stream cannot be read.", nameof(source));
    }

    /// <exception cref="ArgumentException">The destination is too short for a digest.</exception>
    public static void RequireRoom(ReadOnlySpan<byte> destination, int digestBytes)
    {
        if (destination.Length < digestBytes)
            Throw(destination.Length, digestBytes);

        static void Throw(int bytes, int digestBytes) => throw new ArgumentException(
            $"The destination has {bytes} bytes; the digest needs {digestBytes}.", nameof(destination));
    }
}
