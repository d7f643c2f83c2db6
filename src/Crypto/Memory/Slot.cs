namespace ManagedCrypto;

/// <summary>A piece of a slab, for as long as the process lives.</summary>
internal sealed unsafe class Slot
{
    private Slab? _slab;

    /// <summary>64-byte aligned. The pool sets it, once.</summary>
    public byte* Bytes { get; set; }

    /// <summary>The pool sets it, once.</summary>
    public Slab Slab
    {
        get => _slab!;
        set => _slab = value;
    }

    /// <summary>
    /// The last word: the ticket of the rental while the slot may be used, and zero otherwise. It lies with the secrets, so that it shares
    /// their fate: in a forked child, where they are zeros, no ticket fits.
    /// </summary>
    public int* Word => (int*)(Bytes + Slab.Pool.SlotBytes) - 1;

    /// <summary>The pool's: the number of the rental, which is positive.</summary>
    public int Ticket { get; set; }

    /// <summary>The pool's: how many collections there had been when the slot was rented.</summary>
    public int CollectionsBefore { get; set; }

    /// <summary>The pool's: what was returned after this one, while both are free.</summary>
    public Slot? Next { get; set; }

    /// <inheritdoc cref="SlotPool.Return"/>
    public void Return(bool byFinalizer = false) => Slab.Pool.Return(this, byFinalizer);
}
