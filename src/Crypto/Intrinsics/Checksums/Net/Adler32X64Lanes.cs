using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// VPSADBW adds up eight bytes, VPMADDUBSW two of them times their weights. With weights up to 32 the sums of two vectors fit
/// 16 bits: 2·255·(32 + 31) is 32130. VPMADDWD adds two of these. A mebibyte of 255 leads a lane to 16384·2·255·(32 + 31 + 30 +
/// 29), less than 2^31.
/// </summary>
internal readonly unsafe struct Adler32X64Lanes256 : IAdler32Lanes<Vector256<ulong>>
{
    public static string Id => "x64-avx2";

    public static CpuFeatures Requires => CpuFeatures.Avx2;

    public static bool IsSupported => Vector256.IsHardwareAccelerated;

    public static Vector256<ulong> Weights
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector256.Create(
            32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, (sbyte)1)
            .AsUInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Load(byte* source) => Vector256.Load(source).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> LoadLast(Vector256<ulong> weights, byte* end, int bytes)
    {
        // A weight is the distance from the end.
        var counts = Vector256.LessThanOrEqual(weights.AsSByte(), Vector256.Create((sbyte)bytes));
        return Vector256.Load(end - 32).AsUInt64() & counts.AsUInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Add(
        Vector256<ulong> weights,
        Vector256<ulong> bytes,
        ref Vector256<ulong> sum,
        ref Vector256<ulong> before,
        ref Vector256<ulong> weighted)
    {
        before += sum;
        sum += Avx2.SumAbsoluteDifferences(bytes.AsByte(), Vector256<byte>.Zero).AsUInt64();
        var words = Avx2.MultiplyAddAdjacent(bytes.AsByte(), weights.AsSByte());
        weighted = (weighted.AsInt32() + Avx2.MultiplyAddAdjacent(words, Vector256<short>.One)).AsUInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Add(
        Vector256<ulong> weights,
        Vector256<ulong> first,
        Vector256<ulong> second,
        ref Vector256<ulong> sum,
        ref Vector256<ulong> before,
        ref Vector256<ulong> weighted)
    {
        before += sum;
        sum += Avx2.SumAbsoluteDifferences(first.AsByte(), Vector256<byte>.Zero).AsUInt64();
        before += sum;
        sum += Avx2.SumAbsoluteDifferences(second.AsByte(), Vector256<byte>.Zero).AsUInt64();
        var words = Avx2.MultiplyAddAdjacent(first.AsByte(), weights.AsSByte())
            + Avx2.MultiplyAddAdjacent(second.AsByte(), weights.AsSByte());
        weighted = (weighted.AsInt32() + Avx2.MultiplyAddAdjacent(words, Vector256<short>.One)).AsUInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static (ulong Sum, ulong Weighted) Total(Vector256<ulong> sum, Vector256<ulong> before, Vector256<ulong> weighted)
    {
        var (low, high) = Vector256.Widen(weighted.AsUInt32());
        return (Vector256.Sum(sum), Vector256.Sum((before << 5) + low + high));
    }
}

/// <summary>
/// The same in 512 bits, of which each half has weights up to 32, so that the sums keep their bounds. The first half is 32 bytes
/// further from the end than its weights say: once for all vectors, 32 times the sum of its bytes is added.
/// </summary>
internal readonly unsafe struct Adler32X64Lanes512 : IAdler32Lanes<Vector512<ulong>>
{
    public static string Id => "x64-avx512";

    public static CpuFeatures Requires => CpuFeatures.Avx512;

    public static bool IsSupported => Vector512.IsHardwareAccelerated;

    public static Vector512<ulong> Weights
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Create(Adler32X64Lanes256.Weights, Adler32X64Lanes256.Weights);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Load(byte* source) => Vector512.Load(source).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> LoadLast(Vector512<ulong> weights, byte* end, int bytes)
    {
        var distances = weights.AsSByte() + Vector512.Create(Vector256.Create((sbyte)32), Vector256<sbyte>.Zero);
        var counts = Vector512.LessThanOrEqual(distances, Vector512.Create((sbyte)bytes));
        return Vector512.Load(end - 64).AsUInt64() & counts.AsUInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Add(
        Vector512<ulong> weights,
        Vector512<ulong> bytes,
        ref Vector512<ulong> sum,
        ref Vector512<ulong> before,
        ref Vector512<ulong> weighted)
    {
        before += sum;
        sum += Avx512BW.SumAbsoluteDifferences(bytes.AsByte(), Vector512<byte>.Zero).AsUInt64();
        var words = Avx512BW.MultiplyAddAdjacent(bytes.AsByte(), weights.AsSByte());
        weighted = (weighted.AsInt32() + Avx512BW.MultiplyAddAdjacent(words, Vector512<short>.One)).AsUInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Add(
        Vector512<ulong> weights,
        Vector512<ulong> first,
        Vector512<ulong> second,
        ref Vector512<ulong> sum,
        ref Vector512<ulong> before,
        ref Vector512<ulong> weighted)
    {
        before += sum;
        sum += Avx512BW.SumAbsoluteDifferences(first.AsByte(), Vector512<byte>.Zero).AsUInt64();
        before += sum;
        sum += Avx512BW.SumAbsoluteDifferences(second.AsByte(), Vector512<byte>.Zero).AsUInt64();
        var words = Avx512BW.MultiplyAddAdjacent(first.AsByte(), weights.AsSByte())
            + Avx512BW.MultiplyAddAdjacent(second.AsByte(), weights.AsSByte());
        weighted = (weighted.AsInt32() + Avx512BW.MultiplyAddAdjacent(words, Vector512<short>.One)).AsUInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static (ulong Sum, ulong Weighted) Total(Vector512<ulong> sum, Vector512<ulong> before, Vector512<ulong> weighted)
    {
        var (low, high) = Vector512.Widen(weighted.AsUInt32());
        return (Vector512.Sum(sum), Vector512.Sum((before << 6) + low + high) + (32 * Vector256.Sum(sum.GetLower())));
    }
}
