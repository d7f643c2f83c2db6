using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// ChaCha20 and Poly1305 in vectors. Steps of the hash go between the rounds of a batch: when sealing they take the batch before, when
/// opening the batch itself, before it is overwritten.
/// <para>
/// Constant-time. Preconditions: none beyond the contract.
/// </para>
/// </summary>
internal sealed unsafe class ChaChaPolyX64<TVector, TLanes> : ChaChaPolyVectors<TVector, TLanes>
    where TVector : unmanaged
    where TLanes : struct, IPoly1305Lanes<TVector>
{
    /// <summary>Shorter than that, the powers of r cost more than they save.</summary>
    private const int ShortBytes = 384;

    protected override void SealBatches(ChaChaPolyMessage* message, byte* source, byte* destination, nint length)
    {
        var lanes = BeginLanes(message);
        XorBatch(message, source, destination, lanes, null);
        for (nint i = BatchBytes; i < length; i += BatchBytes)
            XorBatch(message, source + i, destination + i, lanes, destination + i - BatchBytes);
        Poly1305Blocks<TVector, TLanes>.Update(lanes, destination + length - BatchBytes, BatchBytes);
    }

    protected override void OpenBatches(ChaChaPolyMessage* message, byte* source, byte* destination, nint length)
    {
        var lanes = BeginLanes(message);
        for (nint i = 0; i < length; i += BatchBytes)
            XorBatch(message, source + i, destination + i, lanes, source + i);
    }

    protected override void Hash(ChaChaPolyMessage* message, byte* source, nint length)
    {
        var stepBytes = Poly1305Blocks<TVector, TLanes>.StepBytes;
        if (length >= (message->Lanes == LanesStage.Running ? stepBytes : ShortBytes))
        {
            var whole = length & -stepBytes;
            Poly1305Blocks<TVector, TLanes>.Update(BeginLanes(message), source, whole);
            source += whole;
            length -= whole;
        }

        if (length > 0)
        {
            EndLanes(message);
            base.Hash(message, source, length);
        }
    }

    private static void XorBatch(ChaChaPolyMessage* message, byte* source, byte* destination, byte* lanes, byte* hashed)
    {
        var state = (uint*)&message->Cipher;
        if (TLanes.HashesBetweenRounds)
        {
            ChaChaBlocks<TVector, TLanes>.XorBatch<HashBetweenRounds>(state, startsWithKey: false, source, destination, lanes, hashed);
            return;
        }

        if (hashed != null)
            Poly1305Blocks<TVector, TLanes>.Update(lanes, hashed, TLanes.Words * BlockBytes);
        ChaChaBlocks<TVector, TLanes>.XorBatch<NothingBetweenRounds>(state, startsWithKey: false, source, destination, null, null);
    }

    private static byte* BeginLanes(ChaChaPolyMessage* message)
    {
        var lanes = Poly1305Blocks<TVector, TLanes>.Align(&message->LanesMemory);
        if (message->Lanes == LanesStage.None)
            Poly1305Blocks<TVector, TLanes>.MakePowers(lanes, &message->Hash);
        if (message->Lanes != LanesStage.Running)
            Poly1305Blocks<TVector, TLanes>.Begin(lanes, &message->Hash);
        message->Lanes = LanesStage.Running;
        return lanes;
    }

    private static void EndLanes(ChaChaPolyMessage* message)
    {
        if (message->Lanes != LanesStage.Running)
            return;
        Poly1305Blocks<TVector, TLanes>.End(Poly1305Blocks<TVector, TLanes>.Align(&message->LanesMemory), &message->Hash);
        message->Lanes = LanesStage.Resting;
    }

    private readonly struct HashBetweenRounds : IBetweenRounds
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Step(byte* lanes, byte* source) => Poly1305Blocks<TVector, TLanes>.Step(lanes, source);
    }
}
