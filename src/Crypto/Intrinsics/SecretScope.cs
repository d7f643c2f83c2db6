namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A secret on the stack of one call, which is wiped however that call ends: for <c>using</c> alone, before the secret is there. A test
/// finds what a call has on its stack and neither this nor the comparison of tags wipes.
/// </summary>
internal readonly unsafe ref struct SecretScope
{
    private readonly void* _memory;
    private readonly int _bytes;

    public SecretScope(void* memory, int bytes)
    {
        _memory = memory;
        _bytes = bytes;
    }

    public void Dispose() => Secret.Wipe(_memory, _bytes);
}
