using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Intrinsics;

/// <summary>Four lanes of 64 bits, by AVX2.</summary>
internal readonly unsafe struct ShaLanes4x64 : IShaLanes<Vector256<ulong>>
{
    public static CpuFeatures Requires => CpuFeatures.Avx2;

    public static bool IsSupported => Vector256.IsHardwareAccelerated;

    public static int WordBytes => sizeof(ulong);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Load(byte* words) => Vector256.Load((ulong*)words);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector256<ulong> words, byte* to) => words.Store((ulong*)to);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Gather(byte* vectors) =>
        Vector256.Create(Vector128.Load(vectors), Vector128.Load(vectors + 64)).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Reorder(Vector256<ulong> words, byte* order) =>
        Avx2.Shuffle(words.AsByte(), Avx2.BroadcastVector128ToVector256(order)).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> UnpackLow(Vector256<ulong> left, Vector256<ulong> right) => Avx2.UnpackLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> UnpackHigh(Vector256<ulong> left, Vector256<ulong> right) => Avx2.UnpackHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> UnpackLowHalves(Vector256<ulong> left, Vector256<ulong> right) =>
        UnpackLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> UnpackHighHalves(Vector256<ulong> left, Vector256<ulong> right) =>
        UnpackHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Everywhere(byte* word) => Vector256.Create(*(ulong*)word);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Add(Vector256<ulong> left, Vector256<ulong> right) => left + right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Xor(Vector256<ulong> left, Vector256<ulong> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Xor(Vector256<ulong> x, Vector256<ulong> y, Vector256<ulong> z) => x ^ y ^ z;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Choose(Vector256<ulong> x, Vector256<ulong> y, Vector256<ulong> z) =>
        z ^ (x & (y ^ z));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Majority(Vector256<ulong> x, Vector256<ulong> y, Vector256<ulong> z) =>
        y ^ ((x ^ y) & (y ^ z));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> XorUnless(Vector256<ulong> x, Vector256<ulong> y, Vector256<ulong> z) =>
        x ^ Avx2.AndNot(y, z);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> RotateRight(Vector256<ulong> x, [ConstantExpected] byte bits) => (x >>> bits) | (x << (64 - bits));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> ShiftRight(Vector256<ulong> x, [ConstantExpected] byte bits) => x >>> bits;
}
