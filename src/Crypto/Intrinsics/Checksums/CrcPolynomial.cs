namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A CRC of 32 bits that takes the bits of each byte from the lowest up. All polynomials are written the same way, "reflected":
/// in an integer of 32 bits, bit i is the coefficient of x^(31 - i), so that a shift to the right multiplies by x.
/// </summary>
internal sealed class CrcPolynomial
{
    private CrcPolynomial(string id, uint reflected)
    {
        Id = id;
        Reflected = reflected;
    }

    /// <summary>0x04C11DB7, the polynomial of RFC 1952 (gzip), ZIP, PNG and Ethernet.</summary>
    public static CrcPolynomial Crc32 => field ??= new("crc32", 0xEDB88320);

    /// <summary>0x1EDC6F41, the polynomial of RFC 3720 (iSCSI), SCTP, ext4 and Btrfs, found by Castagnoli.</summary>
    public static CrcPolynomial Crc32C => field ??= new("crc32c", 0x82F63B78);

    /// <summary>What the ids of its kernels begin with.</summary>
    public string Id { get; }

    /// <summary>The polynomial P without its highest term, x^32.</summary>
    public uint Reflected { get; }

    /// <summary>A polynomial times x modulo P, in constant time.</summary>
    public uint TimesX(uint polynomial) => (polynomial >> 1) ^ (Reflected & (0 - (polynomial & 1)));

    /// <summary>x^n modulo P.</summary>
    public uint PowerOfX(int n)
    {
        var power = 0x80000000;
        for (; n > 0; n--)
            power = TimesX(power);
        return power;
    }

    /// <summary>x^95 divided by P, without the remainder: of degree 63, bit i is the coefficient of x^(63 - i).</summary>
    public ulong QuotientOfX95()
    {
        // From x^31 on, each step of the division that leads from x^n to x^(n + 1) gives a bit of the quotient.
        var (quotient, remainder) = (0UL, PowerOfX(31));
        for (var bit = 0; bit < 64; bit++)
        {
            quotient |= (ulong)(remainder & 1) << bit;
            remainder = TimesX(remainder);
        }

        return quotient;
    }
}
