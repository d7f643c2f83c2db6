using System;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What folding multiplies by, for one polynomial and one width of vectors, in memory that never moves. A product of two
/// reflected factors of 64 bits has x^126 in bit 0, where a vector has x^127: it counts as the product times x. So the factors
/// are divided by x: to move a vector D bits on, its first half (the higher powers) times x^(D + 63), the second times x^(D -
/// 1).
/// </summary>
internal static unsafe partial class CrcFactors
{
    /// <summary>Of all factors and orders of one polynomial and one width.</summary>
    public const int Bytes = 208;

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
