namespace ManagedCrypto.Intrinsics;

/// <summary>The GHASH kernels, best first.</summary>
internal static class GhashKernels
{
    public static KernelList<GhashKernel> List { get; } = new(
        GhashX64MachineCode.Vpclmul512,
        GhashX64MachineCode.Vpclmul256,
        GhashX64MachineCode.PclmulAvx,
        () => new GhashPortableTable(),
        () => new GhashPortableMultiply());
}
