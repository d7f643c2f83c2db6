using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;

namespace ManagedCrypto.Proofs;

/// <summary>A polynomial in atoms, with integers for coefficients, in normal form.</summary>
internal sealed class Polynomial : IEquatable<Polynomial>, IAdditionOperators<Polynomial, Polynomial, Polynomial>,
    ISubtractionOperators<Polynomial, Polynomial, Polynomial>, IMultiplyOperators<Polynomial, Polynomial, Polynomial>
{
    private readonly Dictionary<Sequence, BigInteger> _factors;
    private readonly int _hash;

    private Polynomial(Dictionary<Sequence, BigInteger> factors)
    {
        _factors = factors;

        // The order of terms is not theirs.
        foreach (var (monomial, factor) in factors)
            _hash += HashCode.Combine(monomial, factor);
    }

    /// <summary>Of how many products of atoms it is the sum.</summary>
    public int Parts => _factors.Count;

    public IEnumerable<int> Atoms => _factors.Keys.SelectMany(product => product.Items).Distinct();

    /// <summary>The greatest power of two that all coefficients are multiples of, by its bits; of zero there is none.</summary>
    public int TrailingZeros => _factors.Values.Min(factor => (int)BigInteger.TrailingZeroCount(factor));

    public static Polynomial Of(BigInteger number) => new(number.IsZero ? [] : new() { [new([])] = number });

    public static Polynomial OfAtom(int atom) => new(new() { [new([atom])] = BigInteger.One });

    public bool IsNumber(out BigInteger number)
    {
        number = _factors.GetValueOrDefault(new([]));
        return _factors.Count == (number.IsZero ? 0 : 1);
    }

    /// <summary>Whether it is a number times one atom.</summary>
    public bool IsMultiple(out int atom, out BigInteger factor)
    {
        (atom, factor) = (0, default);
        if (_factors.Count != 1 || _factors.First() is not ({ Items: [var only] }, var number))
            return false;
        (atom, factor) = (only, number);
        return true;
    }

    /// <summary>Whether it is a number times another that is no number, and a number.</summary>
    public bool IsMultipleOf(Polynomial other, out BigInteger factor, out BigInteger added)
    {
        (factor, added) = (default, default);
        if (other._factors.FirstOrDefault(pair => pair.Key.Items.Length > 0) is not ({ } monomial, var one) || !_factors.TryGetValue(monomial, out var its))
            return false;
        factor = its / one;
        return (this - other.Times(factor)).IsNumber(out added);
    }

    public static Polynomial operator +(Polynomial left, Polynomial right) => left.Plus(right, BigInteger.One);

    public static Polynomial operator -(Polynomial left, Polynomial right) => left.Plus(right, BigInteger.MinusOne);

    public static Polynomial operator *(Polynomial left, Polynomial right)
    {
        var products = new Dictionary<Sequence, BigInteger>();
        foreach (var (one, factor) in left._factors)
        {
            foreach (var (other, otherFactor) in right._factors)
                AddTo(products, Product(one, other), factor * otherFactor);
        }

        return new(products);
    }

    public Polynomial Times(BigInteger number) => this * Of(number);

    /// <summary>The coefficient of an atom alone.</summary>
    public BigInteger FactorOf(int atom) => _factors.GetValueOrDefault(new([atom]));

    /// <summary>Its multiples of a power of two, divided by it, and the rest.</summary>
    public (Polynomial Multiples, Polynomial Others) Split(int bits)
    {
        var (multiples, rest) = (new Dictionary<Sequence, BigInteger>(), new Dictionary<Sequence, BigInteger>());
        foreach (var (product, factor) in _factors)
        {
            if (BigInteger.TrailingZeroCount(factor) >= bits)
                multiples.Add(product, factor >> bits);
            else
                rest.Add(product, factor);
        }

        return (new(multiples), new(rest));
    }

    /// <summary>A polynomial of whose coefficients, which are all multiples of it, each is divided by a power of two.</summary>
    public Polynomial DividedBy(int bits) => new(_factors.ToDictionary(pair => pair.Key, pair => pair.Value >> bits));

    /// <summary>What it is for other polynomials in the place of atoms.</summary>
    public Polynomial With(Func<int, Polynomial> others) => _factors.Aggregate(
        Of(0), (sum, pair) => sum + pair.Key.Items.Aggregate(Of(pair.Value), (product, atom) => product * others(atom)));

    /// <summary>What it is for some numbers in the place of atoms, modulo another.</summary>
    public BigInteger At(IReadOnlyList<BigInteger> atoms, BigInteger modulus)
    {
        var sum = BigInteger.Zero;
        foreach (var (product, factor) in _factors)
            sum += product.Items.Aggregate(factor, (all, atom) => all * atoms[atom] % modulus);
        return sum % modulus;
    }

    /// <summary>Modulo a number, with polynomials in the place of some atoms, each of which is made of older ones.</summary>
    public Polynomial Expand(Func<int, Polynomial?> others, BigInteger modulus)
    {
        // The newest atom first: what it is made of cancels out with what is older, so that all that is under way stays short.
        var (whole, left) = (new Dictionary<Sequence, BigInteger>(), new SortedDictionary<int, Dictionary<Sequence, BigInteger>>());
        Put(this, new([]), BigInteger.One);
        while (left.Count > 0)
        {
            var (atom, products) = left.Last();
            left.Remove(atom);
            foreach (var (product, factor) in products)
            {
                var place = Array.LastIndexOf(product.Items, atom);
                Put(others(atom)!, new([.. product.Items[..place], .. product.Items[(place + 1)..]]), factor);
            }
        }

        return new(whole);

        void Put(Polynomial polynomial, Sequence times, BigInteger factor)
        {
            foreach (var (monomial, one) in polynomial._factors)
            {
                var product = Product(monomial, times);
                var place = Array.FindLastIndex(product.Items, atom => others(atom) is not null);
                if (place >= 0 && !left.ContainsKey(product.Items[place]))
                    left.Add(product.Items[place], []);
                AddTo(place < 0 ? whole : left[product.Items[place]], product, one * factor % modulus, modulus);
            }
        }
    }

    public bool Equals(Polynomial? other) =>
        other is not null && _hash == other._hash && _factors.Count == other._factors.Count
        && _factors.All(pair => other._factors.TryGetValue(pair.Key, out var factor) && factor == pair.Value);

    public override bool Equals(object? obj) => Equals(obj as Polynomial);

    public override int GetHashCode() => _hash;

    private Polynomial Plus(Polynomial other, BigInteger times)
    {
        var sums = new Dictionary<Sequence, BigInteger>(_factors);
        foreach (var (monomial, factor) in other._factors)
            AddTo(sums, monomial, factor * times);
        return new(sums);
    }

    private static void AddTo(Dictionary<Sequence, BigInteger> sums, Sequence monomial, BigInteger factor, BigInteger? modulus = null)
    {
        var sum = sums.GetValueOrDefault(monomial) + factor;
        if (modulus is { } number)
            sum %= number;
        if (sum.IsZero)
            sums.Remove(monomial);
        else
            sums[monomial] = sum;
    }

    /// <summary>The product of atoms, which are in order; the same one stands as often as it is a factor.</summary>
    private static Sequence Product(Sequence one, Sequence other)
    {
        if (other.Items.Length == 0)
            return one;
        int[] atoms = [.. one.Items, .. other.Items];
        Array.Sort(atoms);
        return new(atoms);
    }
}
