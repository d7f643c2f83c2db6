namespace ManagedCrypto.Intrinsics;

/// <summary>The kernels of SHA-1, best first.</summary>
internal static class Sha1Kernels
{
    public static KernelList<ShaKernel> List { get; } = new(new Sha1Portable());
}
