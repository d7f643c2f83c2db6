using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Intrinsics;

/// <summary>Vectors of 128 bits on any architecture: 4 blocks of ChaCha20. Poly1305 is as fast in words as in two lanes.</summary>
internal readonly unsafe struct ChaChaLanes128 : IChaChaLanes<Vector128<uint>>
{
    private const int Bytes = 16;

    public static string Id => "vector128";

    public static CpuFeatures Requires => CpuFeatures.Vector128;

    public static bool IsSupported => true;

    public static int Words => 4;

    public static Vector128<uint> WordNumbers => Vector128.Create(0u, 1, 2, 3);

    public static Vector128<uint> RowNumbers => Vector128<uint>.Zero;

    public static Vector128<uint> Rows => Vector128.Create(1u, 0, 0, 0);

    public static Vector128<uint> ButFirst => Vector128.Create(0, uint.MaxValue, uint.MaxValue, uint.MaxValue);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<uint> Everywhere(uint word) => Vector128.Create(word);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<uint> Row(uint* words) => Vector128.Load(words);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<uint> Add(Vector128<uint> left, Vector128<uint> right) => left + right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<uint> And(Vector128<uint> left, Vector128<uint> right) => left & right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void QuarterRound(ref Vector128<uint> a, ref Vector128<uint> b, ref Vector128<uint> c, ref Vector128<uint> d)
    {
        Step(ref a, b, ref d, 16);
        Step(ref c, d, ref b, 12);
        Step(ref a, b, ref d, 8);
        Step(ref c, d, ref b, 7);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<uint> RotateRows(Vector128<uint> rows, int places) =>
        places == 1 ? Vector128.Shuffle(rows, Vector128.Create(1u, 2, 3, 0))
        : places == 2 ? Vector128.Shuffle(rows, Vector128.Create(2u, 3, 0, 1))
        : Vector128.Shuffle(rows, Vector128.Create(3u, 0, 1, 2));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Transpose(
        ref Vector128<uint> a, ref Vector128<uint> b, ref Vector128<uint> c, ref Vector128<uint> d)
    {
        Zip(a, c, out var acLow, out var acHigh);
        Zip(b, d, out var bdLow, out var bdHigh);
        Zip(acLow, bdLow, out a, out b);
        Zip(acHigh, bdHigh, out c, out d);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void XorBlocks(
        Vector128<uint> a,
        Vector128<uint> b,
        Vector128<uint> c,
        Vector128<uint> d,
        byte* source,
        byte* destination,
        int distance)
    {
        Xor(a, source, destination);
        Xor(b, source + Bytes, destination + Bytes);
        Xor(c, source + (2 * Bytes), destination + (2 * Bytes));
        Xor(d, source + (3 * Bytes), destination + (3 * Bytes));
    }

    /// <summary>A quarter of a quarter round (RFC 8439, section 2.1).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Step(ref Vector128<uint> sum, Vector128<uint> addend, ref Vector128<uint> rotated, [ConstantExpected] byte bits)
    {
        sum += addend;
        rotated = Rotate(rotated ^ sum, bits);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Xor(Vector128<uint> keystream, byte* source, byte* destination) =>
        (keystream.AsByte() ^ Vector128.Load(source)).Store(destination);

    /// <summary>The words of two vectors in turns. WebAssembly's instruction for it has no name in .NET.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Zip(Vector128<uint> left, Vector128<uint> right, out Vector128<uint> low, out Vector128<uint> high)
    {
        if (Sse2.IsSupported)
        {
            low = Sse2.UnpackLow(left, right);
            high = Sse2.UnpackHigh(left, right);
        }
        else if (AdvSimd.Arm64.IsSupported)
        {
            low = AdvSimd.Arm64.ZipLow(left, right);
            high = AdvSimd.Arm64.ZipHigh(left, right);
        }
        else
        {
            var ofLeft = Vector128.Create(uint.MaxValue, 0, uint.MaxValue, 0);
            var lows = Vector128.Create(0u, 0, 1, 1);
            var highs = Vector128.Create(2u, 2, 3, 3);
            low = Vector128.ConditionalSelect(ofLeft, Vector128.Shuffle(left, lows), Vector128.Shuffle(right, lows));
            high = Vector128.ConditionalSelect(ofLeft, Vector128.Shuffle(left, highs), Vector128.Shuffle(right, highs));
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<uint> Rotate(Vector128<uint> words, [ConstantExpected] byte bits) =>
        Avx512F.VL.IsSupported ? Avx512F.VL.RotateLeft(words, bits)
        : bits == 16 ? ShuffleLanes128.Shuffle(words.AsByte(), Vector128.Create((byte)2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13)).AsUInt32()
        : bits == 8 ? ShuffleLanes128.Shuffle(words.AsByte(), Vector128.Create((byte)3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14)).AsUInt32()
        : (words << bits) | (words >>> (32 - bits));
}
