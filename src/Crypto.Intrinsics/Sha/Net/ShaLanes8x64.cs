using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Intrinsics;

/// <summary>Eight lanes of 64 bits, by AVX-512.</summary>
internal readonly unsafe struct ShaLanes8x64 : IShaLanes<Vector512<ulong>>
{
    public static CpuFeatures Requires => CpuFeatures.Avx512;

    public static bool IsSupported => Vector512.IsHardwareAccelerated;

    public static int WordBytes => sizeof(ulong);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Load(byte* words) => Vector512.Load((ulong*)words);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector512<ulong> words, byte* to) => words.Store((ulong*)to);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Gather(byte* vectors) =>
        Vector512.Create(
            Vector256.Create(Vector128.Load(vectors), Vector128.Load(vectors + 128)),
            Vector256.Create(Vector128.Load(vectors + 256), Vector128.Load(vectors + 384))).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Reorder(Vector512<ulong> words, byte* order) =>
        Avx512BW.Shuffle(words.AsByte(), Avx512F.BroadcastVector128ToVector512((uint*)order).AsByte()).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> UnpackLow(Vector512<ulong> left, Vector512<ulong> right) => Avx512F.UnpackLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> UnpackHigh(Vector512<ulong> left, Vector512<ulong> right) => Avx512F.UnpackHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> UnpackLowHalves(Vector512<ulong> left, Vector512<ulong> right) =>
        UnpackLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> UnpackHighHalves(Vector512<ulong> left, Vector512<ulong> right) =>
        UnpackHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Everywhere(byte* word) => Vector512.Create(*(ulong*)word);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Add(Vector512<ulong> left, Vector512<ulong> right) => left + right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Xor(Vector512<ulong> left, Vector512<ulong> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Xor(Vector512<ulong> x, Vector512<ulong> y, Vector512<ulong> z) => Avx512F.TernaryLogic(x, y, z, 0x96);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Choose(Vector512<ulong> x, Vector512<ulong> y, Vector512<ulong> z) =>
        Avx512F.TernaryLogic(x, y, z, 0xCA);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Majority(Vector512<ulong> x, Vector512<ulong> y, Vector512<ulong> z) =>
        Avx512F.TernaryLogic(x, y, z, 0xE8);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> XorUnless(Vector512<ulong> x, Vector512<ulong> y, Vector512<ulong> z) =>
        Avx512F.TernaryLogic(x, y, z, 0xD2);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> RotateRight(Vector512<ulong> x, [ConstantExpected] byte bits) => Avx512F.RotateRight(x, bits);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> ShiftRight(Vector512<ulong> x, [ConstantExpected] byte bits) => x >>> bits;
}
