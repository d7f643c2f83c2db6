namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES-GCM by AES-NI and PCLMULQDQ, the products of one, two or four blocks at a time. A .NET API for VAES would let a wider
/// kernel take this one's place.
/// </summary>
internal sealed class GcmX64AesNi<TLanes, TVector> : GcmIntrinsics<AesX64Encryption, GhashX64Lanes128, TLanes, TVector>
    where TLanes : struct, IGhashX64Lanes<TVector>
    where TVector : unmanaged
{
    public override string Id => "gcm/" + TLanes.Id;

    public override CpuFeatures Requires =>
        CpuFeatures.AesNi | CpuFeatures.Pclmulqdq | CpuFeatures.Ssse3 | CpuFeatures.Sse41 | TLanes.Requires;

    public override string? WhyUnavailable() =>
        base.WhyUnavailable() ?? (TLanes.IsSupported ? null : "the runtime does not grant the vector's width");

    public override string? WhyNotPreferred() => TLanes.WhyNotPreferred();
}
