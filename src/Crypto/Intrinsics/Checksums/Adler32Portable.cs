namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Adler-32 in plain C#: RFC 1950, section 8.2. s1 is the sum of the bytes and s2 the sum of all s1, modulo 65521. Any alignment.
/// Constant-time: additions, and remainders by a constant, which are multiplications; branches depend on the length alone.
/// </summary>
internal sealed unsafe class Adler32Portable : ChecksumKernel
{
    /// <summary>The largest prime below 2^16.</summary>
    private const uint Modulus = 65521;

    /// <summary>
    /// The most bytes between two remainders. From s1 and s2 of 65520 at most, n bytes of 255 lead s2, the larger sum, to
    /// 65520·(n + 1) + 255·n(n + 1)/2. That is 4,294,690,200 for 5552 bytes, and for 5553 more than 2^32 - 1.
    /// </summary>
    private const int MostBytes = 5552;

    private const int Unrolled = 16;

    public override string Id => "adler32/portable";

    public override KernelTier Tier => KernelTier.Portable;

    public override bool IsConstantTime => true;

    public override uint Update(uint value, byte* source, nint length)
    {
        uint s1 = value & 0xFFFF, s2 = value >> 16;
        while (length > 0)
        {
            var bytes = (int)(length < MostBytes ? length : MostBytes);
            length -= bytes;
            for (; bytes >= Unrolled; bytes -= Unrolled, source += Unrolled)
            {
                s2 += s1 += source[0]; s2 += s1 += source[1]; s2 += s1 += source[2]; s2 += s1 += source[3];
                s2 += s1 += source[4]; s2 += s1 += source[5]; s2 += s1 += source[6]; s2 += s1 += source[7];
                s2 += s1 += source[8]; s2 += s1 += source[9]; s2 += s1 += source[10]; s2 += s1 += source[11];
                s2 += s1 += source[12]; s2 += s1 += source[13]; s2 += s1 += source[14]; s2 += s1 += source[15];
            }

            for (; bytes > 0; bytes--)
                s2 += s1 += *source++;
            s1 %= Modulus;
            s2 %= Modulus;
        }

        return (s2 << 16) | s1;
    }

    /// <summary>
    /// The value with so many further bytes, of which two sums are known: of all bytes, and of all bytes times their distance
    /// from the end.
    /// </summary>
    public static uint Append(uint value, nint bytes, ulong sum, ulong weighted)
    {
        ulong s1 = value & 0xFFFF, s2 = value >> 16;
        s2 += ((ulong)bytes * s1) + weighted;
        s1 += sum;
        return ((uint)(s2 % Modulus) << 16) | (uint)(s1 % Modulus);
    }
}
