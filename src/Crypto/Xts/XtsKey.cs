using System;
using System.Runtime.CompilerServices;
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
        fixed (byte* first = &SpanStart.Of(keys))
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
        AlignedArguments<AesArguments> memory;
        var arguments = AlignedArguments<AesArguments>.Align(&memory, &memory.Arguments.Scratch);
        arguments->Schedule = key.Bytes;
        arguments->TweakSchedule = key.Bytes + _kernel.ScheduleBytes;
        arguments->Rounds = _rounds;
        arguments->IV = block;
        fixed (byte* from = &SpanStart.Of(source), to = &SpanStart.Of(destination))
        {
            arguments->Source = from;
            arguments->Destination = to;
            arguments->Length = source.Length;
            _kernel.Run(operation, arguments);
        }

        if (!key.IsAlive)
            key.ThrowDisposed(destination);
    }
}
