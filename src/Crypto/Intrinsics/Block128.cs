namespace ManagedCrypto.Intrinsics;

/// <summary>
/// 16 bytes inside an argument struct, by the words that they make in memory. Not a fixed buffer: the JIT guards the stack of
/// every method that holds one of those, at a price that a short message feels.
/// </summary>
internal struct Block128
{
    public ulong First;
    public ulong Second;
}
