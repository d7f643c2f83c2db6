using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A key as given and as expanded for both directions, in one slot. Immutable: its length is no part of the slot, so that a
/// call which races the wipe still runs the right number of rounds.
/// </summary>
internal sealed unsafe class AesKey : IDisposable
{
    private const int ScheduleOffset = 32;

    private readonly KeySlot _slot;
    private readonly int _bytes;

    /// <summary>Copies and expands a key of 16, 24 or 32 bytes.</summary>
    public AesKey(AesKernel kernel, ReadOnlySpan<byte> key)
    {
        _bytes = key.Length;
        _slot = new KeySlot(ScheduleOffset + kernel.ScheduleBytes);
        key.CopyTo(new Span<byte>(_slot.Bytes, _bytes));
        kernel.ExpandKey(_slot.Bytes, _bytes, Schedule);
        kernel.ExpandDecryptionKey(Schedule, Rounds);
    }

    private AesKey() => _slot = new KeySlot(ScheduleOffset);

    /// <summary>Stands in a disposed object for the key that it had.</summary>
    public static AesKey Disposed { get; } = new();

    /// <summary>The key as given; its content counts only if <see cref="IsAlive"/> holds after its use.</summary>
    public ReadOnlySpan<byte> Raw => new(_slot.Bytes, _bytes);

    public byte* Schedule => _slot.Bytes + ScheduleOffset;

    public int Rounds => AesKernel.RoundsFor(_bytes);

    /// <inheritdoc cref="KeySlot.IsAlive"/>
    public bool IsAlive => _slot.IsAlive;

    public void Dispose() => _slot.Dispose();
}
