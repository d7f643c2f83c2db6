using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using static ManagedCrypto.Intrinsics.AesPermuteTables;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES (FIPS 197, SP 800-38A) by shuffles of bytes within a vector, which are look-ups in tables of 16 bytes: M. Hamburg,
/// "Accelerating AES with vector permute instructions", CHES 2009; <see cref="AesPermuteTables"/> has the mathematics. ShiftRows
/// is not carried out: the state of round r lags r row shifts, the round keys are stored shifted to match, and MixColumns reaches
/// as many columns aside. Any alignment. Constant-time, key expansion included: what depends on keys and texts are the
/// indices of shuffles alone. It serves CPUs without instructions for AES, so that no .NET API can replace it.
/// </summary>
internal sealed unsafe class AesPermute<TVector, TLanes> : AesKernel
    where TVector : unmanaged
    where TLanes : struct, IShuffleLanes<TVector>
{
    private const int BlockBytes = AesRounds.BlockBytes;
    private const int BatchVectors = 4;
    private const int PlainKeys = AesRounds.LongestScheduleBytes;

    public AesPermute() => Require();

    public override string Id => $"aes/{TLanes.Id}-permute";

    public override KernelTier Tier => KernelTier.Intrinsics;

    public override bool IsConstantTime => true;

    public override bool IsTestedInParts => true;

    public override CpuFeatures Requires => TLanes.Requires;

    public override string? WhyUnavailable() =>
        base.WhyUnavailable() ?? (TLanes.IsSupported ? null : "the runtime does not grant the vector's width");

    /// <summary>The keys of encryption, and those of the standard, which the keys of decryption are made from.</summary>
    public override int EncryptionScheduleBytes => 2 * AesRounds.LongestScheduleBytes;

    public override int ScheduleBytes => 3 * AesRounds.LongestScheduleBytes;

    private static int VectorBytes => sizeof(TVector);

    private static int BatchBytes => BatchVectors * VectorBytes;

    public override void ExpandKey(byte* key, int keyBytes, byte* schedule)
    {
        AesKeyExpansion.Expand<AesPermuteKeys>(key, keyBytes, schedule + PlainKeys);
        AesPermuteKeys.Encode<AesPermuteEncryption>(schedule + PlainKeys, RoundsFor(keyBytes), schedule);
        Secret.ForgetRegisters();
    }

    public override void ExpandDecryptionKey(byte* schedule, int rounds)
    {
        var keys = schedule + AesPermuteDecryption.ScheduleOffset;
        AesKeyExpansion.Invert<AesPermuteKeys>(schedule + PlainKeys, rounds, keys);
        AesPermuteKeys.Encode<AesPermuteDecryption>(keys, rounds, keys);
        Secret.ForgetRegisters();
    }

    public override void Run(AesOperation operation, AesArguments* arguments)
    {
        RequireTested((int)operation);
        switch (operation)
        {
            case AesOperation.EncryptEcb:
                Transform<AesEcb, AesPermuteEncryption>(arguments);
                break;
            case AesOperation.DecryptEcb:
                Transform<AesEcb, AesPermuteDecryption>(arguments);
                break;
            case AesOperation.EncryptCbc:
                EncryptCbc(arguments);
                break;
            case AesOperation.DecryptCbc:
                Transform<AesCbcDecryption, AesPermuteDecryption>(arguments);
                break;
            case AesOperation.EncryptCfb128:
                EncryptCfb128(arguments);
                break;
            case AesOperation.DecryptCfb128:
                Transform<AesCfbDecryption, AesPermuteEncryption>(arguments);
                break;
            case AesOperation.TransformCtr:
                Transform<AesCtrBlocks, AesPermuteEncryption>(arguments);
                break;
            case AesOperation.TransformGcmSivCtr:
                Transform<AesGcmSivCtrBlocks, AesPermuteEncryption>(arguments);
                break;
            case AesOperation.TransformGcmCtr:
                Transform<AesGcmCtrBlocks, AesPermuteEncryption>(arguments);
                break;
            default:
                base.Run(operation, arguments);
                break;
        }

        Secret.ForgetRegisters();
    }

    [MethodImpl(Jit.Optimize)]
    private static void EncryptCbc(AesArguments* arguments)
    {
        var previous = Vector128.Load(arguments->IV);
        for (nint done = 0; done < arguments->Length; done += BlockBytes)
        {
            var text = previous ^ Vector128.Load(arguments->Source + done);
            previous = Cipher<Block, ShuffleLanes128, AesPermuteEncryption>(text, arguments->Schedule, arguments->Rounds);
            previous.Store(arguments->Destination + done);
        }

        previous.Store(arguments->IV);
    }

    [MethodImpl(Jit.Optimize)]
    private static void EncryptCfb128(AesArguments* arguments)
    {
        var previous = Vector128.Load(arguments->IV);
        for (nint done = 0; done < arguments->Length; done += BlockBytes)
        {
            previous = Cipher<Block, ShuffleLanes128, AesPermuteEncryption>(previous, arguments->Schedule, arguments->Rounds);
            previous ^= Vector128.Load(arguments->Source + done);
            previous.Store(arguments->Destination + done);
        }

        previous.Store(arguments->IV);
    }

    /// <summary>Whole batches and a single block where they lie; what else is left, on the stack.</summary>
    private static void Transform<TMode, TDirection>(AesArguments* arguments)
        where TMode : struct, IAesMode<TMode>
        where TDirection : struct, IAesPermuteDirection
    {
        var source = arguments->Source;
        var destination = arguments->Destination;
        var batches = arguments->Length & -BatchBytes;
        if (batches > 0)
            Bulk<TMode, TDirection>(arguments, source, destination, batches);

        var left = arguments->Length - batches;
        if (left == BlockBytes)
            Single<TMode, TDirection>(arguments, source + batches, destination + batches);
        else if (left > 0)
            Tail<TMode, TDirection>(arguments, source + batches, destination + batches, left);
    }

    [MethodImpl(Jit.Optimize)]
    private static void Single<TMode, TDirection>(AesArguments* arguments, byte* source, byte* destination)
        where TMode : struct, IAesMode<TMode>
        where TDirection : struct, IAesPermuteDirection
    {
        var mode = TMode.Load(arguments->IV);
        mode.After(source, 1).Store(arguments->IV);
        var keys = arguments->Schedule + TDirection.ScheduleOffset;
        var state = Cipher<Block, ShuffleLanes128, TDirection>(mode.Input(source, 0), keys, arguments->Rounds);
        mode.Output(state, source, 0).Store(destination);
    }

    /// <summary>Less than a batch: a vector, or a batch.</summary>
    [SkipLocalsInit]
    [MethodImpl(Jit.Optimize)]
    private static void Tail<TMode, TDirection>(AesArguments* arguments, byte* source, byte* destination, nint bytes)
        where TMode : struct, IAesMode<TMode>
        where TDirection : struct, IAesPermuteDirection
    {
        var batch = stackalloc byte[BatchBytes];
        Buffer.MemoryCopy(source, batch, BatchBytes, bytes);
        var mode = TMode.Load(arguments->IV);
        var next = mode.After(batch, (int)(bytes + BlockBytes - 1) / BlockBytes);
        if (bytes <= VectorBytes)
        {
            var keys = arguments->Schedule + TDirection.ScheduleOffset;
            var state = Cipher<TVector, TLanes, TDirection>(TLanes.Input(mode, batch, 0), keys, arguments->Rounds);
            TLanes.Output(mode, state, batch, 0, batch);
        }
        else
        {
            Bulk<TMode, TDirection>(arguments, batch, batch, BatchBytes);
        }

        next.Store(arguments->IV);
        Buffer.MemoryCopy(batch, destination, bytes, bytes);
        Secret.Wipe(batch, BatchBytes);
    }

    /// <summary>
    /// Whole batches. The last vector of each is written first: an output may need the source block before its own, which it may
    /// not have replaced yet.
    /// </summary>
    [MethodImpl(Jit.Optimize)]
    private static void Bulk<TMode, TDirection>(AesArguments* arguments, byte* source, byte* destination, nint bytes)
        where TMode : struct, IAesMode<TMode>
        where TDirection : struct, IAesPermuteDirection
    {
        var mode = TMode.Load(arguments->IV);
        var keys = arguments->Schedule + TDirection.ScheduleOffset;
        var rounds = arguments->Rounds;
        var tables = TDirection.Tables;
        for (; bytes > 0; bytes -= BatchBytes)
        {
            var next = mode.After(source, BatchBytes / BlockBytes);
            var key = TLanes.Broadcast(keys);
            var v0 = Begin<TVector, TLanes>(TLanes.Input(mode, source, 0), key, tables);
            var v1 = Begin<TVector, TLanes>(TLanes.Input(mode, source, 1), key, tables);
            var v2 = Begin<TVector, TLanes>(TLanes.Input(mode, source, 2), key, tables);
            var v3 = Begin<TVector, TLanes>(TLanes.Input(mode, source, 3), key, tables);
            for (var round = 1; round < rounds; round++)
            {
                key = TLanes.Broadcast(keys + (round * BlockBytes));
                var mixing = Mixing + (((round * TDirection.LagOfARound) & 3) * MixingBytes);
                v0 = TDirection.Round<TVector, TLanes>(v0, key, tables, mixing);
                v1 = TDirection.Round<TVector, TLanes>(v1, key, tables, mixing);
                v2 = TDirection.Round<TVector, TLanes>(v2, key, tables, mixing);
                v3 = TDirection.Round<TVector, TLanes>(v3, key, tables, mixing);
            }

            key = TLanes.Broadcast(keys + (rounds * BlockBytes));
            var shift = RowShifts + (((rounds * TDirection.LagOfARound) & 3) * Table);
            TLanes.Output(mode, End<TVector, TLanes>(v3, key, tables, shift), source, 3, destination);
            TLanes.Output(mode, End<TVector, TLanes>(v2, key, tables, shift), source, 2, destination);
            TLanes.Output(mode, End<TVector, TLanes>(v1, key, tables, shift), source, 1, destination);
            TLanes.Output(mode, End<TVector, TLanes>(v0, key, tables, shift), source, 0, destination);
            mode = next;
            source += BatchBytes;
            destination += BatchBytes;
        }

        mode.Store(arguments->IV);
    }

    /// <summary>A single vector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T Cipher<T, TLanesOfT, TDirection>(T text, byte* keys, int rounds)
        where T : unmanaged
        where TLanesOfT : struct, IShuffleLanes<T>
        where TDirection : struct, IAesPermuteDirection
    {
        var tables = TDirection.Tables;
        var state = Begin<T, TLanesOfT>(text, TLanesOfT.Broadcast(keys), tables);
        for (var round = 1; round < rounds; round++)
        {
            var mixing = Mixing + (((round * TDirection.LagOfARound) & 3) * MixingBytes);
            state = TDirection.Round<T, TLanesOfT>(state, TLanesOfT.Broadcast(keys + (round * BlockBytes)), tables, mixing);
        }

        var shift = RowShifts + (((rounds * TDirection.LagOfARound) & 3) * Table);
        return End<T, TLanesOfT>(state, TLanesOfT.Broadcast(keys + (rounds * BlockBytes)), tables, shift);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T Begin<T, TLanesOfT>(T text, T key, byte* tables)
        where T : unmanaged
        where TLanesOfT : struct, IShuffleLanes<T> =>
        TLanesOfT.Xor(AesPermuteRounds.Enter<T, TLanesOfT>(text, tables), key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T End<T, TLanesOfT>(T state, T key, byte* tables, byte* shift)
        where T : unmanaged
        where TLanesOfT : struct, IShuffleLanes<T>
    {
        AesPermuteRounds.Invert<T, TLanesOfT>(state, tables, out var p, out var q);
        var text = AesPermuteRounds.LookUp<T, TLanesOfT>(p, q, tables + Leave);
        return TLanesOfT.Xor(TLanesOfT.Shuffle(text, TLanesOfT.Broadcast(shift)), key);
    }
}
