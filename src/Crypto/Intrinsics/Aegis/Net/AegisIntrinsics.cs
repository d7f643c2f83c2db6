namespace ManagedCrypto.Intrinsics;

/// <summary>What AEGIS by the CPU's rounds of AES has in common.</summary>
internal abstract class AegisIntrinsics<TRound>(AegisVariant variant) : AegisKernel(TRound.Name, variant)
    where TRound : struct, IAegisRound
{
    public override KernelTier Tier => KernelTier.Intrinsics;

    public override CpuFeatures Requires => TRound.Requires;
}
