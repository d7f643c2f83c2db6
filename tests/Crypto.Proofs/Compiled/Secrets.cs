using System;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>
/// Bytes that are numbers, below 256, or secret. What is a number is the same whatever the secrets are; what may depend on one is secret. So a
/// run on them stands for the runs on all secrets.
/// </summary>
internal readonly struct Secrets : IValues<ushort>
{
    /// <summary>A byte that may depend on a secret.</summary>
    public const ushort Secret = 256;

    private static Numbers Known => default;

    private delegate void Move(ReadOnlySpan<byte> word, int bits, Span<byte> result);

    private delegate void Computation(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, Span<byte> result);

    public ushort? Unknown => Secret;

    public ushort Of(byte number) => number;

    public bool IsNumber(ushort value, out byte number)
    {
        number = (byte)value;
        return value < Secret;
    }

    public void And(ReadOnlySpan<ushort> first, ReadOnlySpan<ushort> second, Span<ushort> result)
    {
        for (var i = 0; i < result.Length; i++)
        {
            result[i] = first[i] == 0 || second[i] == 0 ? (ushort)0
                : first[i] == Secret || second[i] == Secret ? Secret : (ushort)(first[i] & second[i]);
        }
    }

    public void Or(ReadOnlySpan<ushort> first, ReadOnlySpan<ushort> second, Span<ushort> result)
    {
        for (var i = 0; i < result.Length; i++)
        {
            result[i] = first[i] == byte.MaxValue || second[i] == byte.MaxValue ? byte.MaxValue
                : first[i] == Secret || second[i] == Secret ? Secret : (ushort)(first[i] | second[i]);
        }
    }

    public void Xor(ReadOnlySpan<ushort> first, ReadOnlySpan<ushort> second, Span<ushort> result)
    {
        for (var i = 0; i < result.Length; i++)
            result[i] = first[i] == Secret || second[i] == Secret ? Secret : (ushort)(first[i] ^ second[i]);
    }

    public void Add(ReadOnlySpan<ushort> first, ReadOnlySpan<ushort> second, Span<ushort> result) => AddWithCarry(first, second, 0, result);

    /// <summary>A secret byte makes all above it secret, since it may carry.</summary>
    public ushort? AddWithCarry(ReadOnlySpan<ushort> first, ReadOnlySpan<ushort> second, ushort carry, Span<ushort> result)
    {
        for (var i = 0; i < result.Length; i++)
        {
            var isKnown = first[i] != Secret && second[i] != Secret && carry != Secret;
            var sum = first[i] + second[i] + carry;
            result[i] = isKnown ? (byte)sum : Secret;
            carry = isKnown ? (ushort)(sum >> 8) : Secret;
        }

        return carry;
    }

    public void Subtract(ReadOnlySpan<ushort> first, ReadOnlySpan<ushort> second, Span<ushort> result)
    {
        ushort borrow = 0;
        for (var i = 0; i < result.Length; i++)
        {
            var isKnown = first[i] != Secret && second[i] != Secret && borrow != Secret;
            var difference = first[i] - second[i] - borrow;
            result[i] = isKnown ? (byte)difference : Secret;
            borrow = isKnown ? (ushort)(difference < 0 ? 1 : 0) : Secret;
        }
    }

    /// <summary>Of numbers the machine knows it without asking.</summary>
    public ushort? IsLess(ReadOnlySpan<ushort> first, ReadOnlySpan<ushort> second) => null;

    public void Multiply(ReadOnlySpan<ushort> first, ReadOnlySpan<ushort> second, Span<ushort> result) =>
        OfAll(static (one, other, to) => Known.Multiply(one, other, to), first, second, result);

    public void ShiftLeft(ReadOnlySpan<ushort> word, int bits, Span<ushort> result) =>
        OfBits(static (from, bits, to) => Known.ShiftLeft(from, bits, to), word, bits, result);

    public void ShiftRight(ReadOnlySpan<ushort> word, int bits, Span<ushort> result) =>
        OfBits(static (from, bits, to) => Known.ShiftRight(from, bits, to), word, bits, result);

    public void ShiftRightSigned(ReadOnlySpan<ushort> word, int bits, Span<ushort> result) =>
        OfBits(static (from, bits, to) => Known.ShiftRightSigned(from, bits, to), word, bits, result);

    public void RotateLeft(ReadOnlySpan<ushort> word, int bits, Span<ushort> result) =>
        OfBits(static (from, bits, to) => Known.RotateLeft(from, bits, to), word, bits, result);

    public void Greater(ReadOnlySpan<ushort> first, ReadOnlySpan<ushort> second, Span<ushort> result) =>
        OfAll(static (one, other, to) => Known.Greater(one, other, to), first, second, result);

    public void SumProducts(int bytes, bool isFirstSigned, ReadOnlySpan<ushort> first, ReadOnlySpan<ushort> second, Span<ushort> result) =>
        OfAll((one, other, to) => Known.SumProducts(bytes, isFirstSigned, one, other, to), first, second, result);

    public void SumDifferences(ReadOnlySpan<ushort> first, ReadOnlySpan<ushort> second, Span<ushort> result) =>
        OfAll(static (one, other, to) => Known.SumDifferences(one, other, to), first, second, result);

    public void MultiplyPolynomials(ReadOnlySpan<ushort> first, ReadOnlySpan<ushort> second, Span<ushort> result) =>
        OfAll(static (one, other, to) => Known.MultiplyPolynomials(one, other, to), first, second, result);

    public void Aes(AesStep step, ReadOnlySpan<ushort> state, Span<ushort> result) =>
        OfAll((one, _, to) => Known.Aes(step, one, to), state, state, result);

    public ushort LookUp(ReadOnlySpan<ushort> table, ushort index) =>
        index == Secret ? Secret : index > sbyte.MaxValue ? (ushort)0 : table[index % table.Length];

    /// <summary>Where each byte of the result depends on each byte.</summary>
    private static void OfAll(Computation compute, ReadOnlySpan<ushort> first, ReadOnlySpan<ushort> second, Span<ushort> result)
    {
        Span<byte> one = stackalloc byte[first.Length], other = stackalloc byte[second.Length], numbers = stackalloc byte[result.Length];
        if (!TryNumbers(first, one) || !TryNumbers(second, other))
        {
            result.Fill(Secret);
            return;
        }

        compute(one, other, numbers);
        for (var i = 0; i < result.Length; i++)
            result[i] = numbers[i];
    }

    /// <summary>Where each bit of the result is one of the word's, or zero: secret bits go where the bits of a mask go.</summary>
    private static void OfBits(Move move, ReadOnlySpan<ushort> word, int bits, Span<ushort> result)
    {
        Span<byte> numbers = stackalloc byte[word.Length], mask = stackalloc byte[word.Length];
        for (var i = 0; i < word.Length; i++)
            (numbers[i], mask[i]) = word[i] == Secret ? (byte.MinValue, byte.MaxValue) : ((byte)word[i], byte.MinValue);
        move(numbers, bits, numbers);
        move(mask, bits, mask);
        for (var i = 0; i < result.Length; i++)
            result[i] = mask[i] == 0 ? numbers[i] : Secret;
    }

    private static bool TryNumbers(ReadOnlySpan<ushort> word, Span<byte> numbers)
    {
        for (var i = 0; i < word.Length; i++)
        {
            if (word[i] == Secret)
                return false;
            numbers[i] = (byte)word[i];
        }

        return true;
    }
}
