using System;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What folding multiplies by, for one polynomial and one width of vectors, in memory that never moves. A product of two
/// reflected factors of 64 bits has x^126 in bit 0, where a vector has x^127: it counts as the product times x. So the factors
/// are divided by x: to move a vector D bits on, its first half (the higher powers) times x^(D + 63), the second times x^(D -
/// 1).
/// </summary>
internal static unsafe class CrcX64Factors
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
    /// them; 16 further, the one that moves all but n bytes to its beginning, with zeros behind them.
    /// </summary>
    public const int Shifts = 160;

    private const int Bytes = 208;

    public static byte* Make(CrcPolynomial polynomial, int vectorBytes)
    {
        var factors = LastingMemory.Allocate(Bytes);
        for (var lane = 0; lane < 3; lane++)
            WritePair((ulong*)(factors + Lanes) + (2 * lane), polynomial, (3 - lane) * 128);
        new Span<byte>(factors + Lanes + 48, 16).Clear();
        WritePair((ulong*)(factors + Once), polynomial, vectorBytes * 8);
        WritePair((ulong*)(factors + Twice), polynomial, vectorBytes * 16);
        WritePair((ulong*)(factors + FourTimes), polynomial, vectorBytes * 32);
        WritePair((ulong*)(factors + Block), polynomial, 128);
        ((ulong*)(factors + Ending))[0] = (ulong)polynomial.PowerOfX(96) << 1;
        ((ulong*)(factors + Ending))[1] = polynomial.QuotientOfX95();
        *(ulong*)(factors + EndingPolynomial) = ((ulong)polynomial.Reflected << 1) | 1;
        for (var i = 0; i < 48; i++)
            factors[Shifts + i] = (byte)(i is >= 16 and < 32 ? i - 16 : 0x80);
        return factors;
    }

    private static void WritePair(ulong* pair, CrcPolynomial polynomial, int bits)
    {
        pair[0] = (ulong)polynomial.PowerOfX(bits + 63) << 32;
        pair[1] = (ulong)polynomial.PowerOfX(bits - 1) << 32;
    }
}
