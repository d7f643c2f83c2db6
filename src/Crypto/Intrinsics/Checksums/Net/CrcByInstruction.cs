using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A CRC by a CPU's own instruction for its polynomial. It takes two or three cycles and can begin in each: a long message is
/// cut into three parts of equal length, whose remainders are found beside each other (Gopal and others, "Fast CRC computation
/// for iSCSI polynomial using CRC32 instruction", 2011). A remainder is moved over the parts after it by a product with x^n
/// modulo P, of 63 bits; the instruction itself reduces that, as a word of a message.
/// <para>
/// Any alignment. Constant-time: branches and addresses depend on the length alone.
/// </para>
/// </summary>
internal sealed unsafe class CrcByInstruction<TInstruction> : ChecksumKernel
    where TInstruction : struct, ICrcInstruction
{
    /// <summary>Bytes of each of three parts: of long messages, and of what is left of them.</summary>
    private const int LongPart = 1024, ShortPart = 64;

    private readonly uint _overOneLong = Over(LongPart);
    private readonly uint _overTwoLong = Over(2 * LongPart);
    private readonly uint _overOneShort = Over(ShortPart);
    private readonly uint _overTwoShort = Over(2 * ShortPart);

    public override string Id { get; } = TInstruction.Polynomial.Id + "/" + TInstruction.Id;

    public override KernelTier Tier => KernelTier.Intrinsics;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => TInstruction.Requires;

    public override uint Update(uint value, byte* source, nint length)
    {
        if (length >= 3 * ShortPart)
        {
            var longs = length / (3 * LongPart);
            value = Bulk(value, source, longs, LongPart, _overOneLong, _overTwoLong);
            source += longs * 3 * LongPart;
            length -= longs * 3 * LongPart;
            var shorts = length / (3 * ShortPart);
            value = Bulk(value, source, shorts, ShortPart, _overOneShort, _overTwoShort);
            source += shorts * 3 * ShortPart;
            length -= shorts * 3 * ShortPart;
        }

        return Append(value, source, length);
    }

    /// <summary>One word after another, for messages too short to be cut.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Append(ulong value, byte* source, nint length)
    {
        for (; length >= sizeof(ulong); length -= sizeof(ulong), source += sizeof(ulong))
            value = TInstruction.Append(value, Unsafe.ReadUnaligned<ulong>(source));
        var rest = (uint)value;
        if ((length & sizeof(uint)) != 0)
        {
            rest = TInstruction.Append(rest, Unsafe.ReadUnaligned<uint>(source));
            source += sizeof(uint);
        }

        if ((length & sizeof(ushort)) != 0)
        {
            rest = TInstruction.Append(rest, Unsafe.ReadUnaligned<ushort>(source));
            source += sizeof(ushort);
        }

        return (length & 1) != 0 ? TInstruction.Append(rest, *source) : rest;
    }

    /// <summary>
    /// The factor that moves a remainder over so many bytes. Factor and remainder begin with x^31 in bit 0; so their product
    /// has x^62 there, where a word of a message has x^63, and counts as that times x; and a message counts as that times x^32.
    /// </summary>
    private static uint Over(int bytes) => TInstruction.Polynomial.PowerOfX((8 * bytes) - 33);

    [MethodImpl(Jit.Optimize)]
    private static uint Bulk(uint value, byte* source, nint times, nint part, uint overOne, uint overTwo)
    {
        ulong first = value;
        for (; times > 0; times--, source += 2 * part)
        {
            ulong second = 0, third = 0;
            for (var end = source + part; source < end; source += sizeof(ulong))
            {
                first = TInstruction.Append(first, Unsafe.ReadUnaligned<ulong>(source));
                second = TInstruction.Append(second, Unsafe.ReadUnaligned<ulong>(source + part));
                third = TInstruction.Append(third, Unsafe.ReadUnaligned<ulong>(source + (2 * part)));
            }

            var moved = TInstruction.Multiply(first, overTwo) ^ TInstruction.Multiply(second, overOne);
            first = third ^ TInstruction.Append(0ul, moved);
        }

        return (uint)first;
    }
}

/// <summary>A CPU's instruction for one polynomial. Values of 64 bits have zeros in the high half.</summary>
internal interface ICrcInstruction
{
    static abstract string Id { get; }

    static abstract CpuFeatures Requires { get; }

    static abstract CrcPolynomial Polynomial { get; }

    static abstract ulong Append(ulong value, ulong next);

    static abstract uint Append(uint value, uint next);

    static abstract uint Append(uint value, ushort next);

    static abstract uint Append(uint value, byte next);

    /// <summary>The carry-less product of two values.</summary>
    static abstract ulong Multiply(ulong left, ulong right);
}
