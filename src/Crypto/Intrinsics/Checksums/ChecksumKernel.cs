namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A checksum of 32 bits. Its value so far is for a CRC the remainder, without the inversions that its standard makes before the
/// first byte and after the last; for Adler-32 s2 in the high half and s1 in the low one, both below 65521.
/// </summary>
internal abstract unsafe class ChecksumKernel : Kernel
{
    /// <summary>Whatever runs only for longer texts than <see cref="ShortBytes"/>, if a kernel is tested in parts.</summary>
    public const int LongTexts = 0;

    /// <summary>No kernel has a vector that is shorter.</summary>
    public const int ShortBytes = 15;

    /// <summary>
    /// The value with <paramref name="length"/> further bytes; zero is allowed. Nothing is read outside the source.
    /// </summary>
    public abstract uint Update(uint value, byte* source, nint length);
}
