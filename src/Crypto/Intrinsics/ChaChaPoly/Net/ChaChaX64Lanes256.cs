using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Intrinsics;

/// <summary>AVX2: 8 blocks of ChaCha20, 4 of Poly1305.</summary>
internal readonly unsafe struct ChaChaX64Lanes256 : IPoly1305Lanes<Vector256<uint>>
{
    private const int Bytes = 32;

    public static string Id => "x64-avx2";

    public static CpuFeatures Requires => CpuFeatures.Avx2;

    public static bool IsSupported => Vector256.IsHardwareAccelerated;

    public static int Words => 8;

    public static bool HashesBetweenRounds => false;

    public static Vector256<uint> WordNumbers => Vector256.Create(0u, 1, 2, 3, 4, 5, 6, 7);

    public static Vector256<uint> RowNumbers => Vector256.Create(0u, 0, 0, 0, 1, 0, 0, 0);

    public static Vector256<uint> Rows => Vector256.Create(2u, 0, 0, 0, 2, 0, 0, 0);

    public static Vector256<uint> ButFirst => Vector256.Create(uint.MaxValue).WithElement(0, 0u);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Load(byte* words) => Vector256.Load((uint*)words);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector256<uint> vector, byte* words) => vector.Store((uint*)words);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Everywhere(uint word) => Vector256.Create(word);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Row(uint* words)
    {
        var row = Vector128.Load(words);
        return Vector256.Create(row, row);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Add(Vector256<uint> left, Vector256<uint> right) => left + right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> And(Vector256<uint> left, Vector256<uint> right) => left & right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Or(Vector256<uint> left, Vector256<uint> right) => left | right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void QuarterRound(ref Vector256<uint> a, ref Vector256<uint> b, ref Vector256<uint> c, ref Vector256<uint> d)
    {
        Step(ref a, b, ref d, 16);
        Step(ref c, d, ref b, 12);
        Step(ref a, b, ref d, 8);
        Step(ref c, d, ref b, 7);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> RotateRows(Vector256<uint> rows, int places) =>
        places == 1 ? Avx2.Shuffle(rows, 0x39) : places == 2 ? Avx2.Shuffle(rows, 0x4E) : Avx2.Shuffle(rows, 0x93);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Transpose(ref Vector256<uint> a, ref Vector256<uint> b, ref Vector256<uint> c, ref Vector256<uint> d)
    {
        var abLow = Avx2.UnpackLow(a, b).AsUInt64();
        var abHigh = Avx2.UnpackHigh(a, b).AsUInt64();
        var cdLow = Avx2.UnpackLow(c, d).AsUInt64();
        var cdHigh = Avx2.UnpackHigh(c, d).AsUInt64();
        a = Avx2.UnpackLow(abLow, cdLow).AsUInt32();
        b = Avx2.UnpackHigh(abLow, cdLow).AsUInt32();
        c = Avx2.UnpackLow(abHigh, cdHigh).AsUInt32();
        d = Avx2.UnpackHigh(abHigh, cdHigh).AsUInt32();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void XorBlocks(
        Vector256<uint> a, Vector256<uint> b, Vector256<uint> c, Vector256<uint> d, byte* source, byte* destination, int distance)
    {
        Xor(Avx2.Permute2x128(a, b, 0x20), source, destination);
        Xor(Avx2.Permute2x128(c, d, 0x20), source + Bytes, destination + Bytes);
        Xor(Avx2.Permute2x128(a, b, 0x31), source + distance, destination + distance);
        Xor(Avx2.Permute2x128(c, d, 0x31), source + distance + Bytes, destination + distance + Bytes);
    }

    /// <summary>A quarter of a quarter round (RFC 8439, section 2.1).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Step(ref Vector256<uint> sum, Vector256<uint> addend, ref Vector256<uint> rotated, [ConstantExpected] byte bits)
    {
        sum += addend;
        rotated = Rotate(rotated ^ sum, bits);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Xor(Vector256<uint> keystream, byte* source, byte* destination) =>
        (keystream.AsByte() ^ Vector256.Load(source)).Store(destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Multiply(Vector256<uint> left, Vector256<uint> right) => Avx2.Multiply(left, right).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> AddWide(Vector256<uint> left, Vector256<uint> right) =>
        (left.AsUInt64() + right.AsUInt64()).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> ShiftRight(Vector256<uint> vector, [ConstantExpected] byte bits) => (vector.AsUInt64() >>> bits).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> ShiftLeft(Vector256<uint> vector, [ConstantExpected] byte bits) => (vector.AsUInt64() << bits).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> EverywhereWide(ulong value) => Vector256.Create(value).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void SplitBlocks(Vector256<uint> first, Vector256<uint> second, out Vector256<uint> low, out Vector256<uint> high)
    {
        low = Avx2.UnpackLow(first.AsUInt64(), second.AsUInt64()).AsUInt32();
        high = Avx2.UnpackHigh(first.AsUInt64(), second.AsUInt64()).AsUInt32();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Sum(Vector256<uint> vector) => Vector256.Sum(vector.AsUInt64());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<uint> Rotate(Vector256<uint> words, [ConstantExpected] byte bits) =>
        Avx512F.VL.IsSupported ? Avx512F.VL.RotateLeft(words, bits)
        : bits == 16 ? Avx2.Shuffle(words.AsByte(), Vector256.Create(
            (byte)2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13,
            2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13)).AsUInt32()
        : bits == 8 ? Avx2.Shuffle(words.AsByte(), Vector256.Create(
            (byte)3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14,
            3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14)).AsUInt32()
        : (words << bits) | (words >>> (32 - bits));
}
