using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES (FIPS 197, SP 800-38A) by a CPU's instructions for rounds. A round has a latency of 2 to 5 cycles and a throughput of one
/// or two a cycle, so modes whose blocks do not depend on each other keep eight in flight; the others are bound by the latency,
/// and keep everything but the rounds off the chain from block to block. Any alignment. Constant-time: the instructions are, and
/// branches and addresses depend on lengths and counters alone.
/// </summary>
internal abstract unsafe class AesIntrinsics<TEncryption, TDecryption> : AesKernel
    where TEncryption : struct, IAesRounds
    where TDecryption : struct, IAesDecryption
{
    private const int BlockBytes = AesRounds.BlockBytes;
    private const int BatchBlocks = 8;
    private const int BatchBytes = BatchBlocks * BlockBytes;

    public override KernelTier Tier => KernelTier.Intrinsics;

    public override bool IsConstantTime => true;

    public override bool IsTestedInParts => true;

    public override int EncryptionScheduleBytes => AesRounds.LongestScheduleBytes;

    public override int ScheduleBytes => 2 * AesRounds.LongestScheduleBytes;

    public override void ExpandKey(byte* key, int keyBytes, byte* schedule)
    {
        AesKeyExpansion.Expand<TEncryption>(key, keyBytes, schedule);
        Secret.ForgetRegisters();
    }

    public override void ExpandDecryptionKey(byte* schedule, int rounds)
    {
        AesKeyExpansion.Invert<TDecryption>(schedule, rounds, schedule + AesRounds.LongestScheduleBytes);
        Secret.ForgetRegisters();
    }

    // Inlined where the JIT has seen no other kernel, it costs a call of one block nothing.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public sealed override void Run(AesOperation operation, AesArguments* arguments)
    {
        RequireTested((int)operation);
        switch (operation)
        {
            case AesOperation.EncryptEcb:
                Transform<AesEcb, TEncryption>(arguments);
                break;
            case AesOperation.DecryptEcb:
                Transform<AesEcb, TDecryption>(arguments);
                break;
            case AesOperation.EncryptCbc:
                EncryptCbc(arguments);
                break;
            case AesOperation.DecryptCbc:
                Transform<AesCbcDecryption, TDecryption>(arguments);
                break;
            case AesOperation.EncryptCfb8:
                EncryptCfb8(arguments);
                break;
            case AesOperation.DecryptCfb8:
                DecryptCfb8(arguments);
                break;
            case AesOperation.EncryptCfb128:
                EncryptCfb128(arguments);
                break;
            case AesOperation.DecryptCfb128:
                Transform<AesCfbDecryption, TEncryption>(arguments);
                break;
            case AesOperation.TransformCtr:
                Transform<AesCtrBlocks, TEncryption>(arguments);
                break;
            case AesOperation.TransformGcmSivCtr:
                Transform<AesGcmSivCtrBlocks, TEncryption>(arguments);
                break;
            case AesOperation.TransformGcmCtr:
                Transform<AesGcmCtrBlocks, TEncryption>(arguments);
                break;
            case AesOperation.EncryptXts:
                XtsUnit.Transform(default(XtsBlocks<TEncryption>), arguments, decrypts: false);
                break;
            case AesOperation.DecryptXts:
                XtsUnit.Transform(default(XtsBlocks<TDecryption>), arguments, decrypts: true);
                break;
            default:
                base.Run(operation, arguments);
                break;
        }

        Secret.ForgetRegisters();
    }

    /// <summary>
    /// Each block is the cipher of its plaintext XOR the ciphertext before it. Three things are XORed into the state between the
    /// last round of one block and the first of the next: the last key, the next plaintext and the first key. Their XOR, the link,
    /// is made beforehand, and a round XORs it into the state.
    /// </summary>
    [MethodImpl(Jit.Optimize)]
    private static void EncryptCbc(AesArguments* arguments)
    {
        if (arguments->Length == 0)
            return;

        var keys = arguments->Schedule;
        var rounds = arguments->Rounds;
        var source = arguments->Source;
        var destination = arguments->Destination;
        var end = source + arguments->Length;
        var beforeLast = Vector128.Load(keys + ((rounds - 1) * BlockBytes));
        var last = Vector128.Load(keys + (rounds * BlockBytes));
        var link = Vector128.Load(keys);
        var lastAndFirst = last ^ link;
        var state = TEncryption.Begin(Vector128.Load(arguments->IV) ^ Vector128.Load(source), link);
        while (true)
        {
            state = InnerRounds(state, link, keys, rounds);
            source += BlockBytes;
            if (source == end)
                break;

            link = lastAndFirst ^ Vector128.Load(source);
            state = TEncryption.LastRound(state, beforeLast, InLastRound(link));
            (state ^ InLastRound(link) ^ last).Store(destination);
            destination += BlockBytes;
        }

        var ciphertext = TEncryption.LastRound(state, beforeLast, last);
        ciphertext.Store(destination);
        ciphertext.Store(arguments->IV);
    }

    /// <summary>
    /// Each block is its plaintext XOR the cipher of the ciphertext before it; the chain is <see cref="EncryptCbc"/>'s.
    /// </summary>
    [MethodImpl(Jit.Optimize)]
    private static void EncryptCfb128(AesArguments* arguments)
    {
        var keys = arguments->Schedule;
        var rounds = arguments->Rounds;
        var source = arguments->Source;
        var destination = arguments->Destination;
        var beforeLast = Vector128.Load(keys + ((rounds - 1) * BlockBytes));
        var first = Vector128.Load(keys);
        var lastAndFirst = Vector128.Load(keys + (rounds * BlockBytes)) ^ first;
        var link = first;
        var state = TEncryption.Begin(Vector128.Load(arguments->IV), first);
        for (var left = arguments->Length; left > 0; left -= BlockBytes)
        {
            state = InnerRounds(state, link, keys, rounds);
            link = lastAndFirst ^ Vector128.Load(source);
            state = TEncryption.LastRound(state, beforeLast, InLastRound(link));
            (state ^ InFirstRound(link) ^ first).Store(destination);
            source += BlockBytes;
            destination += BlockBytes;
        }

        (state ^ InFirstRound(link) ^ first).Store(arguments->IV);
    }

    /// <summary>What of a link the last round of a block XORs: all, if a round ends with its key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block InLastRound(Block link) => TEncryption.KeysAhead == 0 ? link : Block.Zero;

    /// <summary>What of a link the first round of the next block XORs: all, if a round begins with its key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block InFirstRound(Block link) => TEncryption.KeysAhead == 0 ? Block.Zero : link;

    /// <summary>All rounds but the last.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block InnerRounds(Block state, Block link, byte* keys, int rounds)
    {
        state = TEncryption.Round(state, TEncryption.KeysAhead == 0 ? Vector128.Load(keys + BlockBytes) : link);
        for (var round = 2; round < rounds; round++)
            state = TEncryption.Round(state, Vector128.Load(keys + ((round - TEncryption.KeysAhead) * BlockBytes)));
        return state;
    }

    [MethodImpl(Jit.Optimize)]
    private static void EncryptCfb8(AesArguments* arguments)
    {
        var previous = Vector128.Load(arguments->IV);
        for (nint i = 0; i < arguments->Length; i++)
        {
            var keystream = AesRounds.Transform<TEncryption>(previous, arguments->Schedule, arguments->Rounds);
            var ciphertext = (byte)(keystream.ToScalar() ^ arguments->Source[i]);
            arguments->Destination[i] = ciphertext;
            previous = Shift(previous, ciphertext);
        }

        previous.Store(arguments->IV);
    }

    /// <summary>The 16 bytes of ciphertext before each byte are known, so that eight bytes are in flight.</summary>
    [MethodImpl(Jit.Optimize)]
    private static void DecryptCfb8(AesArguments* arguments)
    {
        var batch = stackalloc byte[BatchBytes];
        var previous = Vector128.Load(arguments->IV);
        for (nint done = 0, bytes; done < arguments->Length; done += bytes)
        {
            bytes = Math.Min(arguments->Length - done, BatchBlocks);
            for (nint i = 0; i < bytes; i++)
            {
                previous.Store(batch + (i * BlockBytes));
                previous = Shift(previous, arguments->Source[done + i]);
            }

            Batch<AesEcb, TEncryption>(default, arguments->Schedule, arguments->Rounds, batch, batch);
            for (nint i = 0; i < bytes; i++)
                arguments->Destination[done + i] = (byte)(arguments->Source[done + i] ^ batch[i * BlockBytes]);
        }

        previous.Store(arguments->IV);
        Secret.Wipe(batch, BatchBytes);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block Shift(Block previous, byte next) =>
        Vector128.Shuffle(previous, Vector128.Create((byte)1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15))
            .WithElement(15, next);

    /// <summary>Whole batches where they lie; what is left, and is more than one block, in a batch on the stack.</summary>
    [MethodImpl(Jit.Optimize)]
    private static void Transform<TMode, TDirection>(AesArguments* arguments)
        where TMode : struct, IAesMode<TMode>
        where TDirection : struct, IAesRounds
    {
        var mode = TMode.Load(arguments->IV);
        var keys = arguments->Schedule + TDirection.ScheduleOffset;
        var rounds = arguments->Rounds;
        var source = arguments->Source;
        var destination = arguments->Destination;
        var left = arguments->Length;
        for (; left >= BatchBytes; left -= BatchBytes)
        {
            var next = mode.After(source, BatchBlocks);
            Batch<TMode, TDirection>(mode, keys, rounds, source, destination);
            mode = next;
            source += BatchBytes;
            destination += BatchBytes;
        }

        if (left == BlockBytes)
        {
            var next = mode.After(source, 1);
            mode.Output(AesRounds.Transform<TDirection>(mode.Input(source, 0), keys, rounds), source, 0).Store(destination);
            mode = next;
        }

        mode.Store(arguments->IV);
        if (left > BlockBytes || (left & (BlockBytes - 1)) != 0)
            Tail<TMode, TDirection>(arguments, keys, source, destination, left);
    }

    [MethodImpl(Jit.Optimize)]
    private static void Tail<TMode, TDirection>(AesArguments* arguments, byte* keys, byte* source, byte* destination, nint bytes)
        where TMode : struct, IAesMode<TMode>
        where TDirection : struct, IAesRounds
    {
        var mode = TMode.Load(arguments->IV);
        var batch = stackalloc byte[BatchBytes];
        Buffer.MemoryCopy(source, batch, BatchBytes, bytes);
        var next = mode.After(batch, (int)(bytes + BlockBytes - 1) / BlockBytes);
        Batch<TMode, TDirection>(mode, keys, arguments->Rounds, batch, batch);
        next.Store(arguments->IV);
        Buffer.MemoryCopy(batch, destination, bytes, bytes);
        Secret.Wipe(batch, BatchBytes);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Batch<TMode, TDirection>(TMode mode, byte* keys, int rounds, byte* source, byte* destination)
        where TMode : struct, IAesMode<TMode>
        where TDirection : struct, IAesRounds
    {
        var key = Vector128.Load(keys);
        var b0 = TDirection.Begin(mode.Input(source, 0), key);
        var b1 = TDirection.Begin(mode.Input(source, 1), key);
        var b2 = TDirection.Begin(mode.Input(source, 2), key);
        var b3 = TDirection.Begin(mode.Input(source, 3), key);
        var b4 = TDirection.Begin(mode.Input(source, 4), key);
        var b5 = TDirection.Begin(mode.Input(source, 5), key);
        var b6 = TDirection.Begin(mode.Input(source, 6), key);
        var b7 = TDirection.Begin(mode.Input(source, 7), key);
        for (var round = 1; round < rounds; round++)
        {
            key = Vector128.Load(keys + ((round - TDirection.KeysAhead) * BlockBytes));
            b0 = TDirection.Round(b0, key);
            b1 = TDirection.Round(b1, key);
            b2 = TDirection.Round(b2, key);
            b3 = TDirection.Round(b3, key);
            b4 = TDirection.Round(b4, key);
            b5 = TDirection.Round(b5, key);
            b6 = TDirection.Round(b6, key);
            b7 = TDirection.Round(b7, key);
        }

        // From the last to the first: an output may need the source block before its own, which it may not have replaced yet.
        var keyBefore = Vector128.Load(keys + ((rounds - TDirection.KeysAhead) * BlockBytes));
        key = Vector128.Load(keys + (rounds * BlockBytes));
        mode.Output(TDirection.LastRound(b7, keyBefore, key), source, 7).Store(destination + (7 * BlockBytes));
        mode.Output(TDirection.LastRound(b6, keyBefore, key), source, 6).Store(destination + (6 * BlockBytes));
        mode.Output(TDirection.LastRound(b5, keyBefore, key), source, 5).Store(destination + (5 * BlockBytes));
        mode.Output(TDirection.LastRound(b4, keyBefore, key), source, 4).Store(destination + (4 * BlockBytes));
        mode.Output(TDirection.LastRound(b3, keyBefore, key), source, 3).Store(destination + (3 * BlockBytes));
        mode.Output(TDirection.LastRound(b2, keyBefore, key), source, 2).Store(destination + (2 * BlockBytes));
        mode.Output(TDirection.LastRound(b1, keyBefore, key), source, 1).Store(destination + BlockBytes);
        mode.Output(TDirection.LastRound(b0, keyBefore, key), source, 0).Store(destination);
    }

    /// <summary>Whole blocks of XTS.</summary>
    private readonly struct XtsBlocks<TDirection> : IXtsBlocks
        where TDirection : struct, IAesRounds
    {
        public void EncryptBlock(AesArguments* arguments, byte* block)
        {
            byte* source = arguments->Source, destination = arguments->Destination;
            var length = arguments->Length;
            arguments->Source = block;
            arguments->Destination = block;
            arguments->Length = BlockBytes;
            Transform<AesEcb, TEncryption>(arguments);
            arguments->Source = source;
            arguments->Destination = destination;
            arguments->Length = length;
        }

        public void Transform(AesArguments* arguments) => AesXtsBlocks.Run(arguments, &Transform<AesXtsBlocks, TDirection>);
    }
}
