using System;
using System.IO;
using System.Runtime.CompilerServices;
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

    /// <summary>The bytes of an array, to pass to the overload that takes a span.</summary>
    /// <exception cref="ArgumentNullException">It is null.</exception>
    public static ReadOnlySpan<byte> RequiredBytes(byte[]? argument, string name) => Required(argument, name);

    /// <summary>Part of a message to hash, with the names that .NET's exceptions give, whatever the parameters are called.</summary>
    /// <inheritdoc cref="RequireHashInput"/>
    public static ReadOnlySpan<byte> HashInput(byte[] data, int offset, int count)
    {
        RequireHashInput(data, offset, count);
        return new(data, offset, count);
    }

    /// <summary>Requires what <see cref="HashInput"/> takes.</summary>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The offset or the count is negative.</exception>
    /// <exception cref="ArgumentException">The part ends after the array.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RequireHashInput(byte[] data, int offset, int count)
    {
        var bytes = Required(data, nameof(data)).Length;
        if (offset < 0 || count < 0 || count > bytes - offset)
            Throw(bytes, offset, count);

        static void Throw(int bytes, int offset, int count) => throw (
            offset < 0 ? new ArgumentOutOfRangeException(nameof(offset), offset, "The offset is zero or more.")
            : count < 0 ? new ArgumentOutOfRangeException(nameof(count), count, "The count is zero or more.")
            : new ArgumentException($"{count} bytes from {offset} on end after the array's {bytes} bytes."));
    }

    /// <summary>Whether AES has keys of so many bytes.</summary>
    public static bool IsAesKeySize(int bytes) => bytes is 16 or 24 or 32;

    /// <summary>What an exception says of a key for which <see cref="IsAesKeySize"/> does not hold.</summary>
    public static string AesKeyMessage(int bytes) => $"A key of {bytes} bytes: AES takes 16, 24 or 32.";

    /// <exception cref="CryptographicException">AES has no key of that size.</exception>
    public static void RequireAesKey(ReadOnlySpan<byte> key)
    {
        if (!IsAesKeySize(key.Length))
            Throw(key.Length);

        static void Throw(int bytes) => throw new CryptographicException(AesKeyMessage(bytes));
    }

    /// <summary>Requires an IV, a counter block or a nonce to have the one size that there is.</summary>
    /// <exception cref="ArgumentException">It has another.</exception>
    public static void RequireSize(ReadOnlySpan<byte> argument, int bytes, string name)
    {
        if (argument.Length != bytes)
            Throw(argument.Length, bytes, name);

        static void Throw(int given, int bytes, string name) =>
            throw new ArgumentException($"It has {given} bytes and must have {bytes}.", name);
    }

    /// <exception cref="ArgumentException">The destination is shorter.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RequireRoom(Span<byte> destination, long bytes)
    {
        if (destination.Length < bytes)
            Throw(destination.Length, bytes);

        static void Throw(int room, long bytes) =>
            throw new ArgumentException($"The destination has {room} bytes; it needs {bytes}.", nameof(destination));
    }

    /// <exception cref="ArgumentException">The texts differ in length.</exception>
    public static void RequireOneLength(int plaintextBytes, int ciphertextBytes)
    {
        if (plaintextBytes != ciphertextBytes)
            Throw(plaintextBytes, ciphertextBytes);

        static void Throw(int plaintextBytes, int ciphertextBytes) => throw new ArgumentException(
            $"A plaintext of {plaintextBytes} bytes and a ciphertext of {ciphertextBytes}: they must be of one length.");
    }

    /// <summary>The input of <see cref="ICryptoTransform.TransformBlock"/>.</summary>
    /// <inheritdoc cref="RequireTransformInput"/>
    public static ReadOnlySpan<byte> TransformInput(byte[] inputBuffer, int inputOffset, int inputCount)
    {
        RequireTransformInput(inputBuffer, inputOffset, inputCount);
        return new(inputBuffer, inputOffset, inputCount);
    }

    /// <summary>Requires what <see cref="TransformInput"/> takes.</summary>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The offset or the count is outside the array.</exception>
    public static void RequireTransformInput(byte[] inputBuffer, int inputOffset, int inputCount)
    {
        var bytes = Required(inputBuffer, nameof(inputBuffer)).Length;
        if (inputOffset < 0 || inputOffset > bytes || inputCount < 0 || inputCount > bytes - inputOffset)
            Throw(bytes, inputOffset, inputCount);

        static void Throw(int bytes, int inputOffset, int inputCount) => throw (inputOffset < 0 || inputOffset > bytes
            ? new ArgumentOutOfRangeException(nameof(inputOffset), inputOffset, $"The array has {bytes} bytes.")
            : new ArgumentOutOfRangeException(
                nameof(inputCount), inputCount, $"From offset {inputOffset} of an array with {bytes} bytes."));
    }

    /// <summary>
    /// The input of <see cref="ICryptoTransform.TransformFinalBlock"/>. With both out of range, .NET names the count here and the
    /// offset in <see cref="TransformInput"/>.
    /// </summary>
    /// <inheritdoc cref="RequireTransformInput"/>
    public static ReadOnlySpan<byte> FinalTransformInput(byte[] inputBuffer, int inputOffset, int inputCount)
    {
        Required(inputBuffer, nameof(inputBuffer));
        if (inputOffset >= 0 && inputCount < 0)
            throw new ArgumentOutOfRangeException(nameof(inputCount), inputCount, "It is negative.");
        return TransformInput(inputBuffer, inputOffset, inputCount);
    }

    /// <summary>The output of <see cref="ICryptoTransform.TransformBlock"/>: as many bytes as the input has.</summary>
    /// <inheritdoc cref="RequireTransformOutput"/>
    public static Span<byte> TransformOutput(byte[] outputBuffer, int outputOffset, int inputCount)
    {
        RequireTransformOutput(outputBuffer, outputOffset, inputCount);
        return new(outputBuffer, outputOffset, inputCount);
    }

    /// <summary>Requires what <see cref="TransformOutput"/> takes.</summary>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">There is no such room after the offset.</exception>
    public static void RequireTransformOutput(byte[] outputBuffer, int outputOffset, int inputCount)
    {
        var bytes = Required(outputBuffer, nameof(outputBuffer)).Length;
        if (outputOffset < 0 || outputOffset > bytes - inputCount)
            Throw(bytes, outputOffset, inputCount);

        static void Throw(int bytes, int outputOffset, int inputCount) => throw new ArgumentOutOfRangeException(
            nameof(outputOffset), outputOffset, $"{inputCount} bytes from there: the array has {bytes}.");
    }

    /// <summary>Refuses an output that shares memory with its input, unless both begin at the same byte.</summary>
    /// <exception cref="ArgumentException">They overlap otherwise.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RefusePartialOverlap(
        ReadOnlySpan<byte> input, Span<byte> output, string inputName, string outputName)
    {
        if (OverlapInPart(input, output))
            Throw(Offset(input, output), inputName, outputName);

        static void Throw(nint offset, string inputName, string outputName) => throw new ArgumentException(
            $"It overlaps {inputName}, {offset} bytes off: they may be the same memory or have none in common.", outputName);
    }

    /// <summary>Refuses an argument that shares memory with an output, which is written before the argument is used.</summary>
    /// <exception cref="ArgumentException">They overlap.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RefuseOverlap(
        ReadOnlySpan<byte> argument, Span<byte> output, string argumentName, string outputName)
    {
        if (Overlap(argument, output))
            Throw(argumentName, outputName);

        static void Throw(string argumentName, string outputName) =>
            throw new ArgumentException($"It overlaps {outputName}: they may have no memory in common.", argumentName);
    }

    /// <summary>An argument that is read while the output is written: a copy of it if they share memory.</summary>
    public static ReadOnlySpan<byte> Apart(ReadOnlySpan<byte> argument, Span<byte> output) =>
        Overlap(argument, output) ? argument.ToArray() : argument;

    /// <summary>Whether an output shares memory with its input and begins at another byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool OverlapInPart(ReadOnlySpan<byte> input, Span<byte> output)
    {
        if (input.Length == 0 || output.Length == 0)
            return false;
        var offset = Offset(input, output);
        return offset != 0 && Overlap(input.Length, offset, output.Length);
    }

    /// <summary>Whether some byte is in both.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Overlap(ReadOnlySpan<byte> one, Span<byte> other) =>
        one.Length != 0 && other.Length != 0 && Overlap(one.Length, Offset(one, other), other.Length);

    // Neither is empty.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint Offset(ReadOnlySpan<byte> from, Span<byte> to) => Unsafe.ByteOffset(ref Unsafe.AsRef(in from[0]), ref to[0]);

    /// <summary>
    /// Whether some byte is in two ranges, one from zero and one from <paramref name="offset"/> on: the later beginning is before
    /// the earlier end.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Overlap(nint length, nint offset, nint otherLength) =>
        (offset > 0 ? offset : 0) < (offset + otherLength < length ? offset + otherLength : length);

    /// <exception cref="ArgumentException">The stream to hash cannot be read, or is null.</exception>
    public static void RequireReadable(Stream source)
    {
        if (!Required(source, nameof(source)).CanRead)
            throw new ArgumentException("The stream cannot be read.", nameof(source));
    }

    /// <inheritdoc cref="RequireReadable"/>
    public static Stream RequiredReadable(Stream source)
    {
        RequireReadable(source);
        return source;
    }

    /// <exception cref="ArgumentException">The stream to write to cannot be written, or is null.</exception>
    public static Stream RequiredWritable(Stream destination) => Required(destination, nameof(destination)).CanWrite ? destination
        : throw new ArgumentException("The stream cannot be written.", nameof(destination));

    /// <summary>A position in a stream, or a length.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is negative.</exception>
    public static long RequiredPosition(long position, string name) => position >= 0 ? position
        : throw new ArgumentOutOfRangeException(name, position, "A position is zero or more.");

    /// <summary>The position that a stream is sought to.</summary>
    /// <exception cref="IOException">It would be before the beginning.</exception>
    /// <exception cref="ArgumentException">There is no such origin.</exception>
    public static long SoughtPosition(long offset, SeekOrigin origin, long current, long end)
    {
        var position = offset + origin switch
        {
            SeekOrigin.Begin => 0,
            SeekOrigin.Current => current,
            SeekOrigin.End => end,
            _ => throw new ArgumentException($"{origin} is no origin.", nameof(origin)),
        };
        return position >= 0 ? position : throw new IOException("The position would be before the beginning of the stream.");
    }

    /// <summary>Part of an array that a stream reads into or writes.</summary>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The array has no such part.</exception>
    public static Memory<byte> StreamPart(byte[] buffer, int offset, int count)
    {
        Required(buffer, nameof(buffer));
        if (offset < 0)
            throw new ArgumentOutOfRangeException(nameof(offset), offset, "The offset is zero or more.");
        if (count < 0 || count > buffer.Length - offset)
            throw new ArgumentOutOfRangeException(nameof(count), count, $"From offset {offset} of an array with {buffer.Length} bytes.");
        return buffer.AsMemory(offset, count);
    }
}
