namespace ManagedCrypto.Intrinsics;

/// <summary>The kernels of SHA-384 and SHA-512, best first.</summary>
internal static class Sha512Kernels
{
    public static KernelList<ShaKernel> List { get; } = new(new Sha512Portable());
}
