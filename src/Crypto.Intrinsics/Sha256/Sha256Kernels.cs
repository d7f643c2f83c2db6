namespace ManagedCrypto.Intrinsics;

/// <summary>The kernels of SHA-256, best first.</summary>
internal static class Sha256Kernels
{
    public static KernelList<HashKernel> List { get; } = new(
        ShaX64MachineCode.Sha256ShaNi,
#if NET
        () => new Sha256X64Avx2(),
        () => new Sha256Arm64Sha256(),
#endif
        () => new Sha256Portable());
}
