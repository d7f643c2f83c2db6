namespace ManagedCrypto;

/// <summary>A piece of a slab, for as long as the process lives.</summary>
internal sealed unsafe class Slot(SlotPool pool)
{
    /// <summary>64-byte aligned. The pool sets it, once.</summary>
    public byte* Bytes { get; set; }

    /// <summary>The pool's: how many collections there had been when the slot was rented.</summary>
    public int CollectionsBefore { get; set; }

    /// <summary>The pool's: what was returned after this one, while both are free.</summary>
    public Slot? Next { get; set; }

    /// <inheritdoc cref="SlotPool.Return"/>
    public void Return() => pool.Return(this);
}
