namespace ManagedCrypto.Intrinsics;

/// <summary>
/// ChaCha20 in vectors (<see cref="ChaChaBlocks{TVector, TLanes}"/>), and <see cref="Poly1305"/> in words beside it.
/// <para>
/// Constant-time. Preconditions: none beyond the contract.
/// </para>
/// </summary>
internal unsafe class ChaChaPolyVectors<TVector, TLanes>() : ChaChaPolyComposed(TLanes.Id)
    where TVector : unmanaged
    where TLanes : struct, IChaChaLanes<TVector>
{
    public override KernelTier Tier => KernelTier.Intrinsics;

    public override CpuFeatures Requires => TLanes.Requires;

    public override string? WhyUnavailable() => base.WhyUnavailable()
        ?? (TLanes.IsSupported ? null : $"the runtime does not grant vectors of {8 * sizeof(TVector)} bits");

    protected sealed override int BatchBytes => TLanes.Words * BlockBytes;

    public sealed override int MakeKeystream(uint* state, uint counter, bool startsWithKey, byte* keystream, int blocks) =>
        ChaChaBlocks<TVector, TLanes>.MakeKeystream(state, counter, startsWithKey, keystream, blocks);

    protected override void SealBatches(ChaChaPolyMessage* message, byte* source, byte* destination, nint length)
    {
        for (nint i = 0; i < length; i += BatchBytes)
        {
            XorBatch(message, source + i, destination + i);
            Hash(message, destination + i, BatchBytes);
        }
    }

    protected override void OpenBatches(ChaChaPolyMessage* message, byte* source, byte* destination, nint length)
    {
        for (nint i = 0; i < length; i += BatchBytes)
        {
            Hash(message, source + i, BatchBytes);
            XorBatch(message, source + i, destination + i);
        }
    }

    protected sealed override void WipeBatch() => ChaChaBlocks<TVector, TLanes>.WipeBatch();

    private static void XorBatch(ChaChaPolyMessage* message, byte* source, byte* destination) =>
        ChaChaBlocks<TVector, TLanes>.XorBatch<NothingBetweenRounds>(
            (uint*)&message->Cipher, startsWithKey: false, source, destination, null, null);
}
