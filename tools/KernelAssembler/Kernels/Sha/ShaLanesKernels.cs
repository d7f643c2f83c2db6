using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>The compression functions of FIPS 180-4 for two messages at once.</summary>
internal static class ShaLanesKernels
{
    public static KernelFamily Family => new("ShaLanes", [new Sha1ShaNiPairProgram(), new Sha256ShaNiPairProgram()])
    {
        Arm64 = new(
            "ShaLanesArm64",
            [
                new ShaPairArm64Program("Sha1Pair", CpuFeatures.ArmSha1, ShaKernels.Sha1ArmPair),
                new ShaPairArm64Program("Sha256Pair", CpuFeatures.ArmSha256, ShaKernels.Sha256ArmPair),
            ]),
    };
}
