namespace ManagedCrypto;

/// <summary>
/// A piece of a slab, for as long as the process lives. The pool queues objects and not addresses, since the runtime holds
/// compiled code for queues of objects alone.
/// </summary>
internal sealed unsafe class Slot(SlotPool pool, byte* bytes)
{
    /// <summary>64-byte aligned.</summary>
    public byte* Bytes { get; } = bytes;

    /// <inheritdoc cref="SlotPool.Return"/>
    public void Return() => pool.Return(this);
}
