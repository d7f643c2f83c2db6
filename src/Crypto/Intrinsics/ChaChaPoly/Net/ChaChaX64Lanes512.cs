using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Intrinsics;

/// <summary>AVX-512: 16 blocks of ChaCha20, 8 of Poly1305.</summary>
internal readonly unsafe struct ChaChaX64Lanes512 : IPoly1305Lanes<Vector512<uint>>
{
    public static string Id => "x64-avx512";

    public static CpuFeatures Requires => CpuFeatures.Avx512;

    public static bool IsSupported => Vector512.IsHardwareAccelerated;

    public static int Words => 16;

    public static bool HashesBetweenRounds => true;

    public static Vector512<uint> WordNumbers => Vector512.Create(0u, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

    public static Vector512<uint> RowNumbers => Vector512.Create(0u, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0);

    public static Vector512<uint> Rows => Vector512.Create(4u, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0);

    public static Vector512<uint> ButFirst => Vector512.Create(uint.MaxValue).WithElement(0, 0u);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Load(byte* words) => Vector512.Load((uint*)words);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector512<uint> vector, byte* words) => vector.Store((uint*)words);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Everywhere(uint word) => Vector512.Create(word);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Row(uint* words)
    {
        var row = Vector128.Load(words);
        return Vector512.Create(Vector256.Create(row, row), Vector256.Create(row, row));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Add(Vector512<uint> left, Vector512<uint> right) => left + right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> And(Vector512<uint> left, Vector512<uint> right) => left & right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Or(Vector512<uint> left, Vector512<uint> right) => left | right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void QuarterRound(ref Vector512<uint> a, ref Vector512<uint> b, ref Vector512<uint> c, ref Vector512<uint> d)
    {
        a += b;
        d = Avx512F.RotateLeft(d ^ a, 16);
        c += d;
        b = Avx512F.RotateLeft(b ^ c, 12);
        a += b;
        d = Avx512F.RotateLeft(d ^ a, 8);
        c += d;
        b = Avx512F.RotateLeft(b ^ c, 7);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> RotateRows(Vector512<uint> rows, int places) =>
        places == 1 ? Avx512F.Shuffle(rows, 0x39) : places == 2 ? Avx512F.Shuffle(rows, 0x4E) : Avx512F.Shuffle(rows, 0x93);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Transpose(ref Vector512<uint> a, ref Vector512<uint> b, ref Vector512<uint> c, ref Vector512<uint> d)
    {
        var abLow = Avx512F.UnpackLow(a, b).AsUInt64();
        var abHigh = Avx512F.UnpackHigh(a, b).AsUInt64();
        var cdLow = Avx512F.UnpackLow(c, d).AsUInt64();
        var cdHigh = Avx512F.UnpackHigh(c, d).AsUInt64();
        a = Avx512F.UnpackLow(abLow, cdLow).AsUInt32();
        b = Avx512F.UnpackHigh(abLow, cdLow).AsUInt32();
        c = Avx512F.UnpackLow(abHigh, cdHigh).AsUInt32();
        d = Avx512F.UnpackHigh(abHigh, cdHigh).AsUInt32();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void XorBlocks(
        Vector512<uint> a, Vector512<uint> b, Vector512<uint> c, Vector512<uint> d, byte* source, byte* destination, int distance)
    {
        var ab = Avx512F.Shuffle4x128(a, b, 0x44);
        var cd = Avx512F.Shuffle4x128(c, d, 0x44);
        Xor(Avx512F.Shuffle4x128(ab, cd, 0x88), source, destination);
        Xor(Avx512F.Shuffle4x128(ab, cd, 0xDD), source + distance, destination + distance);
        ab = Avx512F.Shuffle4x128(a, b, 0xEE);
        cd = Avx512F.Shuffle4x128(c, d, 0xEE);
        Xor(Avx512F.Shuffle4x128(ab, cd, 0x88), source + (2 * distance), destination + (2 * distance));
        Xor(Avx512F.Shuffle4x128(ab, cd, 0xDD), source + (3 * distance), destination + (3 * distance));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Xor(Vector512<uint> keystream, byte* source, byte* destination) =>
        (keystream.AsByte() ^ Vector512.Load(source)).Store(destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Multiply(Vector512<uint> left, Vector512<uint> right) => Avx512F.Multiply(left, right).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> AddWide(Vector512<uint> left, Vector512<uint> right) =>
        (left.AsUInt64() + right.AsUInt64()).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> ShiftRight(Vector512<uint> vector, [ConstantExpected] byte bits) => (vector.AsUInt64() >>> bits).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> ShiftLeft(Vector512<uint> vector, [ConstantExpected] byte bits) => (vector.AsUInt64() << bits).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> EverywhereWide(ulong value) => Vector512.Create(value).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void SplitBlocks(Vector512<uint> first, Vector512<uint> second, out Vector512<uint> low, out Vector512<uint> high)
    {
        low = Avx512F.UnpackLow(first.AsUInt64(), second.AsUInt64()).AsUInt32();
        high = Avx512F.UnpackHigh(first.AsUInt64(), second.AsUInt64()).AsUInt32();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Sum(Vector512<uint> vector) => Vector512.Sum(vector.AsUInt64());
}
