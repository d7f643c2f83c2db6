namespace ManagedCrypto.Intrinsics;

/// <summary>The kernels of Adler-32, best first.</summary>
internal static class Adler32Kernels
{
    public static KernelList<ChecksumKernel> List { get; } = new(
        () => new Adler32Portable());
}
