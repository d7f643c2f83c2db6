namespace ManagedCrypto.Intrinsics;

/// <summary>The kernels of SHA-1, best first.</summary>
internal static class Sha1Kernels
{
    public static KernelList<HashKernel> List { get; } = new(
        ShaX64MachineCode.Sha1ShaNi,
#if NET
        () => new Sha1X64Avx2(),
        () => new Sha1Arm64Sha1(),
#endif
        () => new Sha1Portable());
}
