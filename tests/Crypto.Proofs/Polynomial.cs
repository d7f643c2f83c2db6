using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;

namespace ManagedCrypto.Proofs;

/// <summary>
/// A polynomial in atoms with coefficients modulo 2^130 - 5, the prime of Poly1305, in normal form. Integers below that prime are equal if
/// their polynomials are.
/// </summary>
internal sealed class Polynomial : IEquatable<Polynomial>, IAdditionOperators<Polynomial, Polynomial, Polynomial>,
    ISubtractionOperators<Polynomial, Polynomial, Polynomial>, IMultiplyOperators<Polynomial, Polynomial, Polynomial>
{
    public static readonly BigInteger Prime = (BigInteger.One << 130) - 5;

    private readonly Dictionary<Monomial, BigInteger> _factors;
    private readonly int _hash;

    private Polynomial(Dictionary<Monomial, BigInteger> factors)
    {
        _factors = factors;

        // The order of terms is not theirs.
        foreach (var (monomial, factor) in factors)
            _hash += HashCode.Combine(monomial, factor);
    }

    public static Polynomial Of(BigInteger number)
    {
        var rest = Remainder(number);
        return new(rest.IsZero ? [] : new() { [new([])] = rest });
    }

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
        if (_factors.Count != 1 || _factors.First() is not ({ Atoms: [var only] }, var number))
            return false;
        (atom, factor) = (only, number);
        return true;
    }

    public static Polynomial operator +(Polynomial left, Polynomial right) => left.Plus(right, BigInteger.One);

    public static Polynomial operator -(Polynomial left, Polynomial right) => left.Plus(right, BigInteger.MinusOne);

    public static Polynomial operator *(Polynomial left, Polynomial right)
    {
        var products = new Dictionary<Monomial, BigInteger>();
        foreach (var (one, factor) in left._factors)
        {
            foreach (var (other, otherFactor) in right._factors)
                AddTo(products, one.Times(other), factor * otherFactor);
        }

        return new(products);
    }

    public Polynomial Times(BigInteger number) => this * Of(number);

    public bool Equals(Polynomial? other) =>
        other is not null && _hash == other._hash && _factors.Count == other._factors.Count
        && _factors.All(pair => other._factors.TryGetValue(pair.Key, out var factor) && factor == pair.Value);

    public override bool Equals(object? obj) => Equals(obj as Polynomial);

    public override int GetHashCode() => _hash;

    private Polynomial Plus(Polynomial other, BigInteger times)
    {
        var sums = new Dictionary<Monomial, BigInteger>(_factors);
        foreach (var (monomial, factor) in other._factors)
            AddTo(sums, monomial, factor * times);
        return new(sums);
    }

    private static void AddTo(Dictionary<Monomial, BigInteger> sums, Monomial monomial, BigInteger factor)
    {
        var sum = Remainder(sums.GetValueOrDefault(monomial) + factor);
        if (sum.IsZero)
            sums.Remove(monomial);
        else
            sums[monomial] = sum;
    }

    private static BigInteger Remainder(BigInteger number)
    {
        var rest = number % Prime;
        return rest.Sign < 0 ? rest + Prime : rest;
    }

    /// <param name="Atoms">In order; the same one stands as often as it is a factor.</param>
    private sealed record Monomial(int[] Atoms)
    {
        private readonly int _hash = HashOf(Atoms);

        public Monomial Times(Monomial other)
        {
            if (other.Atoms.Length == 0)
                return this;
            int[] atoms = [.. Atoms, .. other.Atoms];
            Array.Sort(atoms);
            return new(atoms);
        }

        public bool Equals(Monomial? other) => other is not null && _hash == other._hash && Atoms.AsSpan().SequenceEqual(other.Atoms);

        public override int GetHashCode() => _hash;

        private static int HashOf(int[] atoms)
        {
            var hash = default(HashCode);
            foreach (var atom in atoms)
                hash.Add(atom);
            return hash.ToHashCode();
        }
    }
}
