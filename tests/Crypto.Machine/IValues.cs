using System;

namespace ManagedCrypto.Machine;

/// <summary>The steps of AES without the XOR of a round key (FIPS 197, section 5).</summary>
internal enum AesStep
{
    /// <summary>SubBytes, ShiftRows, MixColumns.</summary>
    Round,

    /// <summary>SubBytes, ShiftRows.</summary>
    LastRound,

    /// <summary>InvShiftRows, InvSubBytes, InvMixColumns.</summary>
    InverseRound,

    /// <summary>InvShiftRows, InvSubBytes.</summary>
    LastInverseRound,

    /// <summary>InvMixColumns.</summary>
    InverseMixColumns,
}

/// <summary>
/// What a machine's bytes are, and what can be done with them. A word is a span of bytes, the lowest first; results may lie where an
/// operand does.
/// </summary>
/// <typeparam name="T">A byte.</typeparam>
internal interface IValues<T>
    where T : unmanaged
{
    T Of(byte number);

    /// <summary>A byte of which nothing is known, for what the machine does not know; null where it must know all.</summary>
    T? Unknown { get; }

    /// <summary>Whether a byte is the same whatever the secrets are.</summary>
    bool IsNumber(T value, out byte number);

    void And(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result);

    void Or(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result);

    void Xor(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result);

    /// <summary>Of one word, modulo 2 to the power of its bits.</summary>
    void Add(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result);

    /// <summary>Of one word and a carry, modulo 2 to the power of its bits.</summary>
    /// <returns>The carry out of it, or null if nothing is known of that.</returns>
    T? AddWithCarry(ReadOnlySpan<T> first, ReadOnlySpan<T> second, T carry, Span<T> result);

    /// <summary>Of one word, modulo 2 to the power of its bits.</summary>
    void Subtract(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result);

    /// <summary>Whether an unsigned word is less than another: a byte that is 1 or 0, or null if nothing is known of that.</summary>
    T? IsLess(ReadOnlySpan<T> first, ReadOnlySpan<T> second);

    /// <summary>The product of two unsigned words: the result is twice as long.</summary>
    void Multiply(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result);

    /// <summary>Shifts one word by fewer bits than it has.</summary>
    void ShiftLeft(ReadOnlySpan<T> word, int bits, Span<T> result);

    /// <summary>Shifts one word by fewer bits than it has.</summary>
    void ShiftRight(ReadOnlySpan<T> word, int bits, Span<T> result);

    /// <summary>Shifts copies of the highest bit of one word in.</summary>
    void ShiftRightSigned(ReadOnlySpan<T> word, int bits, Span<T> result);

    void RotateLeft(ReadOnlySpan<T> word, int bits, Span<T> result);

    /// <summary>All bits of the result are set if the first word is greater, as a signed number; else none.</summary>
    void Greater(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result);

    /// <summary>
    /// The sum of products of numbers of so many bytes, of which those of the second are signed and those of the first may be; if it is
    /// out of range for the result, the nearest number that is in it.
    /// </summary>
    void SumProducts(int bytes, bool isFirstSigned, ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result);

    /// <summary>The sum of the absolute differences of unsigned bytes.</summary>
    void SumDifferences(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result);

    /// <summary>The product of two polynomials over GF(2) of 64 bits each.</summary>
    void MultiplyPolynomials(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result);

    void Aes(AesStep step, ReadOnlySpan<T> state, Span<T> result);

    /// <summary>The byte of a table of 16 at the lower half of an index, or zero if the index has its highest bit.</summary>
    T LookUp(ReadOnlySpan<T> table, T index);
}

/// <summary>What a machine reads and writes, by address.</summary>
internal interface IMemory<T>
    where T : unmanaged
{
    void Load(ulong address, Span<T> to);

    void Store(ulong address, ReadOnlySpan<T> from);
}
