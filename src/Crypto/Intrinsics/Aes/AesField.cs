namespace ManagedCrypto.Intrinsics;

/// <summary>GF(2^8) modulo x^8 + x^4 + x^3 + x + 1 (FIPS 197, section 4), for tables: not in constant time.</summary>
internal static class AesField
{
    /// <summary>The constant of the S-box.</summary>
    public const int Affine = 0x63;

    public static int Multiply(int left, int right)
    {
        var product = 0;
        for (; right != 0; right >>= 1)
        {
            product ^= left * (right & 1);
            left = (left << 1) ^ ((left >> 7) * 0x11B);
        }

        return product;
    }

    public static int Power(int element, int exponent)
    {
        var power = 1;
        for (; exponent > 0; exponent--)
            power = Multiply(power, element);
        return power;
    }

    /// <summary>The affine map of the S-box, without its constant (FIPS 197, section 5.1.1).</summary>
    public static int AffineMap(int element)
    {
        var bits = element ^ (element << 1) ^ (element << 2) ^ (element << 3) ^ (element << 4);
        return (bits ^ (bits >> 8)) & 0xFF;
    }
}
