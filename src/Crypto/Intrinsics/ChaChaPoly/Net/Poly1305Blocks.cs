using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Poly1305 in N lanes of limbs of 26 bits: lane by lane the hash of every N-th block, with r^N in place of r (D. J. Bernstein and P.
/// Schwabe, "NEON crypto", 2012). A step takes two vectors of blocks, so that their products share their carries: the hash times
/// r^2N, the first blocks times r^N, and the second ones. In the end each lane is multiplied by a power of its own, and all are
/// added.
/// <para>
/// Lanes begin with the scalar hash in that lane whose power is 1.
/// </para>
/// <para>
/// Bounds. The scalar hash and powers are less than 2^131: of their limbs the last is less than 2^27, the others than 2^26. Carries leave
/// limbs less than 2^26 + 2^10, and blocks are split into limbs less than 2^26, the last less than 2^25. Times 5, limbs are less than 2^30, and so factors of 32 bits. A step's sum of two times five products and
/// two blocks is less than 2^58: a carry of it less than 2^32, and 5 times that less than 2^35, as the bound after carries needs.
/// </para>
/// </summary>
internal static unsafe class Poly1305Blocks<TVector, TLanes>
    where TVector : unmanaged
    where TLanes : struct, IPoly1305Lanes<TVector>
{
    private const int Limbs = Poly1305Limbs.Count;

    /// <summary>Bytes that a step hashes.</summary>
    public static int StepBytes => 2 * Lanes * Poly1305.BlockBytes;

    private static int Lanes => TLanes.Words / 2;

    private static int VectorBytes => TLanes.Words * sizeof(uint);

    private static int PowerBytes => Poly1305LanesMemory.PowerVectors * VectorBytes;

    /// <summary>Where the lanes' memory begins, in the order: r^N, r^2N, the last powers, the hash.</summary>
    public static byte* Align(Poly1305LanesMemory* memory) =>
        (byte*)memory + (-(nint)memory & (Poly1305LanesMemory.LargestVectorBytes - 1));

    /// <summary>Makes the powers of r.</summary>
    [SkipLocalsInit]
    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
    public static void MakePowers(byte* lanes, Poly1305State* state)
    {
        // A hash of 1, times r again and again. The last block of a vector is multiplied by 1, the one before by r, and so on.
        Poly1305State powers;
        powers.R0 = state->R0;
        powers.R1 = state->R1;
        powers.H0 = 1;
        powers.H1 = powers.H2 = 0;
        var last = (ulong*)(lanes + (2 * PowerBytes));
        for (var block = Lanes - 1; block >= 0; block--)
        {
            StoreLimbs(&powers, last + LaneOf(block));
            Poly1305.Multiply(&powers);
        }

        StoreLimbs(&powers, (ulong*)lanes);
        for (var limb = 0; limb < Limbs; limb++)
        {
            var at = lanes + (limb * VectorBytes);
            TLanes.Store(TLanes.EverywhereWide(*(ulong*)at), at);
        }

        StoreTimes5(lanes);
        StoreTimes5(lanes + (2 * PowerBytes));
        Square(lanes, lanes + PowerBytes);
        Secret.Wipe(&powers, sizeof(Poly1305State));
    }

    /// <summary>Moves the hash into the lanes.</summary>
    public static void Begin(byte* lanes, Poly1305State* state)
    {
        var hash = Hash(lanes);
        Unsafe.InitBlockUnaligned(hash, 0, (uint)(Limbs * VectorBytes));
        StoreLimbs(state, (ulong*)hash + LaneOf(Lanes - 1));
    }

    /// <summary>Hashes two vectors of blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Step(byte* lanes, byte* source)
    {
        var hash = Hash(lanes);
        TVector h0 = Load(hash, 0), h1 = Load(hash, 1), h2 = Load(hash, 2), h3 = Load(hash, 3), h4 = Load(hash, 4);
        Multiply(lanes + PowerBytes, ref h0, ref h1, ref h2, ref h3, ref h4);
        Split(source, out var a0, out var a1, out var a2, out var a3, out var a4);
        Multiply(lanes, ref a0, ref a1, ref a2, ref a3, ref a4);
        Split(source + (StepBytes / 2), out var b0, out var b1, out var b2, out var b3, out var b4);
        h0 = TLanes.AddWide(TLanes.AddWide(h0, a0), b0);
        h1 = TLanes.AddWide(TLanes.AddWide(h1, a1), b1);
        h2 = TLanes.AddWide(TLanes.AddWide(h2, a2), b2);
        h3 = TLanes.AddWide(TLanes.AddWide(h3, a3), b3);
        h4 = TLanes.AddWide(TLanes.AddWide(h4, a4), b4);
        Carry(ref h0, ref h1, ref h2, ref h3, ref h4);
        Store(hash, h0, h1, h2, h3, h4);
    }

    /// <summary>Hashes whole steps.</summary>
    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
    public static void Update(byte* lanes, byte* source, nint length)
    {
        for (nint i = 0; i < length; i += StepBytes)
            Step(lanes, source + i);
    }

    /// <summary>Moves the hash out of the lanes.</summary>
    [SkipLocalsInit]
    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
    public static void End(byte* lanes, Poly1305State* state)
    {
        var hash = Hash(lanes);
        TVector h0 = Load(hash, 0), h1 = Load(hash, 1), h2 = Load(hash, 2), h3 = Load(hash, 3), h4 = Load(hash, 4);
        Multiply(lanes + (2 * PowerBytes), ref h0, ref h1, ref h2, ref h3, ref h4);
        Carry(ref h0, ref h1, ref h2, ref h3, ref h4);
        var sums = (ulong*)hash;
        sums[0] = TLanes.Sum(h0);
        sums[1] = TLanes.Sum(h1);
        sums[2] = TLanes.Sum(h2);
        sums[3] = TLanes.Sum(h3);
        sums[4] = TLanes.Sum(h4);
        Poly1305Limbs.Join(sums, state);
    }

    /// <summary>Where blocks are, as two vectors of them are split: first and second half in turns.</summary>
    private static int LaneOf(int block) => block < Lanes / 2 ? 2 * block : (2 * (block - (Lanes / 2))) + 1;

    private static byte* Hash(byte* lanes) => lanes + (3 * PowerBytes);

    /// <summary>One lane of five vectors.</summary>
    private static void StoreLimbs(Poly1305State* state, ulong* lane) =>
        Poly1305Limbs.Split(state->H0, state->H1, state->H2, lane, Lanes);

    /// <summary>All limbs of a power but the first, times 5.</summary>
    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
    private static void StoreTimes5(byte* power)
    {
        for (var limb = 1; limb < Limbs; limb++)
            TLanes.Store(Times5(Load(power, limb)), power + ((Limbs + limb - 1) * VectorBytes));
    }

    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
    private static void Square(byte* power, byte* square)
    {
        TVector h0 = Load(power, 0), h1 = Load(power, 1), h2 = Load(power, 2), h3 = Load(power, 3), h4 = Load(power, 4);
        Multiply(power, ref h0, ref h1, ref h2, ref h3, ref h4);
        Carry(ref h0, ref h1, ref h2, ref h3, ref h4);
        Store(square, h0, h1, h2, h3, h4);
        StoreTimes5(square);
    }

    /// <summary>Multiplies by a power, without carries.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Multiply(byte* r, ref TVector h0, ref TVector h1, ref TVector h2, ref TVector h3, ref TVector h4)
    {
        const int S = Limbs - 1;
        var p0 = Sum(Product(h0, r, 0), Product(h1, r, S + 4), Product(h2, r, S + 3), Product(h3, r, S + 2), Product(h4, r, S + 1));
        var p1 = Sum(Product(h0, r, 1), Product(h1, r, 0), Product(h2, r, S + 4), Product(h3, r, S + 3), Product(h4, r, S + 2));
        var p2 = Sum(Product(h0, r, 2), Product(h1, r, 1), Product(h2, r, 0), Product(h3, r, S + 4), Product(h4, r, S + 3));
        var p3 = Sum(Product(h0, r, 3), Product(h1, r, 2), Product(h2, r, 1), Product(h3, r, 0), Product(h4, r, S + 4));
        var p4 = Sum(Product(h0, r, 4), Product(h1, r, 3), Product(h2, r, 2), Product(h3, r, 1), Product(h4, r, 0));
        h0 = p0;
        h1 = p1;
        h2 = p2;
        h3 = p3;
        h4 = p4;
    }

    /// <summary>Takes carries along two chains at once, from limb 0 and from limb 3.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Carry(ref TVector h0, ref TVector h1, ref TVector h2, ref TVector h3, ref TVector h4)
    {
        h1 = TLanes.AddWide(h1, Cut(ref h0));
        h4 = TLanes.AddWide(h4, Cut(ref h3));
        h2 = TLanes.AddWide(h2, Cut(ref h1));
        h0 = TLanes.AddWide(h0, Times5(Cut(ref h4)));
        h3 = TLanes.AddWide(h3, Cut(ref h2));
        h1 = TLanes.AddWide(h1, Cut(ref h0));
        h4 = TLanes.AddWide(h4, Cut(ref h3)); // Again: limb 2 has added to it.
    }

    /// <summary>Leaves 26 bits and gives back what is above.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Cut(ref TVector limb)
    {
        var above = TLanes.ShiftRight(limb, Poly1305Limbs.Bits);
        limb = TLanes.And(limb, TLanes.EverywhereWide(Poly1305Limbs.Mask));
        return above;
    }

    /// <summary>The limbs of a vector of blocks, each with the bit behind its last byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Split(byte* source, out TVector a0, out TVector a1, out TVector a2, out TVector a3, out TVector a4)
    {
        TLanes.SplitBlocks(TLanes.Load(source), TLanes.Load(source + VectorBytes), out var low, out var high);
        var mask = TLanes.EverywhereWide(Poly1305Limbs.Mask);
        a0 = TLanes.And(low, mask);
        a1 = TLanes.And(TLanes.ShiftRight(low, 26), mask);
        a2 = TLanes.And(TLanes.Or(TLanes.ShiftRight(low, 52), TLanes.ShiftLeft(high, 12)), mask);
        a3 = TLanes.And(TLanes.ShiftRight(high, 14), mask);
        a4 = TLanes.Or(TLanes.ShiftRight(high, 40), TLanes.EverywhereWide(1 << 24));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Times5(TVector vector) => TLanes.AddWide(vector, TLanes.ShiftLeft(vector, 2));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Product(TVector limb, byte* power, int vector) => TLanes.Multiply(limb, Load(power, vector));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Sum(TVector a, TVector b, TVector c, TVector d, TVector e) =>
        TLanes.AddWide(TLanes.AddWide(TLanes.AddWide(a, b), TLanes.AddWide(c, d)), e);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Load(byte* vectors, int vector) => TLanes.Load(vectors + (vector * VectorBytes));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(byte* vectors, TVector v0, TVector v1, TVector v2, TVector v3, TVector v4)
    {
        TLanes.Store(v0, vectors);
        TLanes.Store(v1, vectors + VectorBytes);
        TLanes.Store(v2, vectors + (2 * VectorBytes));
        TLanes.Store(v3, vectors + (3 * VectorBytes));
        TLanes.Store(v4, vectors + (4 * VectorBytes));
    }
}
