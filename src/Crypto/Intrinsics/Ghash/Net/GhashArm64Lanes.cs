using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using ArmAes = System.Runtime.Intrinsics.Arm.Aes;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Step Karatsuba of docs/kernels.md by PMULL, and Fold. PMULL multiplies low halves, and PMULL2 high ones: for a product of one
/// of each, as step Product has it, halves would have to be exchanged. The sums of halves of the powers follow the powers.
/// </summary>
internal readonly unsafe struct GhashArm64Lanes : IGhashLanes<Vector128<ulong>>, IGhashProducts
{
    private const int SumsOffset = GhashIntrinsics.Powers * GhashIntrinsics.BlockBytes;

    public static int BatchesBetween => 1;

    public static int PowersBytes => 2 * SumsOffset;

    public static Vector128<ulong> Reversed => AesRounds.Reversed.AsUInt64();

    private static Vector64<ulong> Polynomial => Vector64.Create(GhashIntrinsics.Polynomial);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StorePower(Block power, byte* powers)
    {
        power.Store(powers);
        SumOfHalves(power.AsUInt64()).Store((ulong*)(powers + SumsOffset));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void XorProducts(
        Block block, byte* power, ref Vector128<ulong> low, ref Vector128<ulong> middle, ref Vector128<ulong> high)
    {
        var a = block.AsUInt64();
        var b = Vector128.Load(power).AsUInt64();
        low ^= ArmAes.PolynomialMultiplyWideningLower(a.GetLower(), b.GetLower());
        high ^= ArmAes.PolynomialMultiplyWideningUpper(a, b);
        middle ^= ArmAes.PolynomialMultiplyWideningLower(SumOfHalves(a), Vector64.Load((ulong*)(power + SumsOffset)));
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
        XorProducts(
            Vector128.ShuffleNative(Vector128.Load(blocks), reversed.AsByte()) ^ hash, powers, ref low, ref middle, ref high);

    /// <summary>The lowest 64 bits are folded into the middle part, and the lowest of that into the high one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Reduce(Vector128<ulong> low, Vector128<ulong> middle, Vector128<ulong> high)
    {
        middle ^= low ^ high;
        middle ^= ExchangeHalves(low) ^ ArmAes.PolynomialMultiplyWideningLower(low.GetLower(), Polynomial);
        high ^= ExchangeHalves(middle) ^ ArmAes.PolynomialMultiplyWideningLower(middle.GetLower(), Polynomial);
        return high.AsByte();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector64<ulong> SumOfHalves(Vector128<ulong> a) => a.GetLower() ^ a.GetUpper();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> ExchangeHalves(Vector128<ulong> a) => AdvSimd.ExtractVector128(a, a, 1);
}
