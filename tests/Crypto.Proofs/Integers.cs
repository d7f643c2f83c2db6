using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;

namespace ManagedCrypto.Proofs;

/// <summary>
/// What words are as integers: for each word that is added or multiplied a polynomial that it is equal to, and a bound. What is carried, and
/// what is left when a word is cut, are atoms of their own: the quotient of a polynomial by a power of two, the same for the same polynomial.
/// So a word is exactly what its polynomial says, and nothing is lost by what overflows.
/// </summary>
/// <param name="unknowns">Makes so many new terms, of which the given function makes the same of other terms.</param>
/// <param name="possibleBits">Bits of a term that may be set.</param>
internal sealed class Integers(Func<int, Func<Func<int, int>, int[]>, int[]> unknowns, Func<int, byte> possibleBits)
{
    private const int Bits = 8;

    /// <summary>For a word whose polynomial has more parts an atom stands: those of a hash would grow with each block.</summary>
    private const int MostParts = 8;

    private readonly Dictionary<Sequence, Integer> _known = [];
    private readonly Dictionary<Polynomial, int[]> _words = [];
    private readonly Dictionary<(Polynomial, int), Polynomial> _quotients = [];

    /// <summary>The polynomials for which an atom stands; those that it is made of are older.</summary>
    private readonly Dictionary<int, Polynomial> _long = [];

    /// <summary>Of each atom, the number that it is at most, and what it was made of: a word or a polynomial.</summary>
    private readonly List<(BigInteger Most, int[] Word, Polynomial? Polynomial)> _atoms = [];

    /// <summary>What a word is: one that is not known yet is an atom, or a multiple of one if its lowest bits are zero.</summary>
    public Integer Of(ReadOnlySpan<int> word)
    {
        var bytes = Trim(word);
        var (most, isNumber) = (BigInteger.Zero, true);
        for (var i = bytes.Length - 1; i >= 0; i--)
        {
            isNumber &= bytes[i] < Terms.NumberCount;
            most = (most << Bits) | possibleBits(bytes[i]);
        }

        if (isNumber)
            return new(Polynomial.Of(most), most);
        if (_known.TryGetValue(new(bytes), out var known))
            return known;
        var zeros = (int)BigInteger.TrailingZeroCount(most);
        return Learn(bytes, new(NewAtom(most >> zeros, bytes).Times(BigInteger.One << zeros), most));
    }

    /// <summary>Whether two polynomials are the same, with those that atoms stand for in their place.</summary>
    public bool AreEqual(Polynomial one, Polynomial other) => (one - other).Expand(_long).Parts == 0;

    /// <summary>The sum of two words and a carry.</summary>
    /// <returns>The carry out of it.</returns>
    public int AddWithCarry(ReadOnlySpan<int> first, ReadOnlySpan<int> second, int carry, Span<int> result)
    {
        var (one, other, added) = (Of(first), Of(second), Of([carry]));
        Integer sum = new(one.Polynomial + other.Polynomial + added.Polynomial, one.Most + other.Most + added.Most);
        var (low, high) = Split(sum, Bits * result.Length);
        WordOf(low, result.Length).CopyTo(result);
        return WordOf(high, 1)[0];
    }

    /// <summary>The product of two words, twice as long.</summary>
    public void Multiply(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        var (one, other, half) = (Of(first), Of(second), result.Length / 2);
        var (low, high) = Split(new(one.Polynomial * other.Polynomial, one.Most * other.Most), Bits * half);
        WordOf(low, half).CopyTo(result);
        WordOf(high, half).CopyTo(result[half..]);
    }

    /// <summary>The sum of bytes.</summary>
    public void Sum(ReadOnlySpan<int> bytes, Span<int> result)
    {
        var sum = new Integer(Polynomial.Of(0), 0);
        foreach (var one in bytes)
            sum = Plus(sum, Of([one]), 1);
        WordOf(sum, result.Length).CopyTo(result);
    }

    /// <summary>The sum of products of words of so many bytes by known ones, none of which is negative.</summary>
    public void SumProducts(int bytes, bool isFirstSigned, ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        var sum = new Integer(Polynomial.Of(0), 0);
        var mostPositive = (BigInteger.One << ((Bits * bytes) - 1)) - 1;
        for (var i = 0; i < first.Length; i += bytes)
        {
            var (word, other) = (Of(first.Slice(i, bytes)), Of(second.Slice(i, bytes)));
            if (!other.Polynomial.IsNumber(out var factor) || factor > mostPositive || (isFirstSigned && word.Most > mostPositive))
                throw new NotSupportedException("Products of unknowns, or of numbers that may be negative, are no terms here.");
            sum = Plus(sum, word, factor);
        }

        if (sum.Most.GetBitLength() >= Bits * result.Length)
            throw new NotSupportedException("A sum of products may be out of range.");
        WordOf(sum, result.Length).CopyTo(result);
    }

