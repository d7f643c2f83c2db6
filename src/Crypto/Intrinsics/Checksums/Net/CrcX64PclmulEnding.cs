using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The end of a message by PCLMULQDQ alone, for any polynomial. Whole blocks are folded one by one. Before a rest of n bytes, the
/// last 16 bytes of the message become the block, and the n before it are folded onto them. <see cref="Reduce"/> divides what is
/// left. A message of less than 16 bytes is moved to the end of a block, with zeros before it, which change nothing.
/// </summary>
internal readonly unsafe struct CrcX64PclmulEnding : ICrcX64Ending
{
    private const int BlockBytes = 16;

    public static CpuFeatures Requires => CpuFeatures.None;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Finish(Block sum, byte* rest, nint length, byte* factors)
    {
        var pair = Vector128.Load(factors + CrcFactors.Block).AsUInt64();
        for (; length >= BlockBytes; length -= BlockBytes, rest += BlockBytes)
            sum = CrcX64Lanes128.Fold(sum.AsUInt64(), pair, CrcX64Lanes128.Load(rest)).AsByte();
        if (length > 0)
        {
            var toEnd = Vector128.Load(factors + CrcFactors.Shifts + length);
            var toBeginning = Vector128.Load(factors + CrcFactors.Shifts + BlockBytes + length);
            var last = Vector128.Load(rest + length - BlockBytes);
            last = Sse41.BlendVariable(last, Ssse3.Shuffle(sum, toBeginning), toEnd);
            sum = CrcX64Lanes128.Fold(Ssse3.Shuffle(sum, toEnd).AsUInt64(), pair, last.AsUInt64()).AsByte();
        }

        return Reduce(sum.AsUInt64(), factors);
    }

    [MethodImpl(Jit.Optimize)]
    public static uint Short(uint value, byte* source, nint length, byte* factors)
    {
        if (length >= BlockBytes)
        {
            var first = CrcX64Lanes128.LoadFirst(source, Vector128.CreateScalar(value).AsByte());
            return Finish(first.AsByte(), source + BlockBytes, length - BlockBytes, factors);
        }

        if (length <= sizeof(ulong))
        {
            // Of value XOR message, the polynomial times x^32 in 96 bits; a shift by 64 bits would be one by none.
            var word = Load(source, length) ^ value;
            var quarter = (int)(4 * length);
            var low = length == 0 ? 0 : word << (64 - (2 * quarter));
            return Divide(Vector128.Create(low, (word >> quarter) >> quarter), factors);
        }

        var shift = (int)(8 * (BlockBytes - length));
        var begin = Unsafe.ReadUnaligned<ulong>(source) ^ value;
        var end = Unsafe.ReadUnaligned<ulong>(source + length - sizeof(ulong));
        return Reduce(Vector128.Create(begin << shift, (begin >> (64 - shift)) | ((end >> shift) << shift)), factors);
    }

    /// <summary>
    /// The block times x^32 modulo P: the first half times x^96 modulo P, and the second times x^32, are 96 bits, with x^95 in
    /// bit 0.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Reduce(Vector128<ulong> block, byte* factors)
    {
        var ending = Vector128.Load(factors + CrcFactors.Ending).AsUInt64();
        return Divide(Pclmulqdq.CarrylessMultiply(block, ending, 0x00) ^ Sse2.ShiftRightLogical128BitLane(block, 8), factors);
    }

    /// <summary>
    /// 96 bits modulo P, by Barrett's method: their highest 64, times the quotient of x^95 by P, divided by x^63, are the
    /// quotient by P. It is exact, as what was cut off from x^95 leads to powers below 1 only. The quotient times P has the
    /// same high bits.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Divide(Vector128<ulong> bits, byte* factors)
    {
        var ending = Vector128.Load(factors + CrcFactors.Ending).AsUInt64();
        var polynomial = Vector128.Load(factors + CrcFactors.EndingPolynomial).AsUInt64();
        var quotient = Pclmulqdq.CarrylessMultiply(bits, ending, 0x10);
        return (bits ^ Pclmulqdq.CarrylessMultiply(quotient, polynomial, 0x00)).AsUInt32().GetElement(2);
    }

    /// <summary>A word of up to eight bytes, by loads that may overlap but lie within them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Load(byte* source, nint length)
    {
        if (length >= sizeof(uint))
        {
            var last = length - sizeof(uint);
            return Unsafe.ReadUnaligned<uint>(source) | ((ulong)Unsafe.ReadUnaligned<uint>(source + last) << (int)(8 * last));
        }

        if (length == 0)
            return 0;
        var middle = length >> 1;
        return source[0] | ((ulong)source[middle] << (int)(8 * middle)) | ((ulong)source[length - 1] << (int)(8 * (length - 1)));
    }
}
