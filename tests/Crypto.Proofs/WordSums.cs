using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Proofs;

/// <summary>
/// Sums of words modulo 2 to the power of their bits, in normal form: a number, and words with their factors. A word that is a sum itself is
/// taken apart, so that the order of additions makes no difference. Of other words each byte is a term, and nothing more is known.
/// </summary>
/// <param name="unknowns">Makes so many new terms, by a name, of which the given function makes the same sum of other terms.</param>
internal sealed class WordSums(Func<int, Func<string>, Func<Func<int, int>, int[]>, int[]> unknowns)
{
    private const int Bits = 8;

    private readonly Dictionary<Sequence, int> _numbers = [];
    private readonly List<int[]> _words = [];

    /// <summary>Of a word that came out as a sum, the sum.</summary>
    private readonly Dictionary<Sequence, Sum> _sums = [];

    private readonly Dictionary<Sum, int[]> _results = [];

    /// <summary>The sum of two words, or their difference.</summary>
    public void Add(ReadOnlySpan<int> first, ReadOnlySpan<int> second, bool isDifference, Span<int> result)
    {
        WordOf(Total([(SumOf(first), 1), (SumOf(second), isDifference ? ulong.MaxValue : 1)], 0, result.Length)).CopyTo(result);
    }

    /// <summary>A number and sums, each times a factor.</summary>
    private static Sum Total(IEnumerable<(Sum Sum, ulong Times)> sums, ulong number, int bytes)
    {
        var factors = new SortedDictionary<int, ulong>();
        var mask = ulong.MaxValue >> (64 - (Bits * bytes));
        foreach (var (sum, times) in sums)
        {
            number += sum.Number * times;
            foreach (var (word, factor) in sum.Factors)
            {
                var total = (factors.GetValueOrDefault(word) + (factor * times)) & mask;
                if (total == 0)
                    factors.Remove(word);
                else
                    factors[word] = total;
            }
        }

        return new([.. factors.Select(pair => (pair.Key, pair.Value))], number & mask, bytes);
    }

    /// <summary>Whether a word came out as a sum.</summary>
    public bool IsSum(ReadOnlySpan<int> word) => _sums.ContainsKey(new Sequence(word.ToArray()));

    /// <summary>At least the greatest number that a word can be: of a word and a number that were added up, the greatest of that word, and the number.</summary>
    public ulong Most(ReadOnlySpan<int> word, Func<int[], ulong> mostOf) =>
        SumOf(word) is { Factors: [(var only, 1)], Number: var number } && mostOf(_words[only]) is var most && most <= ulong.MaxValue - number ? most + number : ulong.MaxValue;

    /// <summary>Of a word that is known.</summary>
    public static ulong NumberOf(ReadOnlySpan<int> word)
    {
        var number = 0UL;
        for (var i = word.Length - 1; i >= 0; i--)
            number = (number << Bits) | (byte)word[i];
        return number;
    }

    /// <summary>Lets a word stand for the same sum as another.</summary>
    public void LetBe(int[] word, int[] other) => _sums.TryAdd(new(word), SumOf(other));

    private int[] WordOf(Sum sum)
    {
        if (sum.Factors.Length == 0)
            return [.. Enumerable.Range(0, sum.Bytes).Select(i => (int)(byte)(sum.Number >> (Bits * i)))];
        if (sum is { Number: 0, Factors: [(var only, 1)] })
            return _words[only];
        if (!_results.TryGetValue(sum, out var word))
        {
            word = unknowns(sum.Bytes, sum.ToString, map => WordOf(Total(sum.Factors.Select(one => (SumOf(Array.ConvertAll(_words[one.Word], value => map(value))), one.Factor)), sum.Number, sum.Bytes)));
            _results.Add(sum, word);
            _sums.Add(new(word), sum);
        }

        return word;
    }

    private Sum SumOf(ReadOnlySpan<int> word)
    {
        if (!word.ContainsAnyExceptInRange(0, Terms.NumberCount - 1))
            return new([], NumberOf(word), word.Length);

        var key = new Sequence(word.ToArray());
        if (_sums.TryGetValue(key, out var known))
            return known;
        if (!_numbers.TryGetValue(key, out var index))
        {
            _numbers.Add(key, index = _words.Count);
            _words.Add(key.Items);
        }

        return new([(index, 1)], 0, word.Length);
    }

    /// <param name="Factors">The words by their indices, in order, each with what it is multiplied by, which is not zero.</param>
    /// <param name="Number">What is added.</param>
    /// <param name="Bytes">Of each word.</param>
    private sealed record Sum((int Word, ulong Factor)[] Factors, ulong Number, int Bytes)
    {
        public bool Equals(Sum? other) =>
            other is not null && (Number, Bytes) == (other.Number, other.Bytes) && Factors.AsSpan().SequenceEqual(other.Factors);

        public override string ToString() => $"({string.Join(" + ", Factors.Select(one => one.Factor == 1 ? $"#{one.Word}" : $"{one.Factor:x} #{one.Word}"))} + {Number:x})";

        public override int GetHashCode()
        {
            var hash = default(HashCode);
            hash.Add(Number);
            foreach (var factor in Factors)
                hash.Add(factor);
            return hash.ToHashCode();
        }
    }
}
