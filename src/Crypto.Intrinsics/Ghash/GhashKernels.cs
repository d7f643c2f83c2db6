namespace ManagedCrypto.Intrinsics;

internal static class GhashKernels
{
    public static KernelList<GhashKernel> List { get; } = new(() => new GhashPortableTable(), () => new GhashPortableMultiply());
}
