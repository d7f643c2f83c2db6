using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES-GCM (SP 800-38D, sections 7.1 and 7.2) in one pass: eight blocks in flight through a CPU's instructions for AES, with the
/// products of eight blocks of ciphertext between their rounds, those of a batch before (sealing) or of the same one (opening),
/// and one reduction. What does not fill a batch (associated data, text and the lengths block) is gathered on the stack and
/// hashed with one reduction, and J0 is encrypted beside the last counters, so that a message of up to seven blocks is one
/// straight path. The mathematics of the hash is in <see cref="GhashIntrinsics"/>.
/// <para>
/// Any alignment and any length. Constant-time: branches and addresses depend on lengths alone.
/// </para>
/// </summary>
internal abstract unsafe class GcmIntrinsics<TEncryption, TProducts, TLanes, TVector> : GcmKernel
    where TEncryption : struct, IAesRounds
    where TProducts : struct, IGhashProducts
    where TLanes : struct, IGhashLanes<TVector>
    where TVector : unmanaged
{
    private const int BlockBytes = 16;
    private const int BatchBlocks = 8;
    private const int BatchBytes = BatchBlocks * BlockBytes;

    /// <summary>After the longest schedule, on a boundary of 64 bytes.</summary>
    private const int PowersOffset = 256;

    /// <summary>At most eight blocks of associated data and seven of text, or none and eight, and the lengths.</summary>
    private const int GatheredBytes = GhashIntrinsics.Powers * BlockBytes;

    public override KernelTier Tier => KernelTier.Intrinsics;

    public override bool IsConstantTime => true;

    public override bool IsTestedInParts => true;

    public override int KeyBytes => PowersOffset + TProducts.PowersBytes;

    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage)
    {
        AesKeyExpansion.Expand<TEncryption>(cipherKey, cipherKeyBytes, key);
        StoreSubkey(key, AesKernel.RoundsFor(cipherKeyBytes));
        GhashIntrinsics.ExpandKey<TProducts>(key + PowersOffset);
        Secret.ForgetRegisters();
    }

    public override void Seal(AeadArguments* arguments)
    {
        RequireTested(arguments);
        Prepare(arguments);
        Run(arguments, opening: false);
    }

    public override void Open(AeadArguments* arguments)
    {
        RequireTested(arguments);
        Prepare(arguments);
        Run(arguments, opening: true);
    }

    private void RequireTested(AeadArguments* arguments)
    {
        if (arguments->Length >= BatchBytes || arguments->AssociatedDataLength >= BatchBytes)
            RequireTested(LongMessages);
    }

    /// <summary>H, where its powers will be.</summary>
    [MethodImpl(Jit.Optimize)]
    private static void StoreSubkey(byte* key, int rounds) =>
        AesRounds.Transform<TEncryption>(Block.Zero, key, rounds).Store(key + PowersOffset);

    // The hash and the encrypted J0 go from method to method in the argument struct: as vectors, they would be copied to the stack.
    // What is gathered is associated data and ciphertext, no secrets; but its first block, or the last block, may be a hash that
    // goes on with a message in pieces.
    [SkipLocalsInit]
    [MethodImpl(Jit.Optimize)]
    private static void Run(AeadArguments* arguments, bool opening)
    {
        var gathered = stackalloc byte[GatheredBytes];
        var hash = (byte*)&arguments->Hash;
        Vector128<byte>.Zero.Store(hash);
        var powers = arguments->Key + PowersOffset;
        var associatedData = arguments->AssociatedData;
        var associatedDataLeft = arguments->AssociatedDataLength;
        for (; associatedDataLeft >= BatchBytes; associatedDataLeft -= BatchBytes)
        {
            Hash(hash, powers, associatedData);
            associatedData += BatchBytes;
        }

        var gatheredBytes = Gather(associatedData, associatedDataLeft, gathered);
        var batches = arguments->Length / BatchBytes;
        if (gatheredBytes > 0 && arguments->Length > BatchBytes - BlockBytes)
        {
            GhashIntrinsics.Update<TProducts>(hash, powers, gathered, gatheredBytes / BlockBytes);
            gatheredBytes = 0;
        }

        if (batches > 0)
        {
            if (opening)
                Bulk(arguments, 0, arguments->Source, batches);
            else
                SealBulk(arguments, batches);
        }

        Finish(arguments, batches, gathered, gatheredBytes, opening);
        Secret.ForgetRegisters();
    }

    /// <summary>
    /// The hash follows the cipher at a distance of some batches: loads that are wider than the cipher's stores wait until those
    /// have left the store buffer.
    /// </summary>
    [MethodImpl(Jit.Optimize)]
    private static void SealBulk(AeadArguments* arguments, nint batches)
    {
        var destination = arguments->Destination;
        var between = Math.Min(batches, TLanes.BatchesBetween);
        for (nint i = 0; i < between; i++)
            Encrypt(arguments, i, arguments->Source + (i * BatchBytes), destination + (i * BatchBytes));

        Bulk(arguments, between, destination, batches - between);
        for (var i = batches - between; i < batches; i++)
            Hash((byte*)&arguments->Hash, arguments->Key + PowersOffset, destination + (i * BatchBytes));
    }

    /// <summary>Text that does not fill a batch, and J0; then all that is gathered, and the tag.</summary>
    [SkipLocalsInit]
    [MethodImpl(Jit.Optimize)]
    private static void Finish(AeadArguments* arguments, nint batches, byte* gathered, int gatheredBytes, bool opening)
    {
        var text = stackalloc byte[BatchBytes];
        var done = batches * BatchBytes;
        var left = arguments->Length - done;
        Buffer.MemoryCopy(arguments->Source + done, text, BatchBytes, left);
        if (opening)
            gatheredBytes += Gather(text, left, gathered + gatheredBytes);

        Encrypt(arguments, batches, text, text);
        Buffer.MemoryCopy(text, arguments->Destination + done, left, left);
        if (!opening)
            gatheredBytes += Gather(text, left, gathered + gatheredBytes);

        LoadPrepared(arguments->LastBlock).Store(gathered + gatheredBytes);
        byte* hash = (byte*)&arguments->Hash, tag = (byte*)&arguments->Tag;
        GhashIntrinsics.Update<TProducts>(hash, arguments->Key + PowersOffset, gathered, (gatheredBytes / BlockBytes) + 1);
        (GhashIntrinsics.Reverse(Vector128.Load(hash)) ^ Vector128.Load(tag)).Store(tag);
        Secret.WipeInline((Block128*)hash);
        Secret.WipeInline((Block128*)gathered);
        Secret.WipeInline((Block128*)(gathered + gatheredBytes));
        Secret.WipeInline(text, BatchBytes);
    }

    /// <summary>The counter before that of the first block of a batch, low half first.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<uint> CounterBefore(AeadArguments* arguments, nint batch) =>
        GhashIntrinsics.Reverse(LoadPrepared(arguments->J0)).AsUInt32() + Vector128.CreateScalar((uint)batch * BatchBlocks);

    /// <summary>A block that the caller stored in two halves a moment ago.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block LoadPrepared(in Block128 block) => Vector128.Create(block.First, block.Second).AsByte();

    /// <summary>Copies less than a batch, and pads the last block with zeros.</summary>
    /// <returns>The bytes written, a multiple of a block.</returns>
    [MethodImpl(Jit.Optimize)]
    private static int Gather(byte* source, nint bytes, byte* gathered)
    {
        if (bytes == 0)
            return 0;

        var padded = ((int)bytes + BlockBytes - 1) & -BlockBytes;
        Block.Zero.Store(gathered + padded - BlockBytes);
        Buffer.MemoryCopy(source, gathered, bytes, bytes);
        return padded;
    }

    /// <summary>The sum of eight blocks' products and their reduction.</summary>
    [MethodImpl(Jit.Optimize)]
    private static void Hash(byte* hash, byte* powers, byte* blocks)
    {
        TVector low = default, middle = default, high = default;
        var before = Vector128.Load(hash);
        var reversed = TLanes.Reversed;
        powers += (GhashIntrinsics.Powers - BatchBlocks) * BlockBytes;
        for (var offset = 0; offset < BatchBytes; offset += sizeof(TVector))
        {
            TLanes.XorProducts(reversed, blocks + offset, before, powers + offset, ref low, ref middle, ref high);
            before = default;
        }

        TLanes.Reduce(low, middle, high).Store(hash);
    }

    /// <summary>The first states of eight blocks: their counters, bytes reversed, XOR the first round key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void FirstRound(
        Block key,
        Vector128<uint> counter,
        Block reversed,
        out Block b0,
        out Block b1,
        out Block b2,
        out Block b3,
        out Block b4,
        out Block b5,
        out Block b6,
        out Block b7)
    {
        b0 = CounterBlock(counter, 1, reversed, key);
        b1 = CounterBlock(counter, 2, reversed, key);
        b2 = CounterBlock(counter, 3, reversed, key);
        b3 = CounterBlock(counter, 4, reversed, key);
        b4 = CounterBlock(counter, 5, reversed, key);
        b5 = CounterBlock(counter, 6, reversed, key);
        b6 = CounterBlock(counter, 7, reversed, key);
        b7 = CounterBlock(counter, 8, reversed, key);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block CounterBlock(Vector128<uint> counter, uint index, Block reversed, Block key) =>
        TEncryption.Begin(Vector128.ShuffleNative((counter + Vector128.CreateScalar(index)).AsByte(), reversed), key);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Round(
        byte* keys,
        int round,
        ref Block b0,
        ref Block b1,
        ref Block b2,
        ref Block b3,
        ref Block b4,
        ref Block b5,
        ref Block b6,
        ref Block b7)
    {
        var key = RoundKey(keys, round);
        b0 = TEncryption.Round(b0, key);
        b1 = TEncryption.Round(b1, key);
        b2 = TEncryption.Round(b2, key);
        b3 = TEncryption.Round(b3, key);
        b4 = TEncryption.Round(b4, key);
        b5 = TEncryption.Round(b5, key);
        b6 = TEncryption.Round(b6, key);
        b7 = TEncryption.Round(b7, key);
    }

    /// <summary>What a round takes for its key: its own, or that of the round before.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block RoundKey(byte* keys, int round) =>
        Vector128.Load(keys + ((round - TEncryption.KeysAhead) * BlockBytes));

    /// <summary>The last round of eight blocks, with the text in its key; before is that of the round before.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void LastRound(
        Block before,
        Block key,
        byte* source,
        byte* destination,
        Block b0,
        Block b1,
        Block b2,
        Block b3,
        Block b4,
        Block b5,
        Block b6,
        Block b7)
    {
        TEncryption.LastRound(b0, before, key ^ Vector128.Load(source + (0 * BlockBytes))).Store(destination + (0 * BlockBytes));
        TEncryption.LastRound(b1, before, key ^ Vector128.Load(source + (1 * BlockBytes))).Store(destination + (1 * BlockBytes));
        TEncryption.LastRound(b2, before, key ^ Vector128.Load(source + (2 * BlockBytes))).Store(destination + (2 * BlockBytes));
        TEncryption.LastRound(b3, before, key ^ Vector128.Load(source + (3 * BlockBytes))).Store(destination + (3 * BlockBytes));
        TEncryption.LastRound(b4, before, key ^ Vector128.Load(source + (4 * BlockBytes))).Store(destination + (4 * BlockBytes));
        TEncryption.LastRound(b5, before, key ^ Vector128.Load(source + (5 * BlockBytes))).Store(destination + (5 * BlockBytes));
        TEncryption.LastRound(b6, before, key ^ Vector128.Load(source + (6 * BlockBytes))).Store(destination + (6 * BlockBytes));
        TEncryption.LastRound(b7, before, key ^ Vector128.Load(source + (7 * BlockBytes))).Store(destination + (7 * BlockBytes));
    }

    /// <summary>The products of one vector, if the batch has so many.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Products(
        int index,
        TVector reversed,
        Block hash,
        byte* powers,
        byte* blocks,
        ref TVector low,
        ref TVector middle,
        ref TVector high)
    {
        var offset = index * sizeof(TVector);
        if (offset < BatchBytes)
        {
            TLanes.XorProducts(
                reversed, blocks + offset, index == 0 ? hash : default, powers + offset, ref low, ref middle, ref high);
        }
    }

    /// <summary>Encrypts a batch alone, and beside it J0, into the place of the tag.</summary>
    [MethodImpl(Jit.Optimize)]
    private static void Encrypt(AeadArguments* arguments, nint batch, byte* source, byte* destination)
    {
        var counter = CounterBefore(arguments, batch);
        var keys = arguments->Key;
        var rounds = (int)arguments->Rounds;
        var reversed = AesRounds.Reversed;
        var key = Vector128.Load(keys);
        FirstRound(
            key, counter, reversed,
            out var b0, out var b1, out var b2, out var b3, out var b4, out var b5, out var b6, out var b7);
        var j0 = TEncryption.Begin(LoadPrepared(arguments->J0), key);
        for (var round = 1; round < rounds; round++)
        {
            Round(keys, round, ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);
            j0 = TEncryption.Round(j0, RoundKey(keys, round));
        }

        key = Vector128.Load(keys + (rounds * BlockBytes));
        var keyBefore = RoundKey(keys, rounds);
        LastRound(keyBefore, key, source, destination, b0, b1, b2, b3, b4, b5, b6, b7);
        TEncryption.LastRound(j0, keyBefore, key).Store((byte*)&arguments->Tag);
    }

    /// <summary>Encrypts batches, with the hash of as many batches of ciphertext between the rounds.</summary>
    [MethodImpl(Jit.Optimize)]
    private static void Bulk(AeadArguments* arguments, nint batch, byte* hashed, nint batches)
    {
        var counter = CounterBefore(arguments, batch);
        var source = arguments->Source + (batch * BatchBytes);
        var destination = arguments->Destination + (batch * BatchBytes);
        var hash = Vector128.Load((byte*)&arguments->Hash);
        var keys = arguments->Key;
        var rounds = (int)arguments->Rounds;
        var powers = arguments->Key + PowersOffset + ((GhashIntrinsics.Powers - BatchBlocks) * BlockBytes);
        var reversed = AesRounds.Reversed;
        var lanesReversed = TLanes.Reversed;
        for (; batches > 0; batches--)
        {
            TVector low = default, middle = default, high = default;
            FirstRound(
                Vector128.Load(keys), counter, reversed,
                out var b0, out var b1, out var b2, out var b3, out var b4, out var b5, out var b6, out var b7);
            counter += Vector128.CreateScalar((uint)BatchBlocks);

            Round(keys, 1, ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);
            Products(7, lanesReversed, hash, powers, hashed, ref low, ref middle, ref high);
            Round(keys, 2, ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);
            Products(6, lanesReversed, hash, powers, hashed, ref low, ref middle, ref high);
            Round(keys, 3, ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);
            Products(5, lanesReversed, hash, powers, hashed, ref low, ref middle, ref high);
            Round(keys, 4, ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);
            Products(4, lanesReversed, hash, powers, hashed, ref low, ref middle, ref high);
            Round(keys, 5, ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);
            Products(3, lanesReversed, hash, powers, hashed, ref low, ref middle, ref high);
            Round(keys, 6, ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);
            Products(2, lanesReversed, hash, powers, hashed, ref low, ref middle, ref high);
            Round(keys, 7, ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);
            Products(1, lanesReversed, hash, powers, hashed, ref low, ref middle, ref high);
            Round(keys, 8, ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);
            Products(0, lanesReversed, hash, powers, hashed, ref low, ref middle, ref high);
            for (var round = 9; round < rounds; round++)
                Round(keys, round, ref b0, ref b1, ref b2, ref b3, ref b4, ref b5, ref b6, ref b7);
            hash = TLanes.Reduce(low, middle, high);

            LastRound(
                RoundKey(keys, rounds), Vector128.Load(keys + (rounds * BlockBytes)), source, destination,
                b0, b1, b2, b3, b4, b5, b6, b7);
            source += BatchBytes;
            destination += BatchBytes;
            hashed += BatchBytes;
        }

        hash.Store((byte*)&arguments->Hash);
    }
}
