using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// ChaCha20 (RFC 8439, section 2.3) in vectors, in two ways. By rows: four vectors hold the four rows of a block, or of several; two
/// such sets go at once. By columns: a batch of as many blocks as a vector has words is sixteen vectors, of which each holds one word
/// of all of them. Rows are for few blocks. The four quarter rounds of columns are independent and need no rotations of rows.
/// <para>
/// Constant-time: sums, XORs and rotations by constants. Passes are not inlined: within their callers the JIT would keep rows on the
/// stack, which takes four times as long.
/// </para>
/// </summary>
internal static unsafe class ChaChaBlocks<TVector, TLanes>
    where TVector : unmanaged
    where TLanes : struct, IChaChaLanes<TVector>
{
    private const int BlockBytes = ChaChaKeystream.BlockBytes;
    private const int DoubleRounds = 10;
    private const int Steps = 4;

    private static int RowBlocks => TLanes.Words / 4;

    /// <inheritdoc cref="ChaChaPolyComposed.MakeKeystream"/>
    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
    public static int MakeKeystream(uint* state, uint counter, bool startsWithKey, byte* keystream, int blocks)
    {
        var made = 0;
        while (made < blocks)
        {
            state[ChaChaState.CounterWord] = counter + (uint)made;
            var missing = blocks - made;
            var pass = missing <= RowBlocks ? RowBlocks : missing <= 2 * RowBlocks ? 2 * RowBlocks : TLanes.Words;
            var destination = keystream + (made * BlockBytes);
            Unsafe.InitBlockUnaligned(destination, 0, (uint)(pass * BlockBytes));
            if (pass == RowBlocks)
                XorRows(state, startsWithKey, destination);
            else if (pass < TLanes.Words)
                XorTwoRows(state, startsWithKey, destination);
            else
                XorBatch<NothingBetweenRounds>(state, startsWithKey, destination, destination, null, null);
            startsWithKey = false;
            made += pass;
        }

        return made;
    }

    /// <summary>
    /// Zeroes what batches left below the caller's frame: sixteen vectors and what they are made with are more than sixteen registers
    /// hold, so that the JIT keeps keystream on the stack. 32 registers are enough.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WipeBatch()
    {
        if (!Avx512F.VL.IsSupported && !ArmBase.IsSupported)
            Secret.WipeLargeFrame();
    }

    /// <summary>XORs a batch with keystream, and hashes as many other bytes between the rounds, if there are any.</summary>
    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
    public static void XorBatch<TBetweenRounds>(
        uint* state, bool startsWithKey, byte* source, byte* destination, byte* lanes, byte* hashed)
        where TBetweenRounds : struct, IBetweenRounds
    {
        TVector x0 = Word(state, 0), x1 = Word(state, 1), x2 = Word(state, 2), x3 = Word(state, 3);
        TVector x4 = Word(state, 4), x5 = Word(state, 5), x6 = Word(state, 6), x7 = Word(state, 7);
        TVector x8 = Word(state, 8), x9 = Word(state, 9), x10 = Word(state, 10), x11 = Word(state, 11);
        var counters = TLanes.Add(Word(state, 12), TLanes.WordNumbers);
        if (startsWithKey)
            counters = TLanes.And(counters, TLanes.ButFirst);
        TVector x12 = counters, x13 = Word(state, 13), x14 = Word(state, 14), x15 = Word(state, 15);
        for (var i = 0; i < DoubleRounds / 2; i++)
        {
            for (var j = 0; j < 2; j++)
            {
                TLanes.QuarterRound(ref x0, ref x4, ref x8, ref x12);
                TLanes.QuarterRound(ref x1, ref x5, ref x9, ref x13);
                TLanes.QuarterRound(ref x2, ref x6, ref x10, ref x14);
                TLanes.QuarterRound(ref x3, ref x7, ref x11, ref x15);
                TLanes.QuarterRound(ref x0, ref x5, ref x10, ref x15);
                TLanes.QuarterRound(ref x1, ref x6, ref x11, ref x12);
                TLanes.QuarterRound(ref x2, ref x7, ref x8, ref x13);
                TLanes.QuarterRound(ref x3, ref x4, ref x9, ref x14);
            }

            if (hashed != null && i < Steps)
            {
                TBetweenRounds.Step(lanes, hashed);
                hashed += BlockBytes / Steps * TLanes.Words;
            }
        }

        x0 = TLanes.Add(x0, Word(state, 0));
        x1 = TLanes.Add(x1, Word(state, 1));
        x2 = TLanes.Add(x2, Word(state, 2));
        x3 = TLanes.Add(x3, Word(state, 3));
        TLanes.Transpose(ref x0, ref x1, ref x2, ref x3);
        x4 = TLanes.Add(x4, Word(state, 4));
        x5 = TLanes.Add(x5, Word(state, 5));
        x6 = TLanes.Add(x6, Word(state, 6));
        x7 = TLanes.Add(x7, Word(state, 7));
        TLanes.Transpose(ref x4, ref x5, ref x6, ref x7);
        x8 = TLanes.Add(x8, Word(state, 8));
        x9 = TLanes.Add(x9, Word(state, 9));
        x10 = TLanes.Add(x10, Word(state, 10));
        x11 = TLanes.Add(x11, Word(state, 11));
        TLanes.Transpose(ref x8, ref x9, ref x10, ref x11);
        x12 = TLanes.Add(x12, counters);
        x13 = TLanes.Add(x13, Word(state, 13));
        x14 = TLanes.Add(x14, Word(state, 14));
        x15 = TLanes.Add(x15, Word(state, 15));
        TLanes.Transpose(ref x12, ref x13, ref x14, ref x15);

        const int Distance = 4 * BlockBytes;
        TLanes.XorBlocks(x0, x4, x8, x12, source, destination, Distance);
        TLanes.XorBlocks(x1, x5, x9, x13, source + BlockBytes, destination + BlockBytes, Distance);
        TLanes.XorBlocks(x2, x6, x10, x14, source + (2 * BlockBytes), destination + (2 * BlockBytes), Distance);
        TLanes.XorBlocks(x3, x7, x11, x15, source + (3 * BlockBytes), destination + (3 * BlockBytes), Distance);
        state[ChaChaState.CounterWord] += (uint)TLanes.Words;
    }

    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
    private static void XorRows(uint* state, bool startsWithKey, byte* text)
    {
        TVector a0 = TLanes.Row(state), b0 = TLanes.Row(state + 4), c0 = TLanes.Row(state + 8), d0 = Last(state, startsWithKey);
        TVector a = a0, b = b0, c = c0, d = d0;
        for (var i = 0; i < DoubleRounds; i++)
        {
            TLanes.QuarterRound(ref a, ref b, ref c, ref d);
            RotateRows(ref b, ref c, ref d);
            TLanes.QuarterRound(ref a, ref b, ref c, ref d);
            RotateRows(ref d, ref c, ref b);
        }

        TLanes.XorBlocks(
            TLanes.Add(a, a0), TLanes.Add(b, b0), TLanes.Add(c, c0), TLanes.Add(d, d0), text, text, BlockBytes);
    }

    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
    private static void XorTwoRows(uint* state, bool startsWithKey, byte* text)
    {
        TVector a0 = TLanes.Row(state), b0 = TLanes.Row(state + 4), c0 = TLanes.Row(state + 8), d0 = Last(state, startsWithKey);
        var e0 = TLanes.Add(TLanes.Add(TLanes.Row(state + 12), TLanes.RowNumbers), TLanes.Rows);
        TVector a = a0, b = b0, c = c0, d = d0, a2 = a0, b2 = b0, c2 = c0, d2 = e0;
        for (var i = 0; i < DoubleRounds; i++)
        {
            TLanes.QuarterRound(ref a, ref b, ref c, ref d);
            TLanes.QuarterRound(ref a2, ref b2, ref c2, ref d2);
            RotateRows(ref b, ref c, ref d);
            RotateRows(ref b2, ref c2, ref d2);
            TLanes.QuarterRound(ref a, ref b, ref c, ref d);
            TLanes.QuarterRound(ref a2, ref b2, ref c2, ref d2);
            RotateRows(ref d, ref c, ref b);
            RotateRows(ref d2, ref c2, ref b2);
        }

        TLanes.XorBlocks(
            TLanes.Add(a, a0), TLanes.Add(b, b0), TLanes.Add(c, c0), TLanes.Add(d, d0), text, text, BlockBytes);
        text += BlockBytes * RowBlocks;
        TLanes.XorBlocks(
            TLanes.Add(a2, a0), TLanes.Add(b2, b0), TLanes.Add(c2, c0), TLanes.Add(d2, e0), text, text, BlockBytes);
    }

    /// <summary>The last row: counter and nonce.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Last(uint* state, bool startsWithKey)
    {
        var row = TLanes.Add(TLanes.Row(state + ChaChaState.CounterWord), TLanes.RowNumbers);
        return startsWithKey ? TLanes.And(row, TLanes.ButFirst) : row;
    }

    /// <summary>Diagonals become columns, and with the first and last exchanged columns diagonals.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void RotateRows(ref TVector by1, ref TVector by2, ref TVector by3)
    {
        by1 = TLanes.RotateRows(by1, 1);
        by2 = TLanes.RotateRows(by2, 2);
        by3 = TLanes.RotateRows(by3, 3);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Word(uint* state, int word) => TLanes.Everywhere(state[word]);
}
