using System;
using System.Runtime.CompilerServices;
using System.Threading;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Secrets live in slots of slabs that never move and stay mapped: the collector leaves no copies of them, and a call that
/// races the end of its object never touches freed memory. A slot in the pool is all zeros.
/// <para>
/// Free slots wait in a queue: the one that was returned longest ago is rented first, so that a call which is late finds zeros there
/// for as long as the others last. The queue's links are the slots themselves, and its lock is held for a few instructions
/// that neither allocate nor throw: finalizers return slots, too.
/// </para>
/// </summary>
internal sealed unsafe class SlotPool
{
    internal const int SlotGranularity = 256;
    internal const int LargestSlab = 1024 * 1024;

    /// <summary>64 KiB and the word.</summary>
    private const int LargestSlot = (64 * 1024) + SlotGranularity;
    private const int SmallestSlab = 64 * 1024;

    private static readonly SlotPool?[] s_bySize = new SlotPool?[(LargestSlot / SlotGranularity) + 1];

    private Slot? _first;
    private Slot? _last;
    private int _isLocked;
    private int _slabBytes;

    private SlotPool(int slotBytes)
    {
        SlotBytes = slotBytes;
        _slabBytes = slotBytes <= SmallestSlab ? SmallestSlab : 2 * SmallestSlab;
    }

    /// <summary>Bytes of each slot, a multiple of 256.</summary>
    public int SlotBytes { get; }

    /// <summary>The pool whose slots hold <paramref name="bytes"/> bytes, 64 KiB at most, and a word.</summary>
    public static SlotPool For(int bytes)
    {
        var index = (bytes + sizeof(int) + SlotGranularity - 1) / SlotGranularity;
        return s_bySize[index] ?? Create(index);
    }

    /// <summary>How the memory of slots is protected. Asks for some if nobody has yet.</summary>
    public static string DescribeMemory()
    {
        For(SlotGranularity).Rent().Return();
        return SecretMemory.Describe();
    }

    public Slot Rent()
    {
        var slot = TryDequeue() ?? AddSlab();
        slot.CollectionsBefore = GC.CollectionCount(0);
        slot.Ticket = slot.Ticket == int.MaxValue ? 1 : slot.Ticket + 1;
        return slot;
    }

    /// <summary>
    /// Wipes a slot and takes it back. If there was a collection meanwhile, the stack is wiped, too: to stop a thread, the runtime
    /// saves all its registers there, and what was saved in the midst of a kernel holds its secrets.
    /// </summary>
    public void Return(Slot slot)
    {
        Secret.Wipe(slot.Bytes, SlotBytes);
        if (GC.CollectionCount(0) != slot.CollectionsBefore)
            Secret.WipeStack();
        Enqueue(slot, slot);
    }

    // Two threads may each create a pool; the first one published serves both, and the other holds no slab yet.
    private static SlotPool Create(int index)
    {
        Interlocked.CompareExchange(ref s_bySize[index], new SlotPool(index * SlotGranularity), null);
        return s_bySize[index]!;
    }

    /// <summary>
    /// Slabs grow, since a process may have so many mappings and no more. Objects come first: without memory for them, none of what
    /// is never given back is taken.
    /// </summary>
    private Slot AddSlab()
    {
        var bytes = _slabBytes;
        Slot rented = new(this), last = rented;
        for (var count = bytes / SlotBytes; count > 1; count--)
            last = last.Next = new Slot(this);

        var slab = SecretMemory.Allocate(bytes);
        _slabBytes = Math.Min(2 * bytes, LargestSlab);
        for (var slot = rented; slot is not null; slot = slot.Next, slab += SlotBytes)
            slot.Bytes = slab;
        if (rented.Next is { } others)
            Enqueue(others, last);
        rented.Next = null;
        return rented;
    }

    // What is in a finally block, Thread.Abort of Mono and .NET Framework does not interrupt.
    private Slot? TryDequeue()
    {
        Slot? slot;
        try
        {
        }
        finally
        {
            Lock();
            slot = _first;
            if (slot is not null)
            {
                _first = slot.Next;
                slot.Next = null;
            }

            Volatile.Write(ref _isLocked, 0);
        }

        return slot;
    }

    /// <summary>Appends slots that are linked with each other.</summary>
    private void Enqueue(Slot first, Slot last)
    {
        try
        {
        }
        finally
        {
            Lock();
            if (_first is null)
                _first = first;
            else
                _last!.Next = first;
            _last = last;
            Volatile.Write(ref _isLocked, 0);
        }
    }

    private void Lock()
    {
        if (Interlocked.Exchange(ref _isLocked, 1) != 0)
            LockByWaiting();
    }

    /// <summary>Goes on to wait when the thread is interrupted, and leaves that to the thread's next wait: a slot must not be lost.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void LockByWaiting()
    {
        var wait = default(SpinWait);
        var isInterrupted = false;
        do
        {
            try
            {
                wait.SpinOnce();
            }
            catch (ThreadInterruptedException)
            {
                isInterrupted = true;
            }
        }
        while (Volatile.Read(ref _isLocked) != 0 || Interlocked.Exchange(ref _isLocked, 1) != 0);
        if (isInterrupted)
            Thread.CurrentThread.Interrupt();
    }
}
