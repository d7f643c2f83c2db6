namespace ManagedCrypto.Intrinsics;

/// <summary>The kernels of SHA-256, best first.</summary>
internal static class Sha256Kernels
{
    public static KernelList<ShaKernel> List { get; } = new(new Sha256Portable());
}
