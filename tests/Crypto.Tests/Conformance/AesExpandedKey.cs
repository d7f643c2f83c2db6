using System;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>A key expanded by a kernel into no more memory than it asked for, up to an unreadable page.</summary>
internal sealed unsafe class AesExpandedKey : IDisposable
{
    private readonly AesKernel _kernel;
    private readonly GuardedBuffer _memory;
    private readonly byte* _schedule;
    private readonly int _rounds;
    private readonly byte[] _asExpanded;

    public AesExpandedKey(AesKernel kernel, byte[] key, bool forDecryption)
    {
        _kernel = kernel;
        _rounds = AesKernel.RoundsFor(key.Length);
        var bytes = forDecryption ? kernel.ScheduleBytes : kernel.EncryptionScheduleBytes;
        _memory = new GuardedBuffer(bytes);
        // Native memory, which does not move.
        fixed (byte* schedule = _memory.AtEnd(bytes))
            _schedule = schedule;
        using var keyMemory = new GuardedBuffer(key.Length);
        key.CopyTo(keyMemory.AtEnd(key.Length));
        fixed (byte* keyBytes = keyMemory.AtEnd(key.Length))
            kernel.ExpandKey(keyBytes, key.Length, _schedule);
        if (forDecryption)
            kernel.ExpandDecryptionKey(_schedule, _rounds);
        _asExpanded = _memory.AtEnd(bytes).ToArray();
        Assert.Equal(-1, _memory.AtStart(_memory.Length - bytes).IndexOfAnyExcept((byte)0));
        Assert.True(key.AsSpan().SequenceEqual(keyMemory.AtEnd(key.Length)), "the key was written");
    }

    /// <summary>Runs one call. All of its memory is where the caller wants it, the IV included.</summary>
    public void Run(AesOperation operation, Span<byte> source, Span<byte> destination, Span<byte> iv)
    {
        fixed (byte* sourceBytes = &MemoryMarshal.GetReference(source))
        fixed (byte* destinationBytes = &MemoryMarshal.GetReference(destination))
        fixed (byte* ivBytes = &MemoryMarshal.GetReference(iv))
        {
            var call = new AesArguments
            {
                Schedule = _schedule,
                Source = sourceBytes,
                Destination = destinationBytes,
                Length = source.Length,
                IV = ivBytes,
                Rounds = _rounds,
            };
            _kernel.Run(operation, &call);
        }
    }

    public void Dispose()
    {
        Assert.True(_memory.AtEnd(_asExpanded.Length).SequenceEqual(_asExpanded), "an operation wrote to the schedule");
        _memory.Dispose();
    }
}
