namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A compression function of FIPS 180-4. Words are of 32 bits (SHA-1: 5, SHA-256: 8; blocks of 64 bytes) or 64 bits
/// (SHA-512: 8; blocks of 128 bytes). Nothing is read outside the blocks.
/// </summary>
internal abstract unsafe class ShaKernel : Kernel
{
    public abstract void Compress(ShaArguments* arguments);
}
