using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Intrinsics;

/// <summary>Eight lanes of 32 bits, by AVX2.</summary>
internal readonly unsafe struct ShaLanes8x32 : IShaLanes<Vector256<uint>>
{
    public static CpuFeatures Requires => CpuFeatures.Avx2;

    public static bool IsSupported => Vector256.IsHardwareAccelerated;

    public static int WordBytes => sizeof(uint);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Load(byte* words) => Vector256.Load((uint*)words);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector256<uint> words, byte* to) => words.Store((uint*)to);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Gather(byte* vectors) =>
        Vector256.Create(Vector128.Load(vectors), Vector128.Load(vectors + 128)).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Reorder(Vector256<uint> words, byte* order) =>
        Avx2.Shuffle(words.AsByte(), Avx2.BroadcastVector128ToVector256(order)).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> UnpackLow(Vector256<uint> left, Vector256<uint> right) => Avx2.UnpackLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> UnpackHigh(Vector256<uint> left, Vector256<uint> right) => Avx2.UnpackHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> UnpackLowHalves(Vector256<uint> left, Vector256<uint> right) =>
        Avx2.UnpackLow(left.AsUInt64(), right.AsUInt64()).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> UnpackHighHalves(Vector256<uint> left, Vector256<uint> right) =>
        Avx2.UnpackHigh(left.AsUInt64(), right.AsUInt64()).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Everywhere(byte* word) => Vector256.Create(*(uint*)word);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Add(Vector256<uint> left, Vector256<uint> right) => left + right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Xor(Vector256<uint> left, Vector256<uint> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Xor(Vector256<uint> x, Vector256<uint> y, Vector256<uint> z) => x ^ y ^ z;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Choose(Vector256<uint> x, Vector256<uint> y, Vector256<uint> z) =>
        z ^ (x & (y ^ z));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> Majority(Vector256<uint> x, Vector256<uint> y, Vector256<uint> z) =>
        y ^ ((x ^ y) & (y ^ z));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> XorUnless(Vector256<uint> x, Vector256<uint> y, Vector256<uint> z) =>
        x ^ Avx2.AndNot(y, z);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> RotateRight(Vector256<uint> x, [ConstantExpected] byte bits) => (x >>> bits) | (x << (32 - bits));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<uint> ShiftRight(Vector256<uint> x, [ConstantExpected] byte bits) => x >>> bits;
}
