#if NET
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// CRC-32C by the instruction CRC32 of SSE4.2. It takes three cycles and can begin in each: a long message is cut into three parts of
/// equal length, whose remainders are found beside each other (Gopal and others, "Fast CRC computation for iSCSI polynomial using
/// CRC32 instruction", 2011). A remainder is moved over the parts behind it by a product with x^n modulo P, of 63 bits; CRC32
/// itself reduces that, as a word of a message.
/// <para>
/// Any alignment. Constant-time: branches and addresses depend on the length alone.
/// </para>
/// </summary>
internal sealed unsafe class Crc32CX64Sse42 : ChecksumKernel
{
    /// <summary>Bytes of each of three parts: of long messages, and of what is left of them.</summary>
    private const int LongPart = 1024, ShortPart = 64;

    private readonly uint _overOneLong = Over(LongPart);
    private readonly uint _overTwoLong = Over(2 * LongPart);
    private readonly uint _overOneShort = Over(ShortPart);
    private readonly uint _overTwoShort = Over(2 * ShortPart);

    public override string Id => "crc32c/x64-sse42";

    public override KernelTier Tier => KernelTier.Intrinsics;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => CpuFeatures.Sse42 | CpuFeatures.Pclmulqdq;

    public override uint Update(uint value, byte* source, nint length)
    {
        var longs = length / (3 * LongPart);
        value = Bulk(value, source, longs, LongPart, _overOneLong, _overTwoLong);
        source += longs * 3 * LongPart;
        length -= longs * 3 * LongPart;
        var shorts = length / (3 * ShortPart);
        value = Bulk(value, source, shorts, ShortPart, _overOneShort, _overTwoShort);
        source += shorts * 3 * ShortPart;
        length -= shorts * 3 * ShortPart;
        return Crc32CX64Sse42Ending.Short(value, source, length, null);
    }

    /// <summary>
    /// The factor that moves a remainder over so many bytes. Factor and remainder begin with x^31 in bit 0; so their product has x^62
    /// there, where a word of a message has x^63, and counts as that times x; and a message counts as that times x^32.
    /// </summary>
    private static uint Over(int bytes) => CrcPolynomial.Crc32C.PowerOfX((8 * bytes) - 33);

    [MethodImpl(Jit.Optimize)]
    private static uint Bulk(uint value, byte* source, nint times, nint part, uint overOne, uint overTwo)
    {
        ulong first = value;
        for (; times > 0; times--, source += 2 * part)
        {
            ulong second = 0, third = 0;
            for (var end = source + part; source < end; source += sizeof(ulong))
            {
                first = Sse42.X64.Crc32(first, Unsafe.ReadUnaligned<ulong>(source));
                second = Sse42.X64.Crc32(second, Unsafe.ReadUnaligned<ulong>(source + part));
                third = Sse42.X64.Crc32(third, Unsafe.ReadUnaligned<ulong>(source + (2 * part)));
            }

            first = third ^ Sse42.X64.Crc32(0, Multiply(first, overTwo) ^ Multiply(second, overOne));
        }

        return (uint)first;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Multiply(ulong remainder, ulong factor) => Pclmulqdq.CarrylessMultiply(
        Vector128.CreateScalar(remainder), Vector128.CreateScalar(factor), 0x00).GetElement(0);
}
#endif
