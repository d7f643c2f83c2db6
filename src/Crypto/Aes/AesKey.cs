using System;
using System.Threading;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A key as given and as expanded for both directions, in one slot. Immutable: its length is no part of the slot, so that a
/// call which races the wipe still runs the right number of rounds.
/// </summary>
internal sealed unsafe class AesKey : IDisposable
{
    /// <summary>Where the schedule begins: the key as given is before it.</summary>
    public const int ScheduleOffset = 32;

    private readonly KeySlot _slot;

    /// <summary>Copies and expands a key of 16, 24 or 32 bytes.</summary>
    public AesKey(AesKernel kernel, ReadOnlySpan<byte> key)
    {
        Bytes = key.Length;
        _slot = new KeySlot(ScheduleOffset + kernel.ScheduleBytes, typeof(Aes));
        var held = _slot.Hold();
        var schedule = held.Bytes + ScheduleOffset;
        Secret.Copy(key, new Span<byte>(held.Bytes, Bytes));
        kernel.ExpandKey(held.Bytes, Bytes, schedule);
        kernel.ExpandDecryptionKey(schedule, Rounds);
        held.Complete();
    }

    private AesKey() => _slot = new KeySlot(ScheduleOffset, typeof(Aes));

    /// <summary>Stands in a disposed object for the key that it had.</summary>
    public static AesKey Disposed => field ?? Interlocked.CompareExchange(ref field, new(), null) ?? field;

    /// <summary>Whether this is <see cref="Disposed"/>. Its length says so: to compare with it, each one-shot would call that property.</summary>
    public bool IsDisposed => Bytes == 0;

    /// <summary>Bytes of the key as given: 16, 24 or 32, or 0 of <see cref="Disposed"/>.</summary>
    public int Bytes { get; }

    public int Rounds => AesKernel.RoundsFor(Bytes);

    /// <inheritdoc cref="KeySlot.Hold"/>
    public KeyScope Hold() => _slot.Hold();

    public void Dispose() => _slot.Dispose();
}
