namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>The compression functions of FIPS 180-4.</summary>
internal static class ShaKernels
{
    public static KernelFamily Family => new("Sha", [new Sha1ShaNi(), new Sha256ShaNi(), new Sha512Avx512(), new Sha512Bmi2()]);
}
