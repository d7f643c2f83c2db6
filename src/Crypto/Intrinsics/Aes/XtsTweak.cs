#if NET
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
#endif

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The tweaks of XTS (IEEE 1619, section 5.2): each is the one before times x, in the field of 2^128 elements. The bits of a block
/// count from the lowest of its first byte.
/// </summary>
internal static unsafe class XtsTweak
{
    /// <summary>x^128 in that field.</summary>
    private const ulong Polynomial = 0x87;

    /// <summary>
    /// Writes the tweak of the block that follows, maybe over this one: a shift to the left, and the polynomial where a bit leaves,
    /// without a branch.
    /// </summary>
    public static void Next(byte* tweak, byte* next)
    {
        ulong low = LittleEndian.Read64(tweak), high = LittleEndian.Read64(tweak + sizeof(ulong));
        LittleEndian.Write64(next, (low << 1) ^ (Polynomial & (0 - (high >> 63))));
        LittleEndian.Write64(next + sizeof(ulong), (high << 1) | (low >> 63));
    }

#if NET
    /// <summary>Blocks that <see cref="BatchOn"/> goes on by.</summary>
    public const int BatchBlocks = 8;

    /// <summary>
    /// The tweak eight blocks on: a byte moves to the left, and the one that leaves comes back times the polynomial. None waits for
    /// the one before it.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> BatchOn(Vector128<byte> tweak)
    {
        if (AdvSimd.IsSupported)
        {
            // Products of the upper eight bytes, of which the last one alone is not zero.
            var product = AdvSimd.PolynomialMultiplyWideningUpper(tweak, Vector128<byte>.Zero.WithElement(15, (byte)Polynomial));
            var zero = Vector128<byte>.Zero;
            return AdvSimd.ExtractVector128(zero, tweak, 15) ^ AdvSimd.ExtractVector128(product.AsByte(), zero, 14);
        }

        var left = Sse2.ShiftRightLogical128BitLane(tweak, 15).AsUInt64();
        return Sse2.ShiftLeftLogical128BitLane(tweak, 1) ^ (left ^ (left << 1) ^ (left << 2) ^ (left << 7)).AsByte();
    }
#endif
}
