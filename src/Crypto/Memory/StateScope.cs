namespace ManagedCrypto;

/// <summary>
/// One call's claim of a <see cref="StateSlot"/>, which it holds and gives back at its end, however it ends: for <c>using</c> alone,
/// as a test sees to.
/// </summary>
internal readonly unsafe ref struct StateScope
{
    private readonly StateSlot _slot;

    public StateScope(StateSlot slot, byte* bytes)
    {
        _slot = slot;
        Bytes = bytes;
    }

    public byte* Bytes { get; }

    public void Dispose() => _slot.Exit();
}
