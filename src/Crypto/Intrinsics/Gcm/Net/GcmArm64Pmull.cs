using System.Runtime.Intrinsics;

namespace ManagedCrypto.Intrinsics;

/// <summary>AES-GCM by the cryptographic extension of Armv8: AESE, AESMC and PMULL.</summary>
internal sealed class GcmArm64Pmull : GcmIntrinsics<AesArm64Encryption, GhashArm64Lanes, GhashArm64Lanes, Vector128<ulong>>
{
    public override string Id => "gcm/arm64-pmull";

    public override CpuFeatures Requires => CpuFeatures.ArmAes | CpuFeatures.ArmPmull;
}
