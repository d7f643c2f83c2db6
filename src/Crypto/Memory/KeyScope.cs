namespace ManagedCrypto;

/// <summary>
/// The bytes of an expanded key, for as long as they are used. Whoever takes <see cref="Bytes"/> ends with
/// <see cref="IsAlive"/> or <see cref="Complete"/>, which hold the slot until then: without them, it could be finalized and
/// given to another object under a running kernel. A test finds every use that does not.
/// </summary>
internal readonly unsafe ref struct KeyScope
{
    private readonly KeySlot? _slot;

    public KeyScope(KeySlot slot, byte* bytes)
    {
        _slot = slot;
        Bytes = bytes;
    }

    /// <summary>Of a key on the caller's stack, which lives as long as the caller.</summary>
    public KeyScope(byte* stackMemory) => Bytes = stackMemory;

    public byte* Bytes { get; }

    /// <summary>
    /// Whether the result of a call counts: the key had not been disposed of before this question, with all earlier reads of
    /// its bytes complete.
    /// </summary>
    public bool IsAlive => _slot is null || _slot.IsAlive;

    /// <summary>Ends the writing of a key, which is alive from now on.</summary>
    public void Complete() => _slot?.Complete();
}
