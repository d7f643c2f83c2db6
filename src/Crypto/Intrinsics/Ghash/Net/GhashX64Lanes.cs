using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>Step Product of docs/kernels.md by PCLMULQDQ, at every width, and Fold.</summary>
internal interface IGhashX64Lanes<TVector> : IGhashLanes<TVector>
    where TVector : unmanaged
{
    static abstract string Id { get; }

    static abstract CpuFeatures Requires { get; }

    /// <summary>Whether the runtime grants the vector's width.</summary>
    static abstract bool IsSupported { get; }

    /// <inheritdoc cref="Kernel.WhyNotPreferred"/>
    static virtual string? WhyNotPreferred() => null;
}

internal static class GhashX64
{
    /// <summary>Loads that are wider than the cipher's stores wait until those have left the store buffer.</summary>
    public const int BatchesBetween = 3;
}

internal readonly unsafe struct GhashX64Lanes128 : IGhashX64Lanes<Vector128<ulong>>, IGhashProducts
{
    public static string Id => "x64-pclmul";

    public static CpuFeatures Requires => CpuFeatures.None;

    public static bool IsSupported => true;

    public static int BatchesBetween => GhashX64.BatchesBetween;

    public static int PowersBytes => GhashIntrinsics.Powers * GhashIntrinsics.BlockBytes;

    public static Vector128<ulong> Reversed => AesRounds.Reversed.AsUInt64();

    private static Vector128<ulong> Polynomial => Vector128.Create(GhashIntrinsics.Polynomial);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StorePower(Block power, byte* powers) => power.Store(powers);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void XorProducts(
        Block block, byte* power, ref Vector128<ulong> low, ref Vector128<ulong> middle, ref Vector128<ulong> high)
    {
        var a = block.AsUInt64();
        var b = Vector128.Load(power).AsUInt64();
        low ^= Pclmulqdq.CarrylessMultiply(a, b, 0x00);
        middle ^= Pclmulqdq.CarrylessMultiply(a, b, 0x01) ^ Pclmulqdq.CarrylessMultiply(a, b, 0x10);
        high ^= Pclmulqdq.CarrylessMultiply(a, b, 0x11);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void XorProducts(
        Vector128<ulong> reversed,
        byte* blocks,
        Block hash,
        byte* powers,
        ref Vector128<ulong> low,
        ref Vector128<ulong> middle,
        ref Vector128<ulong> high) =>
        XorProducts(Ssse3.Shuffle(Vector128.Load(blocks), reversed.AsByte()) ^ hash, powers, ref low, ref middle, ref high);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Reduce(Vector128<ulong> low, Vector128<ulong> middle, Vector128<ulong> high)
    {
        low ^= Sse2.ShiftLeftLogical128BitLane(middle, 8);
        high ^= Sse2.ShiftRightLogical128BitLane(middle, 8);
        low = Sse2.Shuffle(low.AsUInt32(), 0x4E).AsUInt64() ^ Pclmulqdq.CarrylessMultiply(low, Polynomial, 0x00);
        low = Sse2.Shuffle(low.AsUInt32(), 0x4E).AsUInt64() ^ Pclmulqdq.CarrylessMultiply(low, Polynomial, 0x00);
        return (low ^ high).AsByte();
    }
}

#if NET10_0_OR_GREATER // Pclmulqdq.V256 and V512.
internal readonly unsafe struct GhashX64Lanes256 : IGhashX64Lanes<Vector256<ulong>>
{
    public static string Id => "x64-vpclmul256";

    public static CpuFeatures Requires => CpuFeatures.Avx2 | CpuFeatures.Vpclmulqdq;

    public static bool IsSupported => Vector256.IsHardwareAccelerated && Pclmulqdq.V256.IsSupported;

    public static int BatchesBetween => GhashX64.BatchesBetween;

    public static Vector256<ulong> Reversed => Vector256.Create(GhashX64Lanes128.Reversed, GhashX64Lanes128.Reversed);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void XorProducts(
        Vector256<ulong> reversed,
        byte* blocks,
        Block hash,
        byte* powers,
        ref Vector256<ulong> low,
        ref Vector256<ulong> middle,
        ref Vector256<ulong> high)
    {
        var a = (Avx2.Shuffle(Vector256.Load(blocks), reversed.AsByte()) ^ hash.ToVector256()).AsUInt64();
        var b = Vector256.Load(powers).AsUInt64();
        low ^= Pclmulqdq.V256.CarrylessMultiply(a, b, 0x00);
        middle ^= Pclmulqdq.V256.CarrylessMultiply(a, b, 0x01) ^ Pclmulqdq.V256.CarrylessMultiply(a, b, 0x10);
        high ^= Pclmulqdq.V256.CarrylessMultiply(a, b, 0x11);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Reduce(Vector256<ulong> low, Vector256<ulong> middle, Vector256<ulong> high) =>
        GhashX64Lanes128.Reduce(Halves(low), Halves(middle), Halves(high));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Halves(Vector256<ulong> sum) => sum.GetLower() ^ sum.GetUpper();
}

internal readonly unsafe struct GhashX64Lanes512 : IGhashX64Lanes<Vector512<ulong>>
{
    public static string Id => "x64-vpclmul512";

    public static CpuFeatures Requires => CpuFeatures.Avx512 | CpuFeatures.Vpclmulqdq;

    public static bool IsSupported => Vector512.IsHardwareAccelerated && Pclmulqdq.V512.IsSupported;

    public static string? WhyNotPreferred() =>
        Cpu.Core == CpuCore.Intel ? "vectors of 512 bits leave AESENC one port of two on this CPU" : null;

    public static int BatchesBetween => GhashX64.BatchesBetween;

    public static Vector512<ulong> Reversed => Vector512.Create(GhashX64Lanes256.Reversed, GhashX64Lanes256.Reversed);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void XorProducts(
        Vector512<ulong> reversed,
        byte* blocks,
        Block hash,
        byte* powers,
        ref Vector512<ulong> low,
        ref Vector512<ulong> middle,
        ref Vector512<ulong> high)
    {
        var a = (Avx512BW.Shuffle(Vector512.Load(blocks), reversed.AsByte()) ^ hash.ToVector256().ToVector512()).AsUInt64();
        var b = Vector512.Load(powers).AsUInt64();
        low ^= Pclmulqdq.V512.CarrylessMultiply(a, b, 0x00);
        middle ^= Pclmulqdq.V512.CarrylessMultiply(a, b, 0x01) ^ Pclmulqdq.V512.CarrylessMultiply(a, b, 0x10);
        high ^= Pclmulqdq.V512.CarrylessMultiply(a, b, 0x11);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Reduce(Vector512<ulong> low, Vector512<ulong> middle, Vector512<ulong> high) =>
        GhashX64Lanes256.Reduce(Halves(low), Halves(middle), Halves(high));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Halves(Vector512<ulong> sum) => sum.GetLower() ^ sum.GetUpper();
}
#endif