    /// <summary>Takes note of what a word became by a shift to the left, if nothing went out.</summary>
    public void LearnMultiple(ReadOnlySpan<int> word, int bits, ReadOnlySpan<int> shifted)
    {
        var multiple = Plus(new(Polynomial.Of(0), 0), Of(word), BigInteger.One << bits);
        if (multiple.Most.GetBitLength() <= Bits * word.Length)
            Learn(Trim(shifted), multiple);
    }

    /// <summary>Takes note of what a word became by a shift to the right, and of what its bits are that went out, and those that stayed.</summary>
    public void LearnShift(ReadOnlySpan<int> word, int bits, ReadOnlySpan<int> shifted, ReadOnlySpan<int> low, ReadOnlySpan<int> high)
    {
        var value = Of(word);
        if (_known.TryGetValue(new(Trim(shifted)), out var known))
            _quotients.TryAdd((value.Polynomial, bits), known.Polynomial);
        var (rest, quotient) = Split(value, bits);
        Learn(Trim(shifted), quotient);
        Learn(Trim(low), rest);
        Learn(Trim(high), new(quotient.Polynomial.Times(BigInteger.One << bits), value.Most));
    }

    /// <summary>Takes note of what a word became by a mask that has one bit everywhere: its product by that bit.</summary>
    public void LearnChoice(ReadOnlySpan<int> bit, ReadOnlySpan<int> word, ReadOnlySpan<int> chosen)
    {
        var (one, value) = (Of(bit), Of(word));
        if (one.Most.IsOne)
            Learn(Trim(chosen), new(one.Polynomial * value.Polynomial, value.Most));
    }

    private static Integer Plus(Integer sum, Integer value, BigInteger factor) =>
        new(sum.Polynomial + value.Polynomial.Times(factor), sum.Most + (value.Most * factor));

    private Polynomial NewAtom(BigInteger most, int[] word, Polynomial? polynomial = null)
    {
        _atoms.Add((most, word, polynomial));
        return Polynomial.OfAtom(_atoms.Count - 1);
    }

    /// <summary>Whether other terms are in the place of none that a polynomial was made of.</summary>
    private bool Stays(Polynomial polynomial, Func<int, int> map) => polynomial.Atoms.Select(atom => _atoms[atom])
        .All(atom => Array.TrueForAll(atom.Word, value => map(value) == value) && (atom.Polynomial is null || Stays(atom.Polynomial, map)));

    private Integer Learn(int[] bytes, Integer value)
    {
        if (!bytes.AsSpan().ContainsAnyExceptInRange(0, Terms.NumberCount - 1) || _known.ContainsKey(new(bytes)))
            return value;
        _words.TryAdd(value.Polynomial, bytes);
        if (value.Polynomial.Parts > MostParts)
        {
            _long.Add(_atoms.Count, value.Polynomial);
            value = value with { Polynomial = NewAtom(value.Most, [], value.Polynomial) };
            _words.Add(value.Polynomial, bytes);
        }

        _known.Add(new(bytes), value);
        return value;
    }

    /// <summary>What is below a power of two, and how often that is in it.</summary>
    private (Integer Low, Integer High) Split(Integer value, int bits)
    {
        var power = BigInteger.One << bits;
        if (value.Most < power)
            return (value, new(Polynomial.Of(0), 0));

        // The polynomial says what the integer is only while that is below the prime.
        if (value.Most >= Polynomial.Prime)
            throw new NotSupportedException("An integer of 130 bits and more is none here.");
        var key = (value.Polynomial, bits);
        if (!_quotients.TryGetValue(key, out var quotient))
        {
            _quotients[key] = quotient = value.Polynomial.IsNumber(out var number) ? Polynomial.Of(number >> bits)
                : value.Polynomial.IsMultiple(out var atom, out var factor) && factor % power == 0 && factor * _atoms[atom].Most < Polynomial.Prime
                    ? Polynomial.OfAtom(atom).Times(factor >> bits)
                : NewAtom(value.Most >> bits, [], value.Polynomial);
        }

        return (new(value.Polynomial - quotient.Times(power), power - 1), new(quotient, value.Most >> bits));
    }

    private int[] WordOf(Integer value, int bytes)
    {
        var word = new int[bytes];
        if (value.Polynomial.IsNumber(out var number))
        {
            for (var i = 0; i < bytes; i++, number >>= Bits)
                word[i] = (int)(number & byte.MaxValue);
            return word;
        }

        if (!_words.TryGetValue(value.Polynomial, out var known))
        {
            known = unknowns(((int)value.Most.GetBitLength() + Bits - 1) / Bits, map => Stays(value.Polynomial, map) ? known! : throw new NotSupportedException("Into an integer no other term can be put."));
            Learn(known, value);
        }

        // What a word has beyond the room for it is zero, as its bound says.
        known.AsSpan(0, Math.Min(bytes, known.Length)).CopyTo(word);
        return word;
    }

    private static int[] Trim(ReadOnlySpan<int> word)
    {
        while (word.Length > 0 && word[^1] == 0)
            word = word[..^1];
        return word.ToArray();
    }

    /// <param name="Polynomial">What it is equal to.</param>
    /// <param name="Most">It is this number at most.</param>
    internal readonly record struct Integer(Polynomial Polynomial, BigInteger Most);
}
