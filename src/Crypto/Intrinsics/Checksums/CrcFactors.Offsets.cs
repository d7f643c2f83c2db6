namespace ManagedCrypto.Intrinsics;

/// <summary>Where the factors lie: for the kernels in C#, and for the programs of the kernel assembler.</summary>
internal static partial class CrcFactors
{
    /// <summary>
    /// Pairs that move each of four lanes up to the last one, which has zeros. Narrower vectors begin further on.
    /// </summary>
    public const int Lanes = 0;

    /// <summary>A pair that moves a vector on by its own width, and by two and four times that.</summary>
    public const int Once = 64, Twice = 80, FourTimes = 96;

    /// <summary>A pair that moves 128 bits on by as many.</summary>
    public const int Block = 112;

    /// <summary>
    /// For the end: x^96 modulo P and the quotient of x^95 by P, and P itself in 33 bits: for factors of 33 bits that begin
    /// with x^32 in bit 0, a product has x^95 there.
    /// </summary>
    public const int Ending = 128, EndingPolynomial = 144;

    /// <summary>
    /// Orders for a shuffle of bytes: at <c>Shifts + n</c> the one that moves n bytes of a block to its end, with zeros before
    /// them; 16 further, the one that moves all but n bytes to its beginning, followed by zeros.
    /// </summary>
    public const int Shifts = 160;
}
