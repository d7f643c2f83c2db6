namespace ManagedCrypto.Intrinsics;

/// <summary>The kernels of SHA-384 and SHA-512, best first.</summary>
internal static class Sha512Kernels
{
    public static KernelList<HashKernel> List { get; } = new(
        ShaX64MachineCode.Sha512Avx512,
        ShaX64MachineCode.Sha512Bmi2,
#if NET
        () => new Sha512X64Avx2(),
#endif
        () => new Sha512Portable());
}
