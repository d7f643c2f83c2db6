namespace ManagedCrypto;

/// <summary>A piece of secret memory that the slots of a pool share. Under the pool's lock, but for what never changes.</summary>
internal sealed unsafe class Slab(SlotPool pool, Slot lowest, int bytes, int slots, bool isProtected)
{
    public SlotPool Pool => pool;

    public byte* Memory => lowest.Bytes;

    public int Bytes => bytes;

    public int Slots => slots;

    /// <summary>Whether the memory is locked, and may be unlocked while no slot is rented.</summary>
    public bool IsProtected => isProtected;

    /// <summary>Slots in the pool's queue.</summary>
    public int Free { get; set; }

    /// <summary>Whether it is set aside: none of its slots is in the queue, and its memory is not locked.</summary>
    public bool IsAside { get; set; }

    /// <summary>While it is set aside, its slots, linked with each other.</summary>
    public Slot? First { get; set; }

    /// <summary>Another that is set aside.</summary>
    public Slab? Next { get; set; }
}
