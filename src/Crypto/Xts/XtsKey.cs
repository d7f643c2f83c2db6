using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// How data units are transformed under an AES-XTS key, which lies expanded in a slot: the key of the blocks, for both directions,
/// and after it that of the tweak. Callers have checked sizes and overlaps.
/// </summary>
internal readonly unsafe struct XtsKey
{
    private readonly AesKernel _kernel;
    private readonly int _rounds;

    /// <summary>Expands two keys, one after the other, that differ.</summary>
    public XtsKey(AesKernel kernel, ReadOnlySpan<byte> keys, KeyScope expanded)
    {
        var bytes = keys.Length / 2;
        _kernel = kernel;
        _rounds = AesKernel.RoundsFor(bytes);
        fixed (byte* first = keys)
        {
            kernel.ExpandKey(first, bytes, expanded.Bytes);
            kernel.ExpandDecryptionKey(expanded.Bytes, _rounds);
            kernel.ExpandKey(first + bytes, bytes, expanded.Bytes + kernel.ScheduleBytes);
        }

        expanded.Complete();
    }

    /// <summary>Bytes of both keys, expanded.</summary>
    public static int ExpandedBytes(AesKernel kernel) => kernel.ScheduleBytes + kernel.EncryptionScheduleBytes;

    /// <summary>Transforms a data unit of 16 bytes or more.</summary>
    /// <param name="key">The expanded keys.</param>
    /// <param name="operation">One of the two of XTS.</param>
    /// <param name="tweak">The tweak as given; wiped.</param>
    /// <param name="source">The data unit.</param>
    /// <param name="destination">As long.</param>
    /// <exception cref="ObjectDisposedException">The slot was disposed; the destination is zeroed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Transform(
        KeyScope key, AesOperation operation, AesBlock* tweak, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        var block = (byte*)tweak;
        using var secret = new SecretScope(block, AesBlock.Bytes);
        AlignedArguments memory;
        var arguments = AlignedArguments.Align(&memory);
        arguments->Schedule = key.Bytes + _kernel.ScheduleBytes;
        arguments->Rounds = _rounds;
        arguments->IV = block;
        Run(AesOperation.EncryptEcb, arguments, block, block, AesBlock.Bytes);

        arguments->Schedule = key.Bytes;
        fixed (byte* from = source, to = destination)
        {
            var rest = source.Length % AesBlock.Bytes;
            var whole = source.Length - rest;
            if (rest == 0)
                Run(operation, arguments, from, to, whole);
            else
                TransformAndSteal(operation, arguments, from, to, whole - AesBlock.Bytes, rest);
        }

        if (!key.IsAlive)
            key.ThrowDisposed(destination);
    }

    /// <summary>
    /// Ends with ciphertext stealing (IEEE 1619, section 5.3.2): what comes out for the last whole block gives its beginning to the
    /// rest, and its end completes the rest to a block that takes its place. Decryption has the last two tweaks in the other order.
    /// </summary>
    [SkipLocalsInit]
    private void TransformAndSteal(
        AesOperation operation, AesArguments* arguments, byte* source, byte* destination, int before, int rest)
    {
        Run(operation, arguments, source, destination, before);
        source += before;
        destination += before;
        var tweak = arguments->IV;
        AesBlock lastTweak, completed;
        using SecretScope secretTweak = new(&lastTweak, AesBlock.Bytes), secretBlock = new(&completed, AesBlock.Bytes);
        if (operation == AesOperation.DecryptXts)
        {
            XtsTweak.Next(tweak, (byte*)&lastTweak);
            arguments->IV = (byte*)&lastTweak;
        }

        Run(operation, arguments, source, destination, AesBlock.Bytes);
        arguments->IV = tweak;
        completed = new AesBlock(destination);
        var last = new Span<byte>(&completed, rest);
        new ReadOnlySpan<byte>(source + AesBlock.Bytes, rest).CopyTo(last);
        new ReadOnlySpan<byte>(destination, rest).CopyTo(new Span<byte>(destination + AesBlock.Bytes, rest));
        Run(operation, arguments, (byte*)&completed, destination, AesBlock.Bytes);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Run(AesOperation operation, AesArguments* arguments, byte* source, byte* destination, int length)
    {
        arguments->Source = source;
        arguments->Destination = destination;
        arguments->Length = length;
        _kernel.Run(operation, arguments);
    }

    /// <summary>
    /// Room for arguments whose scratch memory begins on a cache line: machine code has the tweaks of a batch there, in vectors of up
    /// to 64 bytes.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct AlignedArguments
    {
        private const int LineBytes = 64;

        public AesArguments Arguments;
        public Line More;

        public static AesArguments* Align(AlignedArguments* memory)
        {
            var scratch = (nint)(&memory->Arguments.Scratch);
            return (AesArguments*)((byte*)memory + (-scratch & (LineBytes - 1)));
        }

        /// <summary>Not a fixed buffer: the JIT guards the stack of a method that has one, at a price that a sector feels.</summary>
        [StructLayout(LayoutKind.Sequential, Size = LineBytes)]
        public struct Line
        {
        }
    }
}
