using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Intrinsics;

/// <summary>Sixteen lanes of 32 bits, or eight of 64, by AVX-512.</summary>
/// <typeparam name="TWord">uint or ulong.</typeparam>
internal readonly unsafe struct ShaLanes512<TWord> : IShaLanes<Vector512<TWord>>
    where TWord : unmanaged
{
    public static CpuFeatures Requires => CpuFeatures.Avx512;

    public static bool IsSupported => Vector512.IsHardwareAccelerated;

    public static int WordBytes => sizeof(TWord);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> Load(byte* words) => Vector512.Load((TWord*)words);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector512<TWord> words, byte* to) => words.Store((TWord*)to);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> Gather(byte* vectors)
    {
        var step = Vector128<TWord>.Count * sizeof(Vector512<TWord>);
        return Vector512.Create(
            Vector256.Create(Vector128.Load(vectors), Vector128.Load(vectors + step)),
            Vector256.Create(Vector128.Load(vectors + (2 * step)), Vector128.Load(vectors + (3 * step)))).As<byte, TWord>();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> Reorder(Vector512<TWord> words, byte* order) =>
        Avx512BW.Shuffle(words.AsByte(), Avx512F.BroadcastVector128ToVector512((uint*)order).AsByte()).As<byte, TWord>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> UnpackLow(Vector512<TWord> left, Vector512<TWord> right) =>
        sizeof(TWord) == sizeof(ulong)
            ? UnpackLowHalves(left, right)
            : Avx512F.UnpackLow(left.AsUInt32(), right.AsUInt32()).As<uint, TWord>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> UnpackHigh(Vector512<TWord> left, Vector512<TWord> right) =>
        sizeof(TWord) == sizeof(ulong)
            ? UnpackHighHalves(left, right)
            : Avx512F.UnpackHigh(left.AsUInt32(), right.AsUInt32()).As<uint, TWord>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> UnpackLowHalves(Vector512<TWord> left, Vector512<TWord> right) =>
        Avx512F.UnpackLow(left.AsUInt64(), right.AsUInt64()).As<ulong, TWord>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> UnpackHighHalves(Vector512<TWord> left, Vector512<TWord> right) =>
        Avx512F.UnpackHigh(left.AsUInt64(), right.AsUInt64()).As<ulong, TWord>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> Everywhere(byte* word) => Vector512.Create(*(TWord*)word);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> Add(Vector512<TWord> left, Vector512<TWord> right) => left + right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> Xor(Vector512<TWord> left, Vector512<TWord> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> Xor(Vector512<TWord> x, Vector512<TWord> y, Vector512<TWord> z) => Combine(x, y, z, 0x96);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> Choose(Vector512<TWord> x, Vector512<TWord> y, Vector512<TWord> z) => Combine(x, y, z, 0xCA);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> Majority(Vector512<TWord> x, Vector512<TWord> y, Vector512<TWord> z) => Combine(x, y, z, 0xE8);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> XorUnless(Vector512<TWord> x, Vector512<TWord> y, Vector512<TWord> z) => Combine(x, y, z, 0xD2);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> RotateRight(Vector512<TWord> x, [ConstantExpected] byte bits) =>
        sizeof(TWord) == sizeof(ulong)
            ? Avx512F.RotateRight(x.AsUInt64(), bits).As<ulong, TWord>()
            : Avx512F.RotateRight(x.AsUInt32(), bits).As<uint, TWord>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<TWord> ShiftRight(Vector512<TWord> x, [ConstantExpected] byte bits) => x >>> bits;

    /// <summary>Ternary logic: where x, y and z have the bits a, b and c, the result has bit 4a + 2b + c of the table.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<TWord> Combine(Vector512<TWord> x, Vector512<TWord> y, Vector512<TWord> z, [ConstantExpected] byte table) =>
        Avx512F.TernaryLogic(x.AsUInt64(), y.AsUInt64(), z.AsUInt64(), table).As<ulong, TWord>();
}
