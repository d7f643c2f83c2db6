namespace ManagedCrypto.Intrinsics;

/// <summary>The AES kernels, best first.</summary>
internal static class AesKernels
{
    public static KernelList<AesKernel> List { get; } = new(
        new AesPortableTable(),
        new AesPortableBitsliced());
}
