namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What a hash does with a block. For FIPS 180-4 it is a compression function: the words of the chaining value have 32 bits (SHA-1: 5,
/// SHA-256: 8) or 64 bits (SHA-512: 8), and a block has 16 of them. For FIPS 202 the block is added to the state, 25 lanes of 64 bits,
/// which is permuted. Nothing is read outside the blocks.
/// </summary>
internal abstract unsafe class HashKernel : Kernel
{
    public abstract void Compress(HashArguments* arguments);
}
