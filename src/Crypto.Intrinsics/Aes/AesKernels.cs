namespace ManagedCrypto.Intrinsics;

/// <summary>The AES kernels, best first.</summary>
internal static class AesKernels
{
    public static KernelList<AesKernel> List { get; } = new(
#if NET
        new AesX64AesNi(),
#endif
        new AesPortableTable(),
        new AesPortableBitsliced());
}
