using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// UADDLP and UADALP add up neighbours, UMULL and UMLAL multiply bytes by their weights, 16 to 1. A product and three more, of
/// two vectors, fit 16 bits, since they are 4·255·16 at most. A mebibyte of 255 leads a lane of 32 bits to 65536·255·(16 + 15 +
/// 8 + 7), less than 2^32.
/// </summary>
internal readonly unsafe struct Adler32Arm64Lanes : IAdler32Lanes<Vector128<ulong>>
{
    public static string Id => "arm64-advsimd";

    public static CpuFeatures Requires => CpuFeatures.ArmAdvSimd;

    public static bool IsSupported => true;

    public static Vector128<ulong> Weights
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1).AsUInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> Load(byte* source) => Vector128.Load(source).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<ulong> LoadLast(Vector128<ulong> weights, byte* end, int bytes)
    {
        // A weight is the distance from the end.
        var counts = Vector128.LessThanOrEqual(weights.AsByte(), Vector128.Create((byte)bytes));
        return Vector128.Load(end - 16).AsUInt64() & counts.AsUInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Add(
        Vector128<ulong> weights,
        Vector128<ulong> bytes,
        ref Vector128<ulong> sum,
        ref Vector128<ulong> before,
        ref Vector128<ulong> weighted)
    {
        Sum(bytes, ref sum, ref before);
        var lower = AdvSimd.MultiplyWideningLower(bytes.AsByte().GetLower(), weights.AsByte().GetLower());
        var products = AdvSimd.MultiplyWideningUpperAndAdd(lower, bytes.AsByte(), weights.AsByte());
        weighted = AdvSimd.AddPairwiseWideningAndAdd(weighted.AsUInt32(), products).AsUInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Add(
        Vector128<ulong> weights,
        Vector128<ulong> first,
        Vector128<ulong> second,
        ref Vector128<ulong> sum,
        ref Vector128<ulong> before,
        ref Vector128<ulong> weighted)
    {
        Sum(first, ref sum, ref before);
        Sum(second, ref sum, ref before);
        var products = AdvSimd.MultiplyWideningLower(first.AsByte().GetLower(), weights.AsByte().GetLower());
        products = AdvSimd.MultiplyWideningUpperAndAdd(products, first.AsByte(), weights.AsByte());
        products = AdvSimd.MultiplyWideningLowerAndAdd(products, second.AsByte().GetLower(), weights.AsByte().GetLower());
        products = AdvSimd.MultiplyWideningUpperAndAdd(products, second.AsByte(), weights.AsByte());
        weighted = AdvSimd.AddPairwiseWideningAndAdd(weighted.AsUInt32(), products).AsUInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static (ulong Sum, ulong Weighted) Total(
        Vector128<ulong> sum, Vector128<ulong> before, Vector128<ulong> weighted)
    {
        var (low, high) = Vector128.Widen(weighted.AsUInt32());
        var (sumLow, sumHigh) = Vector128.Widen(sum.AsUInt32());
        return (Vector128.Sum(sumLow + sumHigh), Vector128.Sum((before << 4) + low + high));
    }

    /// <summary>The sums of bytes have four lanes of 32 bits, those of sums two of 64.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Sum(Vector128<ulong> bytes, ref Vector128<ulong> sum, ref Vector128<ulong> before)
    {
        before = AdvSimd.AddPairwiseWideningAndAdd(before, sum.AsUInt32());
        sum = AdvSimd.AddPairwiseWideningAndAdd(sum.AsUInt32(), AdvSimd.AddPairwiseWidening(bytes.AsByte())).AsUInt64();
    }
}
