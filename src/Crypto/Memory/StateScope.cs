namespace ManagedCrypto;

/// <summary>
/// One call's claim of a <see cref="StateSlot"/>, which it holds and gives back at its end, however it ends: for <c>using</c> alone,
/// as a test sees to.
/// </summary>
internal readonly unsafe ref struct StateScope
{
    private readonly StateSlot? _slot;

    /// <param name="slot">The slot that was claimed; null for a part of a call that holds the claim.</param>
    /// <param name="bytes">Its bytes.</param>
    public StateScope(StateSlot? slot, byte* bytes)
    {
        _slot = slot;
        Bytes = bytes;
    }

    public byte* Bytes { get; }

    public void Dispose() => _slot?.Exit();
}
