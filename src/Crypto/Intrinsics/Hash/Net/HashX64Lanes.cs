using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What the kernels of hashes in the lanes of vectors share: a vector has the same word of as many messages, and lies at its index
/// from the first of its kind.
/// </summary>
/// <typeparam name="TVector">A vector of 256 or 512 bits.</typeparam>
/// <typeparam name="TLanes">Its words.</typeparam>
internal abstract unsafe class HashX64Lanes<TVector, TLanes>(string id, int fewestMessages) : HashLanesKernel
    where TVector : unmanaged
    where TLanes : struct, IShaLanes<TVector>
{
    public sealed override string Id => id;

    public sealed override KernelTier Tier => KernelTier.Intrinsics;

    public sealed override bool IsConstantTime => true;

    public sealed override CpuFeatures Requires => TLanes.Requires;

    public sealed override int Lanes => LaneRows<TVector, TLanes>.Count;

    public sealed override int FewestMessages => fewestMessages;

    public sealed override string? WhyUnavailable() => base.WhyUnavailable()
        ?? (TLanes.IsSupported ? null : $"the runtime does not grant vectors of {8 * sizeof(TVector)} bits");

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static TVector Vector(byte* vectors, nint index) => TLanes.Load(vectors + (index * sizeof(TVector)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static void Store(TVector vector, byte* vectors, nint index) => TLanes.Store(vector, vectors + (index * sizeof(TVector)));
}
