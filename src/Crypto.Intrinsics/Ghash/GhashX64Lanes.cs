#if NET
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// GHASH (SP 800-38D, section 6.4) by carry-less multiplication.
/// <para>
/// The standard puts the coefficient of 1 in the first bit of the first byte, so that a block with its bytes reversed is the
/// polynomial with its coefficients reversed: the highest bit belongs to 1, and a shift to the left divides by x. The product of
/// two reversed polynomials is their reversed product, one place short in 256 bits; the powers of H are kept divided by x, which
/// makes up for it. The low end then holds what exceeds x^127, and is reduced modulo x^128 + x^7 + x^2 + x + 1 twice, 64 bits at a
/// time: the lowest are multiplied by 0xC2 and zeros, the reversed 1 + x + x^6 that stands for x + x^2 + x^7, and folded into the
/// next, and the halves are exchanged, which stands for 1 (Gueron, "AES-GCM for efficient authenticated encryption", 2013).
/// </para>
/// <para>
/// Reduction is linear, so many products, each of a block with its own power of H, are added up and reduced once (Jankowski and
/// Laurent, "Packed AES-GCM algorithm suitable for AES/PCLMULQDQ instructions", 2011).
/// </para>
/// </summary>
internal static unsafe class GhashX64
{
    public const int BlockBytes = 16;

    /// <summary>The powers that a key holds: as many blocks are hashed with one reduction at most.</summary>
    public const int Powers = 16;

    public static Block Reversed => Vector128.Create((byte)15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);

    private static Vector128<ulong> Polynomial => Vector128.Create(0xC200000000000000UL, 0xC200000000000000UL);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Reverse(Block block) => Ssse3.Shuffle(block, Reversed);

    /// <summary>Writes H^16 to H^1, each divided by x, from the hash subkey as the cipher gave it.</summary>
    [MethodImpl(Jit.Optimize)]
    public static void ExpandKey(Block subkey, byte* powers)
    {
        // The coefficient of 1, which has no place when the others move up, comes back as x^-1 = x^127 + x^6 + x + 1.
        var h = Reverse(subkey).AsUInt64();
        var carries = Sse2.ShiftRightLogical(h, 63);
        var shifted = Sse2.ShiftLeftLogical(h, 1) | Sse2.ShiftLeftLogical128BitLane(carries, 8);
        var leaves = Vector128<ulong>.Zero - Vector128.Create(carries.GetElement(1));
        var first = (shifted ^ (leaves & Vector128.Create(1UL, 0xC200000000000000UL))).AsByte();

        var last = powers + ((Powers - 1) * BlockBytes);
        first.Store(last);
        for (var known = 1; known < Powers; known *= 2)
        {
            // From the powers 1 to n, those from n + 1 to 2n.
            var top = Vector128.Load(last - ((known - 1) * BlockBytes));
            for (var i = 0; i < known; i++)
            {
                var sum = default(GhashSum);
                sum.Add(Vector128.Load(last - (i * BlockBytes)), top);
                sum.Reduce().Store(last - ((known + i) * BlockBytes));
            }
        }
    }

    /// <summary>Hashes up to 16 blocks, with one reduction; the hash so far is added to the first.</summary>
    [MethodImpl(Jit.Optimize)]
    public static Block Update(Block hash, byte* powers, byte* blocks, int count)
    {
        var sum = default(GhashSum);
        powers += (Powers - count) * BlockBytes;
        for (nint i = 0; i < count; i++)
        {
            sum.Add(Reverse(Vector128.Load(blocks + (i * BlockBytes))) ^ hash, Vector128.Load(powers + (i * BlockBytes)));
            hash = default;
        }

        return sum.Reduce();
    }

    /// <summary>Folds a sum of products of 256 bits, its middle parts not yet added, into a block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Reduce(Vector128<ulong> low, Vector128<ulong> middle, Vector128<ulong> high)
    {
        low ^= Sse2.ShiftLeftLogical128BitLane(middle, 8);
        high ^= Sse2.ShiftRightLogical128BitLane(middle, 8);
        low = Sse2.Shuffle(low.AsUInt32(), 0x4E).AsUInt64() ^ Pclmulqdq.CarrylessMultiply(low, Polynomial, 0x00);
        low = Sse2.Shuffle(low.AsUInt32(), 0x4E).AsUInt64() ^ Pclmulqdq.CarrylessMultiply(low, Polynomial, 0x00);
        return (low ^ high).AsByte();
    }
}

