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
}
