using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Intrinsics;

/// <summary>Eight lanes of 32 bits, or four of 64, by AVX2.</summary>
/// <typeparam name="TWord">uint or ulong.</typeparam>
internal readonly unsafe struct ShaLanes256<TWord> : IShaLanes<Vector256<TWord>>
    where TWord : unmanaged
{
    public static CpuFeatures Requires => CpuFeatures.Avx2;

    public static bool IsSupported => Vector256.IsHardwareAccelerated;

    public static int WordBytes => sizeof(TWord);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> Load(byte* words) => Vector256.Load((TWord*)words);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector256<TWord> words, byte* to) => words.Store((TWord*)to);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> Gather(byte* vectors) =>
        Vector256.Create(
            Vector128.Load(vectors), Vector128.Load(vectors + (Vector128<TWord>.Count * sizeof(Vector256<TWord>)))).As<byte, TWord>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> Reorder(Vector256<TWord> words, byte* order) =>
        Avx2.Shuffle(words.AsByte(), Avx2.BroadcastVector128ToVector256(order)).As<byte, TWord>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> UnpackLow(Vector256<TWord> left, Vector256<TWord> right) =>
        sizeof(TWord) == sizeof(ulong)
            ? UnpackLowHalves(left, right)
            : Avx2.UnpackLow(left.AsUInt32(), right.AsUInt32()).As<uint, TWord>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> UnpackHigh(Vector256<TWord> left, Vector256<TWord> right) =>
        sizeof(TWord) == sizeof(ulong)
            ? UnpackHighHalves(left, right)
            : Avx2.UnpackHigh(left.AsUInt32(), right.AsUInt32()).As<uint, TWord>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> UnpackLowHalves(Vector256<TWord> left, Vector256<TWord> right) =>
        Avx2.UnpackLow(left.AsUInt64(), right.AsUInt64()).As<ulong, TWord>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> UnpackHighHalves(Vector256<TWord> left, Vector256<TWord> right) =>
        Avx2.UnpackHigh(left.AsUInt64(), right.AsUInt64()).As<ulong, TWord>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> Everywhere(byte* word) => Vector256.Create(*(TWord*)word);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> Add(Vector256<TWord> left, Vector256<TWord> right) => left + right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> Xor(Vector256<TWord> left, Vector256<TWord> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> Xor(Vector256<TWord> x, Vector256<TWord> y, Vector256<TWord> z) => x ^ y ^ z;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> Choose(Vector256<TWord> x, Vector256<TWord> y, Vector256<TWord> z) => z ^ (x & (y ^ z));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> Majority(Vector256<TWord> x, Vector256<TWord> y, Vector256<TWord> z) => y ^ ((x ^ y) & (y ^ z));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> XorUnless(Vector256<TWord> x, Vector256<TWord> y, Vector256<TWord> z) =>
        x ^ Avx2.AndNot(y.AsUInt64(), z.AsUInt64()).As<ulong, TWord>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> RotateRight(Vector256<TWord> x, [ConstantExpected] byte bits) =>
        (x >>> bits) | (x << ((8 * sizeof(TWord)) - bits));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TWord> ShiftRight(Vector256<TWord> x, [ConstantExpected] byte bits) => x >>> bits;
}
