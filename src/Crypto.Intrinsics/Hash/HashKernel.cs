namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The compression function of a hash. For FIPS 180-4 the words of the chaining value have 32 bits (SHA-1: 5, SHA-256: 8) or
/// 64 bits (SHA-512: 8), and a block has 16 of them. Nothing is read outside the blocks.
/// </summary>
internal abstract unsafe class HashKernel : Kernel
{
    public abstract int BlockBytes { get; }

    public abstract void Compress(HashArguments* arguments);
}
