using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>The compression functions of FIPS 180-4, and the permutation of FIPS 202.</summary>
internal static class ShaKernels
{
    public static KernelFamily Family => new(
        "Sha",
        [
            new Sha1ShaNiProgram(),
            new Sha1Pbkdf2Program(),
            new Sha256ShaNiProgram(),
            new Sha256Pbkdf2Program(),
            new Sha256Pbkdf2PairProgram(),
            new Sha512Bmi2Program("Sha512Bmi2Avx512", CpuFeatures.Avx512),
            new Sha512Avx512Program(),
            new Sha512Bmi2Program("Sha512Bmi2", CpuFeatures.Avx | CpuFeatures.Avx2),
            new Sha512Pbkdf2Program(),
            new KeccakAvx512Program(),
            new KeccakBmi2Program(),
        ])
    {
        Arm64 = new("ShaArm64", [new Sha1Arm64Program(), new Sha256Arm64Program(), new Sha512Arm64Program(), new KeccakArm64Program()]),
    };
}
