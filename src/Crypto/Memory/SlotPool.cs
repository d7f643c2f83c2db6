using System;
using System.Collections.Concurrent;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Secrets live in slots of slabs that never move and stay mapped: the collector leaves no copies of them, and a call that
/// races the end of its object never touches freed memory. A slot in the pool is all zeros.
/// </summary>
internal sealed unsafe class SlotPool
{
    private const int SlotGranularity = 256;
    private const int LargestSlot = 16 * 1024;
    private const int SlabBytes = 64 * 1024;

    private static readonly SlotPool?[] s_bySize = new SlotPool?[(LargestSlot / SlotGranularity) + 1];

    private readonly ConcurrentQueue<Slot> _free = new();

    private SlotPool(int slotBytes) => SlotBytes = slotBytes;

    /// <summary>Bytes of each slot, a multiple of 256.</summary>
    public int SlotBytes { get; }

    /// <summary>The pool whose slots hold <paramref name="bytes"/> bytes, 16 KiB at most.</summary>
    public static SlotPool For(int bytes)
    {
        var index = (bytes + SlotGranularity - 1) / SlotGranularity;
        return s_bySize[index] ?? Create(index);
    }

    public Slot Rent() => _free.TryDequeue(out var slot) ? slot : AddSlab();

    /// <summary>Wipes a slot and takes it back.</summary>
    public void Return(Slot slot)
    {
        Secret.Wipe(slot.Bytes, SlotBytes);
        _free.Enqueue(slot);
    }

    // Two threads may each create a pool; the first one published serves both, and the other holds no slab yet.
    private static SlotPool Create(int index)
    {
        System.Threading.Interlocked.CompareExchange(ref s_bySize[index], new SlotPool(index * SlotGranularity), null);
        return s_bySize[index]!;
    }

    private Slot AddSlab()
    {
        var slab = LastingMemory.Allocate(SlabBytes);
        new Span<byte>(slab, SlabBytes).Clear();
        for (var offset = SlotBytes; offset + SlotBytes <= SlabBytes; offset += SlotBytes)
            _free.Enqueue(new Slot(this, slab + offset));
        return new Slot(this, slab);
    }
}
