using System;
using System.Runtime.CompilerServices;
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
        _schedule = Address(_memory.AtEnd(bytes));
        using var keyMemory = new GuardedBuffer(key.Length);
        key.CopyTo(keyMemory.AtEnd(key.Length));
        kernel.ExpandKey(Address(keyMemory.AtEnd(key.Length)), key.Length, _schedule);
        if (forDecryption)
            kernel.ExpandDecryptionKey(_schedule, _rounds);
        _asExpanded = _memory.AtEnd(bytes).ToArray();
        Assert.Equal(-1, _memory.AtStart(_memory.Length - bytes).IndexOfAnyExcept((byte)0));
        Assert.True(key.AsSpan().SequenceEqual(keyMemory.AtEnd(key.Length)), "the key was written");
    }

    /// <summary>Runs one call. All of its memory is where the caller wants it, the IV included.</summary>
    public void Run(AesOperation operation, Span<byte> source, Span<byte> destination, Span<byte> iv)
    {
        var call = new AesArguments
        {
            Schedule = _schedule,
            Source = Address(source),
            Destination = Address(destination),
            Length = source.Length,
            IV = Address(iv),
            Rounds = _rounds,
        };
        _kernel.Run(operation, &call);
    }

    public void Dispose()
    {
        Assert.True(_memory.AtEnd(_asExpanded.Length).SequenceEqual(_asExpanded), "an operation wrote to the schedule");
        _memory.Dispose();
    }

    // Only ever memory that does not move.
    private static byte* Address(Span<byte> memory) => (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(memory));
}
