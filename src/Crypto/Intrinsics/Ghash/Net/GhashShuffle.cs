using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// GHASH (SP 800-38D, section 6.4) by shuffles of bytes within a vector, which look up 16 nibbles at once in a table of 16 bytes.
/// <para>
/// Multiplication by H is linear: X·H is the sum over the bytes of X, at position p, of x^8p times the products of their nibbles
/// by H. Those are 16 elements for the high nibble and 16 for the low one, reduced; row j of a table has byte j of each. A
/// shuffle of row j by the nibbles of X gives byte j of 16 products, that of position p to be added at byte p + j. So the rows are
/// taken in order, and what has been added up moves down a byte from row to row, once so that what leaves is lost, which
/// leaves the bytes beyond 16, once around, which is the sum of both halves; a single reduction by shifts follows. (BoringSSL's
/// ghash-ssse3 has the same rows, in another order and reduced on the way.) Four vectors are added up row by row, each by the
/// powers of H that step Sum of docs/kernels.md wants.
/// </para>
/// <para>
/// Constant-time, key expansion included: what depends on text, H or state are the indices of shuffles alone.
/// Preconditions: none beyond the contract; any length, any alignment. It serves CPUs without a carry-less product; one on every
/// target would let this file be deleted.
/// </para>
/// </summary>
internal sealed unsafe class GhashShuffle<TVector, TLanes> : GhashKernel
    where TVector : unmanaged
    where TLanes : struct, IShuffleLanes<TVector>
{
    private const int BlockBytes = 16;
    private const int BatchVectors = 4;
    private const int Rows = BlockBytes;

    public override string Id => $"ghash/{TLanes.Id}-shuffle";

    public override KernelTier Tier => KernelTier.Intrinsics;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => TLanes.Requires;

    public override string? WhyUnavailable() =>
        base.WhyUnavailable() ?? (TLanes.IsSupported ? null : "the runtime does not grant the vector's width");

    /// <summary>Row by row, for each vector of a batch a table for the high nibbles, and one for the low.</summary>
    public override int KeyBytes => Rows * RowBytes;

    private static int VectorBytes => sizeof(TVector);

    private static int BatchBytes => BatchVectors * VectorBytes;

    private static int RowBytes => 2 * BatchBytes;

    /// <summary>In a row, from a table for high nibbles to that for low ones.</summary>
    private static int LowNibbles => VectorBytes;

    /// <summary>In a row, the table of H itself, for the last block of the last vector.</summary>
    private static int OfSubkey => RowBytes - VectorBytes - BlockBytes;

    private static Block Indices => Vector128.Create((byte)0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

    [MethodImpl(Jit.Optimize)]
    public override void ExpandKey(byte* subkey, byte* key)
    {
        byte* power = stackalloc byte[BlockBytes], zero = stackalloc byte[BlockBytes];
        Vector128.Load(subkey).Store(power);
        Block.Zero.Store(zero);
        for (var block = (BatchBytes / BlockBytes) - 1; ; block--)
        {
            var (vector, lane) = (block * BlockBytes / VectorBytes, block * BlockBytes % VectorBytes);
            ExpandPower(power, key + (vector * 2 * VectorBytes) + lane);
            if (block == 0)
                break;
            AbsorbBlock(power, zero, key);
        }

        Secret.Wipe(power, BlockBytes);
    }

    public override void Update(byte* key, byte* accumulator, byte* source, nint length)
    {
        if (length >= BatchBytes)
        {
            var whole = length & -BatchBytes;
            Bulk(key, accumulator, source, whole);
            source += whole;
            length -= whole;
        }

        if (length > 2 * BlockBytes)
        {
            PaddedBatch(key, accumulator, source, length);
            return;
        }

        for (; length >= BlockBytes; length -= BlockBytes)
        {
            AbsorbBlock(accumulator, source, key);
            source += BlockBytes;
        }

        if (length > 0)
        {
            Block128 padded;
            padded.First = BigEndian.InMemory(BigEndian.ReadPadded64(source, length));
            padded.Second = BigEndian.InMemory(BigEndian.ReadPadded64(source + 8, length - 8));
            AbsorbBlock(accumulator, (byte*)&padded, key);
        }
    }

    /// <summary>Less than a batch, with zeros ahead.</summary>
    [SkipLocalsInit]
    [MethodImpl(Jit.Optimize)]
    private static void PaddedBatch(byte* key, byte* accumulator, byte* source, nint length)
    {
        var batch = stackalloc byte[BatchBytes];
        var first = batch + BatchBytes - ((length + BlockBytes - 1) & -BlockBytes);
        new Span<byte>(batch, BatchBytes).Clear();
        Buffer.MemoryCopy(source, first, length, length);
        (Vector128.Load(accumulator) ^ Vector128.Load(first)).Store(first);
        Block.Zero.Store(accumulator);
        Bulk(key, accumulator, batch, BatchBytes);
        Secret.Wipe(batch, BatchBytes);
    }

    /// <summary>Whole batches.</summary>
    [MethodImpl(Jit.Optimize)]
    private static void Bulk(byte* key, byte* accumulator, byte* source, nint length)
    {
        var hash = Vector128.Load(accumulator);
        var moves = new Moves();
        for (; length > 0; length -= BatchBytes)
        {
            hash = Batch(hash, source, key, moves);
            source += BatchBytes;
        }

        hash.Store(accumulator);
    }

    /// <summary>A single block, multiplied by H. In two chains, of which the second has the rows from the middle on.</summary>
    [MethodImpl(Jit.Optimize)]
    private static void AbsorbBlock(byte* accumulator, byte* source, byte* key)
    {
        const int Half = Rows / 2;
        var block = Vector128.Load(accumulator) ^ Vector128.Load(source);
        var (high, low) = (ShuffleLanes128.HighNibbles(block), ShuffleLanes128.LowNibbles(block));
        var moves = new Moves();
        Block beyond0 = default, both0 = default, beyond1 = default, both1 = default;
        for (var row = key + OfSubkey; row < key + (Half * RowBytes); row += RowBytes)
        {
            var products0 = ProductsBySubkey(row, high, low);
            var products1 = ProductsBySubkey(row + (Half * RowBytes), high, low);
            beyond0 = ShuffleLanes128.Shuffle(beyond0, moves.Down) ^ products0;
            both0 = ShuffleLanes128.Shuffle(both0, moves.Around) ^ products0;
            beyond1 = ShuffleLanes128.Shuffle(beyond1, moves.Down) ^ products1;
            both1 = ShuffleLanes128.Shuffle(both1, moves.Around) ^ products1;
        }

        beyond1 ^= Vector128.Shuffle(beyond0.AsUInt64(), Vector128.Create(1ul, ulong.MaxValue)).AsByte();
        both1 ^= Vector128.Shuffle(both0.AsUInt64(), Vector128.Create(1ul, 0)).AsByte();
        Reduce(beyond1, both1, moves).Store(accumulator);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block ProductsBySubkey(byte* tables, Block high, Block low) =>
        ShuffleLanes128.Shuffle(Vector128.Load(tables), high) ^ ShuffleLanes128.Shuffle(Vector128.Load(tables + LowNibbles), low);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block Batch(Block hash, byte* source, byte* key, Moves moves)
    {
        var v0 = TLanes.XorFirst(TLanes.Load(source), hash);
        var v1 = TLanes.Load(source + VectorBytes);
        var v2 = TLanes.Load(source + (2 * VectorBytes));
        var v3 = TLanes.Load(source + (3 * VectorBytes));
        var (high0, low0) = (TLanes.HighNibbles(v0), TLanes.LowNibbles(v0));
        var (high1, low1) = (TLanes.HighNibbles(v1), TLanes.LowNibbles(v1));
        var (high2, low2) = (TLanes.HighNibbles(v2), TLanes.LowNibbles(v2));
        var (high3, low3) = (TLanes.HighNibbles(v3), TLanes.LowNibbles(v3));
        var (down, around) = (TLanes.Everywhere(moves.Down), TLanes.Everywhere(moves.Around));
        TVector beyond = default, both = default;
        for (var row = key; row < key + (Rows * RowBytes); row += RowBytes)
        {
            var products = TLanes.Xor(
                TLanes.Xor(Products(row + (2 * VectorBytes), high1, low1), Products(row + (4 * VectorBytes), high2, low2)),
                TLanes.Xor(Products(row + (6 * VectorBytes), high3, low3), Products(row, high0, low0)));
            beyond = TLanes.Xor(TLanes.Shuffle(beyond, down), products);
            both = TLanes.Xor(TLanes.Shuffle(both, around), products);
        }

        return Reduce(TLanes.Sum(beyond), TLanes.Sum(both), moves);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Products(byte* tables, TVector high, TVector low) =>
        TLanes.Xor(TLanes.Shuffle(TLanes.Load(tables), high), TLanes.Shuffle(TLanes.Load(tables + LowNibbles), low));

    /// <summary>
    /// From the sums, which are yet to move down a byte. With B for the bytes beyond 16, x^128·B is B + B·(x + x^2 + x^7); B is in the
    /// sum of both halves already. It has 15 bytes at most, so that its multiples have 16.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block Reduce(Block beyond, Block both, Moves moves)
    {
        beyond = ShuffleLanes128.Shuffle(beyond, moves.Down);
        both = ShuffleLanes128.Shuffle(both, moves.Around);

        // The highest bit of a byte is the lowest coefficient.
        var toNext = (beyond << 7) ^ (beyond << 6) ^ (beyond << 1);
        return both ^ (beyond >>> 1) ^ (beyond >>> 2) ^ (beyond >>> 7) ^ ShuffleLanes128.Shuffle(toNext, moves.Up);
    }

    /// <summary>Writes the 16 rows for a power of H.</summary>
    [MethodImpl(Jit.Optimize)]
    private static void ExpandPower(byte* power, byte* rows)
    {
        // x^i times the power, in 128 bits with the coefficient of x^0 on top.
        const int Multiples = 8;
        var multiples = stackalloc byte[Multiples * BlockBytes];
        var high = BigEndian.Read64(power);
        var low = BigEndian.Read64(power + 8);
        for (var i = 0; i < Multiples; i++)
        {
            BigEndian.Write64(multiples + (i * BlockBytes), high);
            BigEndian.Write64(multiples + (i * BlockBytes) + 8, low);
            var reduction = (0 - (low & 1)) & 0xE100000000000000;
            low = (high << 63) | (low >> 1);
            high = (high >> 1) ^ reduction;
        }

        // For all nibbles, of each bit: the row where the bit is set, and elsewhere what a shuffle makes zero of.
        var (step8, step4, step2, step1) = (Bits(8), Bits(4), Bits(2), Bits(1));
        var (row8, row4, row2, row1) = (Nowhere(step8), Nowhere(step4), Nowhere(step2), Nowhere(step1));
        for (var row = rows; row < rows + (Rows * RowBytes); row += RowBytes)
        {
            SumOfFour(multiples, row8, row4, row2, row1).Store(row);
            SumOfFour(multiples + (4 * BlockBytes), row8, row4, row2, row1).Store(row + LowNibbles);
            (row8, row4, row2, row1) = (row8 + step8, row4 + step4, row2 + step2, row1 + step1);
        }

        Secret.Wipe(multiples, Multiples * BlockBytes);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block SumOfFour(byte* multiples, Block row8, Block row4, Block row2, Block row1) =>
        ShuffleLanes128.Shuffle(Vector128.Load(multiples), row8)
        ^ ShuffleLanes128.Shuffle(Vector128.Load(multiples + BlockBytes), row4)
        ^ ShuffleLanes128.Shuffle(Vector128.Load(multiples + (2 * BlockBytes)), row2)
        ^ ShuffleLanes128.Shuffle(Vector128.Load(multiples + (3 * BlockBytes)), row1);

    /// <summary>1 for each nibble that has the bit, else 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block Bits(byte bit) =>
        Vector128.Equals(Indices & Vector128.Create(bit), Vector128.Create(bit)) & Block.One;

    /// <summary>0x80 where there is no bit.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block Nowhere(Block bits) => (bits ^ Block.One) << 7;

    /// <summary>By one byte. Made once a call, which takes an interpreter longer than to shuffle.</summary>
    private readonly struct Moves
    {
        public readonly Block Down = Vector128.Create((byte)1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0x80);

        public readonly Block Around = Vector128.Create((byte)1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0);

        public readonly Block Up = Vector128.Create((byte)0x80, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Moves()
        {
        }
    }
}
