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
/// <para>
/// Where most slots are free, slabs of which none is rented are set aside: unlocked, and on Linux without pages. They stay mapped, and
/// are taken again before a new one.
/// </para>
/// </summary>
internal sealed unsafe class SlotPool
{
    internal const int SlotGranularity = 256;
    internal const int LargestSlab = 1024 * 1024;

    /// <summary>64 KiB and the word.</summary>
    private const int LargestSlot = (64 * 1024) + SlotGranularity;
    private const int SmallestSlab = 64 * 1024;

    private static SlotPool?[]? s_bySize;

    private Slot? _first;
    private Slot? _last;
    private int _isLocked;
    private int _slabBytes;

    // Slots in the queue, slots that are rented, and how many must be free before slabs are looked for again.
    private int _free;
    private int _rented;
    private int _enoughFree;
    private Slab? _aside;

    private SlotPool(int slotBytes)
    {
        SlotBytes = slotBytes;
        _slabBytes = slotBytes <= SmallestSlab ? SmallestSlab : 2 * SmallestSlab;
        _enoughFree = LeastKept;
    }

    /// <summary>Bytes of each slot, a multiple of 256.</summary>
    public int SlotBytes { get; }

    /// <summary>Free slots that are kept in any case: so many as the largest slab has.</summary>
    private int LeastKept => LargestSlab / SlotBytes;

    /// <summary>The pool whose slots hold <paramref name="bytes"/> bytes, 64 KiB at most, and a word.</summary>
    public static SlotPool For(int bytes)
    {
        var index = (bytes + sizeof(int) + SlotGranularity - 1) / SlotGranularity;
        return Volatile.Read(ref s_bySize)?[index] ?? Create(index);
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
    /// saves all its registers there, and what was saved in the midst of a kernel holds its secrets. A finalizer has another stack than
    /// the object's users, and leaves it alone.
    /// </summary>
    public void Return(Slot slot, bool byFinalizer)
    {
        Secret.Wipe(slot.Bytes, SlotBytes);
        if (!byFinalizer && GC.CollectionCount(0) != slot.CollectionsBefore)
            Secret.WipeStack();
        try
        {
        }
        finally
        {
            Lock();
            Append(slot, slot);
            slot.Slab.Free++;
            _free++;
            _rented--;
            var isMostFree = _free > 2 * _rented && (_free >= _enoughFree || _rented == 0) && _free > LeastKept;
            var emptied = isMostFree ? RemoveEmptySlabs() : null;
            Volatile.Write(ref _isLocked, 0);
            while (emptied is not null)
                emptied = SetAside(emptied);
        }
    }

    // Two threads may each create a pool; the first one published serves both, and the other holds no slab yet.
    private static SlotPool Create(int index)
    {
        var bySize = s_bySize
            ?? Interlocked.CompareExchange(ref s_bySize, new SlotPool?[(LargestSlot / SlotGranularity) + 1], null)
            ?? s_bySize;
        Interlocked.CompareExchange(ref bySize[index], new SlotPool(index * SlotGranularity), null);
        return bySize[index]!;
    }

    /// <summary>
    /// Slabs grow, since a process may have so many mappings and no more. Objects come first: without memory for them, none of what
    /// is never given back is taken. The collector is told: it may find objects that nobody holds, and their slots serve again.
    /// </summary>
    private Slot AddSlab()
    {
        if (TakeAside() is { } slab)
        {
            SecretMemory.Lock(slab.Memory, slab.Bytes);
        }
        else
        {
            var bytes = _slabBytes;
            var count = bytes / SlotBytes;
            var first = new Slot();
            var last = first;
            for (var i = 1; i < count; i++)
                last = last.Next = new Slot();

            var memory = SecretMemory.Allocate(bytes, out var isProtected);
            slab = new Slab(this, first, bytes, count, isProtected) { First = first };
            _slabBytes = Math.Min(2 * bytes, LargestSlab);
            for (var slot = first; slot is not null; slot = slot.Next, memory += SlotBytes)
            {
                slot.Slab = slab;
                slot.Bytes = memory;
            }
        }

        GC.AddMemoryPressure(slab.Bytes);
        return RentFirst(slab);
    }

    /// <summary>Rents the first slot of a slab that none is rented of, and appends the others to the queue.</summary>
    private Slot RentFirst(Slab slab)
    {
        var rented = slab.First!;
        var last = rented;
        while (last.Next is { } next)
            last = next;
        try
        {
        }
        finally
        {
            Lock();
            if (rented.Next is { } others)
                Append(others, last);
            rented.Next = slab.First = null;
            slab.IsAside = false;
            slab.Free = slab.Slots - 1;
            _free += slab.Free;
            _rented++;
            _enoughFree = LeastKept;
            Volatile.Write(ref _isLocked, 0);
        }

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
                slot.Slab.Free--;
                _free--;
                _rented++;
            }

            Volatile.Write(ref _isLocked, 0);
        }

        return slot;
    }

    /// <summary>Under the lock: appends slots that are linked with each other.</summary>
    private void Append(Slot first, Slot last)
    {
        if (_first is null)
            _first = first;
        else
            _last!.Next = first;
        _last = last;
    }

    /// <summary>
    /// Under the lock: takes slabs of which no slot is rented out of the queue, while as many slots are left free as are rented. Goes
    /// through the whole queue; if it finds few, it waits until there are a quarter more.
    /// </summary>
    private Slab? RemoveEmptySlabs()
    {
        Slab? emptied = null;
        Slot? kept = null;
        var toKeep = Math.Max(_rented, LeastKept);
        for (var slot = _first; slot is not null;)
        {
            var (next, slab) = (slot.Next, slot.Slab);
            if (!slab.IsAside && slab.IsProtected && slab.Free == slab.Slots && _free - slab.Slots >= toKeep)
            {
                slab.IsAside = true;
                _free -= slab.Slots;
                (slab.Next, emptied) = (emptied, slab);
            }

            if (slab.IsAside)
            {
                if (kept is null)
                    _first = next;
                else
                    kept.Next = next;
                (slot.Next, slab.First) = (slab.First, slot);
            }
            else
            {
                kept = slot;
            }

            slot = next;
        }

        _last = kept;
        _enoughFree = _free + (_free / 4);
        return emptied;
    }

    /// <summary>Unlocks the first of some slabs that are out of the queue, and keeps it for later.</summary>
    /// <returns>The rest.</returns>
    private Slab? SetAside(Slab slab)
    {
        var rest = slab.Next;
        SecretMemory.Unlock(slab.Memory, slab.Bytes);
        GC.RemoveMemoryPressure(slab.Bytes);
        Lock();
        (slab.Next, _aside) = (_aside, slab);
        Volatile.Write(ref _isLocked, 0);
        return rest;
    }

    private Slab? TakeAside()
    {
        Slab? slab;
        Lock();
        slab = _aside;
        if (slab is not null)
            (_aside, slab.Next) = (slab.Next, null);
        Volatile.Write(ref _isLocked, 0);
        return slab;
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
