using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Intrinsics;

/// <summary>Sixteen lanes of 32 bits, by AVX-512.</summary>
internal readonly unsafe struct ShaLanes16x32 : IShaLanes<Vector512<uint>>
{
    public static CpuFeatures Requires => CpuFeatures.Avx512;

    public static bool IsSupported => Vector512.IsHardwareAccelerated;

    public static int WordBytes => sizeof(uint);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Load(byte* words) => Vector512.Load((uint*)words);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector512<uint> words, byte* to) => words.Store((uint*)to);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Gather(byte* vectors) =>
        Vector512.Create(
            Vector256.Create(Vector128.Load(vectors), Vector128.Load(vectors + 256)),
            Vector256.Create(Vector128.Load(vectors + 512), Vector128.Load(vectors + 768))).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Reorder(Vector512<uint> words, byte* order) =>
        Avx512BW.Shuffle(words.AsByte(), Avx512F.BroadcastVector128ToVector512((uint*)order).AsByte()).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> UnpackLow(Vector512<uint> left, Vector512<uint> right) => Avx512F.UnpackLow(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> UnpackHigh(Vector512<uint> left, Vector512<uint> right) => Avx512F.UnpackHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> UnpackLowHalves(Vector512<uint> left, Vector512<uint> right) =>
        Avx512F.UnpackLow(left.AsUInt64(), right.AsUInt64()).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> UnpackHighHalves(Vector512<uint> left, Vector512<uint> right) =>
        Avx512F.UnpackHigh(left.AsUInt64(), right.AsUInt64()).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Everywhere(byte* word) => Vector512.Create(*(uint*)word);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Add(Vector512<uint> left, Vector512<uint> right) => left + right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Xor(Vector512<uint> left, Vector512<uint> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Xor(Vector512<uint> x, Vector512<uint> y, Vector512<uint> z) => Avx512F.TernaryLogic(x, y, z, 0x96);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Choose(Vector512<uint> x, Vector512<uint> y, Vector512<uint> z) =>
        Avx512F.TernaryLogic(x, y, z, 0xCA);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> Majority(Vector512<uint> x, Vector512<uint> y, Vector512<uint> z) =>
        Avx512F.TernaryLogic(x, y, z, 0xE8);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> XorUnless(Vector512<uint> x, Vector512<uint> y, Vector512<uint> z) =>
        Avx512F.TernaryLogic(x, y, z, 0xD2);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> RotateRight(Vector512<uint> x, [ConstantExpected] byte bits) => Avx512F.RotateRight(x, bits);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<uint> ShiftRight(Vector512<uint> x, [ConstantExpected] byte bits) => x >>> bits;
}