/// <summary>A sum of products of 256 bits, in three parts that overlap by a half each.</summary>
internal struct GhashSum
{
    private Vector128<ulong> _low;
    private Vector128<ulong> _middle;
    private Vector128<ulong> _high;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(Block reversed, Block power)
    {
        var a = reversed.AsUInt64();
        var b = power.AsUInt64();
        _low ^= Pclmulqdq.CarrylessMultiply(a, b, 0x00);
        _middle ^= Pclmulqdq.CarrylessMultiply(a, b, 0x01) ^ Pclmulqdq.CarrylessMultiply(a, b, 0x10);
        _high ^= Pclmulqdq.CarrylessMultiply(a, b, 0x11);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Block Reduce() => GhashX64.Reduce(_low, _middle, _high);
}

/// <summary>
/// The products of as many blocks as a vector holds. <typeparamref name="TVector"/> carries the sums, which add up lane by lane
/// until <see cref="Reduce"/>.
/// </summary>
internal unsafe interface IGhashX64Lanes<TVector>
    where TVector : unmanaged
{
    static abstract string Id { get; }

    static abstract CpuFeatures Requires { get; }

    /// <summary>Whether the runtime grants the vector's width.</summary>
    static abstract bool IsSupported { get; }

    /// <summary>
    /// <see cref="GhashX64.Reversed"/> for every block: an argument of <see cref="Add"/>, so that a loop keeps it in a register.
    /// </summary>
    static abstract TVector Reversed { get; }

    /// <summary>Adds the products of the blocks, the hash added to the first of them, and the powers.</summary>
    static abstract void Add(
        TVector reversed, byte* blocks, Block hash, byte* powers, ref TVector low, ref TVector middle, ref TVector high);

    static abstract Block Reduce(TVector low, TVector middle, TVector high);
}

internal readonly unsafe struct GhashX64Lanes128 : IGhashX64Lanes<Vector128<ulong>>
{
    public static string Id => "x64-pclmul";

    public static CpuFeatures Requires => CpuFeatures.None;

    public static bool IsSupported => true;

    public static Vector128<ulong> Reversed => GhashX64.Reversed.AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Add(
        Vector128<ulong> reversed,
        byte* blocks,
        Block hash,
        byte* powers,
        ref Vector128<ulong> low,
        ref Vector128<ulong> middle,
        ref Vector128<ulong> high)
    {
        var a = (Ssse3.Shuffle(Vector128.Load(blocks), reversed.AsByte()) ^ hash).AsUInt64();
        var b = Vector128.Load(powers).AsUInt64();
        low ^= Pclmulqdq.CarrylessMultiply(a, b, 0x00);
        middle ^= Pclmulqdq.CarrylessMultiply(a, b, 0x01) ^ Pclmulqdq.CarrylessMultiply(a, b, 0x10);
        high ^= Pclmulqdq.CarrylessMultiply(a, b, 0x11);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Reduce(Vector128<ulong> low, Vector128<ulong> middle, Vector128<ulong> high) =>
        GhashX64.Reduce(low, middle, high);
}

internal readonly unsafe struct GhashX64Lanes256 : IGhashX64Lanes<Vector256<ulong>>
{
    public static string Id => "x64-vpclmul256";

    public static CpuFeatures Requires => CpuFeatures.Avx2 | CpuFeatures.Vpclmulqdq;

    public static bool IsSupported => Vector256.IsHardwareAccelerated && Pclmulqdq.V256.IsSupported;

    public static Vector256<ulong> Reversed => Vector256.Create(GhashX64Lanes128.Reversed, GhashX64Lanes128.Reversed);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Add(
        Vector256<ulong> reversed,
        byte* blocks,
        Block hash,
        byte* powers,
        ref Vector256<ulong> low,
        ref Vector256<ulong> middle,
        ref Vector256<ulong> high)
    {
        var a = (Avx2.Shuffle(Vector256.Load(blocks), reversed.AsByte()) ^ hash.ToVector256()).AsUInt64();
        var b = Vector256.Load(powers).AsUInt64();
        low ^= Pclmulqdq.V256.CarrylessMultiply(a, b, 0x00);
        middle ^= Pclmulqdq.V256.CarrylessMultiply(a, b, 0x01) ^ Pclmulqdq.V256.CarrylessMultiply(a, b, 0x10);
        high ^= Pclmulqdq.V256.CarrylessMultiply(a, b, 0x11);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Reduce(Vector256<ulong> low, Vector256<ulong> middle, Vector256<ulong> high) =>
        GhashX64.Reduce(Halves(low), Halves(middle), Halves(high));

    private static Vector128<ulong> Halves(Vector256<ulong> sum) => sum.GetLower() ^ sum.GetUpper();
}

internal readonly unsafe struct GhashX64Lanes512 : IGhashX64Lanes<Vector512<ulong>>
{
    public static string Id => "x64-vpclmul512";

    public static CpuFeatures Requires => CpuFeatures.Avx512 | CpuFeatures.Vpclmulqdq;

    public static bool IsSupported => Vector512.IsHardwareAccelerated && Pclmulqdq.V512.IsSupported;

    public static Vector512<ulong> Reversed => Vector512.Create(GhashX64Lanes256.Reversed, GhashX64Lanes256.Reversed);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Add(
        Vector512<ulong> reversed,
        byte* blocks,
        Block hash,
        byte* powers,
        ref Vector512<ulong> low,
        ref Vector512<ulong> middle,
        ref Vector512<ulong> high)
    {
        var a = (Avx512BW.Shuffle(Vector512.Load(blocks), reversed.AsByte()) ^ hash.ToVector256().ToVector512()).AsUInt64();
        var b = Vector512.Load(powers).AsUInt64();
        low ^= Pclmulqdq.V512.CarrylessMultiply(a, b, 0x00);
        middle ^= Pclmulqdq.V512.CarrylessMultiply(a, b, 0x01) ^ Pclmulqdq.V512.CarrylessMultiply(a, b, 0x10);
        high ^= Pclmulqdq.V512.CarrylessMultiply(a, b, 0x11);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Reduce(Vector512<ulong> low, Vector512<ulong> middle, Vector512<ulong> high) =>
        GhashX64Lanes256.Reduce(Halves(low), Halves(middle), Halves(high));

    private static Vector256<ulong> Halves(Vector512<ulong> sum) => sum.GetLower() ^ sum.GetUpper();
}
#endif
