using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;

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
        Arm64 = new(
            "ShaArm64",
            [
                new ShaCompressionArm64Program("Sha1", CpuFeatures.ArmSha1, program => new Sha1Arm64Steps(program)),
                new Pbkdf2Arm64Program("Sha1Pbkdf2", CpuFeatures.ArmSha1, program => [new Sha1Arm64Steps(program)], 20),
                new Pbkdf2Arm64Program("Sha1Pbkdf2Pair", CpuFeatures.ArmSha1, Sha1ArmPair, 20),
                new ShaCompressionArm64Program("Sha256", CpuFeatures.ArmSha256, program => new Sha256Arm64Steps(program)),
                new Pbkdf2Arm64Program("Sha256Pbkdf2", CpuFeatures.ArmSha256, program => [new Sha256Arm64Steps(program)], 32),
                new Pbkdf2Arm64Program("Sha256Pbkdf2Pair", CpuFeatures.ArmSha256, Sha256ArmPair, 32),
                new ShaCompressionArm64Program("Sha512", CpuFeatures.ArmSha512, program => new Sha512Arm64Steps(program)),
                new Pbkdf2Arm64Program("Sha512Pbkdf2", CpuFeatures.ArmSha512, program => [new Sha512Arm64Steps(program)], 64, 48),
                new KeccakArm64Program(),
            ]),
    };

    /// <summary>Of two messages.</summary>
    public static ShaArm64Steps[] Sha1ArmPair(A64Program program) => [new Sha1Arm64Steps(program), new Sha1Arm64Steps(program, message: 1)];

    /// <inheritdoc cref="Sha1ArmPair"/>
    public static ShaArm64Steps[] Sha256ArmPair(A64Program program) => [new Sha256Arm64Steps(program), new Sha256Arm64Steps(program, message: 1)];
}
