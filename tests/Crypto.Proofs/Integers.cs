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
/// <param name="bitsOf">Of each bit of a word, the bits whose XOR it is, and whether a one is added.</param>
internal sealed class Integers(Func<int, Func<Func<int, int>, int[]>, int[]> unknowns, Func<int[], (int[] Parts, bool Constant)[]> bitsOf)
{
    private const int Bits = 8;

    /// <summary>For a polynomial that has more parts an atom stands: those of a hash would grow with each block.</summary>
    private const int MostParts = 8;

    /// <summary>What is multiplied has no more; a part of a word has these two: the word, and the quotient that is taken away.</summary>
    private const int MostOfFactor = 2;

    /// <summary>Poly1305's. Whether polynomials are equal modulo the prime is asked where each atom is a number, drawn anew in each run.</summary>
    public static BigInteger Prime { get; } = (BigInteger.One << 130) - 5;

    private readonly Dictionary<Sequence, Integer> _known = [];
    private readonly Dictionary<Polynomial, int[]> _words = [];
    private readonly Dictionary<(Polynomial, int), Polynomial> _quotients = [];

    /// <summary>Of an atom that is a quotient by a power of two, what was divided, and by how many bits.</summary>
    private readonly Dictionary<int, (Polynomial Dividend, int Bits)> _dividends = [];

    /// <summary>The polynomials for which an atom stands; those that it is made of are older.</summary>
    private readonly Dictionary<int, Polynomial> _long = [];
    private readonly Dictionary<Polynomial, int> _atomsOfLong = [];

    /// <summary>Of each atom, what it was made of: a word or a polynomial.</summary>
    private readonly List<(int[] Word, Polynomial? Polynomial)> _atoms = [];

    /// <summary>Of an atom that is a whole word but for lowest bits that are zeros, and ones that are known: how many zeros, the ones, and the most that the rest is.</summary>
    private readonly Dictionary<int, (int Zeros, BigInteger Ones, BigInteger Most)> _wholeWords = [];

    /// <summary>By what puts other terms in the place of some, what atoms are then.</summary>
    private readonly Dictionary<Func<int, int>, Dictionary<int, Polynomial>> _mapped = [];

    /// <summary>Of atoms, the numbers where polynomials are compared.</summary>
    private readonly List<BigInteger> _numbers = [];

    /// <summary>Of a bit, which one of a word it is.</summary>
    private readonly Dictionary<int, (Base Base, int Place)> _places = [];

    /// <summary>By words that came out as integers.</summary>
    private readonly Dictionary<Sequence, Base> _bases = [];

    /// <summary>Of a sum and one of both words, what was carried.</summary>
    private readonly Dictionary<(Sequence Sum, Sequence Added), int> _carries = [];

    /// <summary>Of what was added, to what, and what was carried.</summary>
    private readonly Dictionary<Polynomial, List<(Integer To, Polynomial Carry)>> _added = [];

    /// <summary>What a word is: a sum of parts of words that are known by their bits; one that is not known yet is an atom.</summary>
    public Integer Of(ReadOnlySpan<int> word)
    {
        var bytes = Trim(word);
        if (!bytes.AsSpan().ContainsAnyExceptInRange(0, Terms.NumberCount - 1))
        {
            var number = new BigInteger(Array.ConvertAll(bytes, one => (byte)one), isUnsigned: true);
            return new(Polynomial.Of(number), number);
        }

        return _known.TryGetValue(new(bytes), out var known) ? known : Learn(bytes, OfBits(bytes));
    }

    /// <summary>Whether two polynomials are the same modulo Poly1305's prime. The odds that others are taken for the same are below 2^-100.</summary>
    public bool AreEqual(Polynomial one, Polynomial other)
    {
        for (var atom = _numbers.Count; atom < _atoms.Count; atom++)
            _numbers.Add(_long.TryGetValue(atom, out var polynomial) ? polynomial.At(_numbers, Prime) : new BigInteger(RandomNumberGenerator.GetBytes(16), isUnsigned: true));
        return (one - other).At(_numbers, Prime).IsZero;
    }

    /// <summary>Whether two polynomials are the same modulo a number, with those that atoms stand for in their place, but for atoms that are older than one.</summary>
    public bool AreEqual(Polynomial one, Polynomial other, BigInteger modulus, int oldest = 0) =>
        (one - other).Expand(atom => atom < oldest ? null : _long.GetValueOrDefault(atom), modulus).Parts == 0;

    /// <summary>A polynomial, or the atom that stands for it if it is long.</summary>
    public Polynomial Short(Polynomial polynomial, int most = MostParts)
    {
        return polynomial.Parts <= most ? polynomial : OfLong(polynomial);
    }

    private Polynomial OfLong(Polynomial polynomial)
    {
        if (!_atomsOfLong.TryGetValue(polynomial, out var atom))
        {
            _atomsOfLong.Add(polynomial, atom = _atoms.Count);
            _long.Add(atom, polynomial);
            NewAtom([], polynomial);
        }

        return Polynomial.OfAtom(atom);
    }

    /// <summary>
    /// Whether a number of 128 bits is the remainder of a hash by Poly1305's prime, and what is added to it, modulo 2^128. Among all sums there must be
    /// those of 5 and three words that are the hash modulo the prime, and less than twice it: they are a prime too much if with 5 they reach 2^130.
    /// </summary>
    public bool IsTag(Polynomial tag, Polynomial hash, Polynomial added)
    {
        foreach (var (low, first) in Added(Polynomial.Of(5)))
        {
            foreach (var (middle, second) in Added(first))
            {
                foreach (var (high, _) in Added(second))
                {
                    if (IsTagOf(low, first, middle, second, high))
                        return true;
                }
            }
        }

        return false;

        bool IsTagOf(Integer low, Polynomial first, Integer middle, Polynomial second, Integer high)
        {
            var whole = low.Polynomial + middle.Polynomial.Times(BigInteger.One << 64) + high.Polynomial.Times(BigInteger.One << 128);
            var isTwice = low.Most >= BigInteger.One << 64 || middle.Most >= BigInteger.One << 64 || high.Most >= 7;
            if (isTwice || !AreEqual(whole, hash) || !first.Equals(Carry(low, Polynomial.Of(5), 5)) || !second.Equals(Carry(middle, first, 1)))
                return false;
            var isTooMuch = Quotient(Short(high.Polynomial + second), high.Most + 1, 2);
            return AreEqual(tag, whole + isTooMuch.Times(5) + added, BigInteger.One << 128, oldest: whole.Atoms.Max() + 1);
        }

        Polynomial Carry(Integer word, Polynomial other, BigInteger most) => Quotient(Short(word.Polynomial + other), word.Most + most, 64);

        IEnumerable<(Integer To, Polynomial Carry)> Added(Polynomial polynomial) => _added.TryGetValue(polynomial, out var sums) ? sums : [];
    }

    /// <summary>The sum of two words and a carry.</summary>
    /// <returns>The carry out of it.</returns>
    public int AddWithCarry(ReadOnlySpan<int> first, ReadOnlySpan<int> second, int carry, Span<int> result)
    {
        var (one, other, added) = (Of(first), Of(second), Of([carry]));
        int[] words = [.. first, .. second];
        Integer sum = new(Short(one.Polynomial + other.Polynomial + added.Polynomial), one.Most + other.Most + added.Most);
        var (low, high) = Split(sum, Bits * result.Length);
        WordOf(low, result.Length).CopyTo(result);
        var carried = WordOf(high, 1)[0];
        if (carry == 0 && !sum.Polynomial.IsNumber(out _))
        {
            foreach (var word in words.Chunk(result.Length))
                _carries[(new(Trim(result)), new(Trim(word)))] = carried;
            Add(one, other);
            Add(other, one);
        }

        return carried;

        void Add(Integer addend, Integer to)
        {
            if (!_added.TryGetValue(addend.Polynomial, out var sums))
                _added.Add(addend.Polynomial, sums = []);
            sums.Add((to, high.Polynomial));
        }
    }

    /// <summary>Whether a word is less than another, as a bit, or null if that is not known: a sum is less than what was added if something was carried.</summary>
    public int? IsLess(ReadOnlySpan<int> first, ReadOnlySpan<int> second) =>
        Trim(second) is { Length: > 0 } other ? _carries.TryGetValue((new(Trim(first)), new(other)), out var carry) ? carry : null : 0;

    /// <summary>
    /// The difference of two words, if it is the remainder of a division: the other one is a number times a quotient by a power of two, that of the first
    /// one's product by nearly that power divided by the number.
    /// </summary>
    public bool Subtract(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        var (one, other) = (Of(first), Of(second));
        if (!other.Polynomial.IsMultiple(out var quotient, out var divisor) || !_dividends.TryGetValue(quotient, out var of)
            || !(of.Dividend.IsMultipleOf(one.Polynomial, out var factor, out var added) || Defined(of.Dividend).IsMultipleOf(one.Polynomial, out factor, out added)))
            return false;

        // Of q * divisor + r, factor * divisor = power + rest: q * power, and what must be less than the power.
        var (power, most) = (BigInteger.One << of.Bits, one.Most / divisor);
        var rest = (factor * divisor) - power;
        if (factor.Sign < 0 || added + BigInteger.Min(most * rest, 0) < 0 || added + (factor * (divisor - 1)) + BigInteger.Max(most * rest, 0) >= power)
            return false;
        WordOf(new(one.Polynomial - other.Polynomial, divisor - 1), result.Length).CopyTo(result);
        return true;
    }

    /// <summary>With what a long polynomial is in its place, if it is a multiple of one.</summary>
    private Polynomial Defined(Polynomial polynomial) =>
        polynomial.IsMultiple(out var atom, out var factor) && _long.TryGetValue(atom, out var definition) ? definition.Times(factor) : polynomial;

    /// <summary>The product of two words, twice as long.</summary>
    public void Multiply(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        var (one, other, half) = (Factor(first), Factor(second), result.Length / 2);
        Integer product = new(Short(one.Polynomial * other.Polynomial), one.Most * other.Most);
        if (result.Length <= sizeof(ulong))
        {
            WordOf(product, result.Length).CopyTo(result);
            return;
        }

        var (low, high) = Split(product, Bits * half);
        WordOf(low, half).CopyTo(result);
        WordOf(high, half).CopyTo(result[half..]);
    }

    /// <summary>What a word is, in few parts from here on.</summary>
    private Integer Factor(ReadOnlySpan<int> word)
    {
        var value = Of(word);
        if (value.Polynomial.Parts <= MostOfFactor)
            return value;
        var key = new Sequence(Trim(word));
        value = value with { Polynomial = Short(value.Polynomial, MostOfFactor) };
        _words.TryAdd(value.Polynomial, key.Items);
        _known[key] = value;
        if (_bases.TryGetValue(key, out var whole))
            whole.Value = value;
        return value;
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

    /// <summary>Takes note of what a word became by a mask that has one bit everywhere: its product by that bit.</summary>
    public void LearnChoice(ReadOnlySpan<int> bit, ReadOnlySpan<int> word, ReadOnlySpan<int> chosen)
    {
        var (one, value) = (Of(bit), Of(word));
        if (one.Most.IsOne)
            Learn(Trim(chosen), new(Short(one.Polynomial * value.Polynomial), value.Most));
    }

    /// <summary>Takes note of what is one word or another, by a bit.</summary>
    public void LearnChoice(ReadOnlySpan<int> bit, ReadOnlySpan<int> ifZero, ReadOnlySpan<int> ifOne, ReadOnlySpan<int> chosen)
    {
        var (one, zero, other) = (Of(bit), Of(ifZero), Of(ifOne));
        if (one.Most.IsOne)
            Learn(Trim(chosen), new(Short(zero.Polynomial + (one.Polynomial * (other.Polynomial - zero.Polynomial))), BigInteger.Max(zero.Most, other.Most)));
    }

    private Integer Plus(Integer sum, Integer value, BigInteger factor) =>
        new(Short(sum.Polynomial + value.Polynomial.Times(factor)), sum.Most + (value.Most * factor));

    private Polynomial NewAtom(int[] word, Polynomial? polynomial = null)
    {
        _atoms.Add((word, polynomial));
        return Polynomial.OfAtom(_atoms.Count - 1);
    }

    /// <summary>What a polynomial is with other terms in the place of some: each of its atoms is made again.</summary>
    private Polynomial Map(Polynomial polynomial, Func<int, int> map)
    {
        if (!_mapped.TryGetValue(map, out var known))
            _mapped.Add(map, known = []);
        return polynomial.With(atom => known.TryGetValue(atom, out var before) ? before : known[atom] = OfAtom(atom));

        Polynomial OfAtom(int atom)
        {
            if (_atoms[atom] is { Polynomial: { } made })
                return _dividends.TryGetValue(atom, out var of) ? QuotientOf(Map(of.Dividend, map), of.Bits) : OfLong(Map(made, map));
            var word = Array.ConvertAll(_atoms[atom].Word, value => map(value));
            if (word.AsSpan().SequenceEqual(_atoms[atom].Word))
                return Polynomial.OfAtom(atom);
            var others = bitsOf(word);
            var hasSameOnes = _wholeWords.TryGetValue(atom, out var whole) && others.Index().All(bit => (whole.Ones >> bit.Index).IsEven || bit.Item is { Parts: [], Constant: true });
            var (other, most) = Of(word);
            other -= Polynomial.Of(whole.Ones);
            if (!hasSameOnes || most - whole.Ones > whole.Most || other.TrailingZeros < whole.Zeros)
                throw new NotSupportedException("Into a part of a word no other term can be put.");
            return other.DividedBy(whole.Zeros);
        }
    }

    private Integer Learn(int[] bytes, Integer value)
    {
        if (bytes.AsSpan().ContainsAnyExceptInRange(0, Terms.NumberCount - 1) && _known.TryAdd(new(bytes), value))
            _words.TryAdd(value.Polynomial, bytes);
        return value;
    }

    private Integer OfBits(int[] bytes)
    {
        var bits = bitsOf(bytes);
        if (Array.Exists(bits, bit => bit.Parts.Length > 1 || (bit.Parts.Length > 0 && bit.Constant)))
            return NewWord(bytes, bits, ones: 0);

        // What is in no word yet is a word of its own.
        if (Array.Exists(bits, IsNew))
        {
            var added = Array.ConvertAll(bits, bit => IsNew(bit) ? bit : ([], false));
            var isWhole = Array.TrueForAll(bits, bit => IsNew(bit) || bit.Parts.Length == 0);
            SetPlaces(added, NewWord(bytes, added, isWhole ? MostOf(bits.Select(bit => bit is { Parts: [], Constant: true })) : null));
        }

        var sum = new Integer(Polynomial.Of(0), 0);
        for (var (i, end) = (0, 0); i < bits.Length;)
        {
            var begin = i++;
            if (bits[begin].Constant)
                (sum, end) = (Plus(sum, new(Polynomial.Of(1), 1), BigInteger.One << begin), i);
            if (bits[begin].Parts is not [var part])
                continue;
            var (word, place) = _places[part];
            while (i < bits.Length && (bits[i] switch
            {
                { Parts: [var next] } => _places[next] == (word, place + i - begin),
                { Constant: var constant } => !constant && !word.Has(place + i - begin),
            }))
                i++;

            // With the zeros before it.
            for (; begin > end && place > 0 && !word.Has(place - 1); begin--)
                place--;
            (sum, end) = (Plus(sum, Between(word, place, place + i - begin), BigInteger.One << begin), i);
        }

        return sum;

        bool IsNew((int[] Parts, bool Constant) bit) => bit.Parts is [var part] && !_places.ContainsKey(part);
    }

    /// <summary>An atom, or a multiple of one if the lowest bits are zero.</summary>
    /// <param name="bytes">The word.</param>
    /// <param name="bits">Its bits that the atom is made of.</param>
    /// <param name="ones">The ones besides, if there is nothing else in the word.</param>
    private Integer NewWord(int[] bytes, (int[] Parts, bool Constant)[] bits, BigInteger? ones)
    {
        var most = MostOf(bits.Select(bit => bit.Parts.Length > 0 || bit.Constant));
        var zeros = (int)BigInteger.TrailingZeroCount(most);
        if (ones is { } known)
            _wholeWords.Add(_atoms.Count, (zeros, known, most));
        return new(NewAtom(bytes).Times(BigInteger.One << zeros), most);
    }

    private static BigInteger MostOf(IEnumerable<bool> bits) => bits.Index().Aggregate(BigInteger.Zero, (all, bit) => bit.Item ? all | (BigInteger.One << bit.Index) : all);

    /// <summary>Takes note of where the bits of a word are.</summary>
    private Base SetPlaces((int[] Parts, bool Constant)[] bits, Integer value)
    {
        var word = new Base([.. bits.Select(bit => bit.Parts.Length > 0)]) { Value = value };
        foreach (var (place, bit) in bits.Index())
        {
            if (bit.Parts is [var part])
                _places.TryAdd(part, (word, place));
        }

        return word;
    }

    /// <summary>The bits of a word from a place on, before another.</summary>
    private Integer Between(Base word, int begin, int end)
    {
        var (polynomial, most) = word.Value;
        if (most < BigInteger.One << end)
            return new(Quotient(polynomial, most, begin), most >> begin);
        return new(Quotient(polynomial, most, begin) - Quotient(polynomial, most, end).Times(BigInteger.One << (end - begin)), (BigInteger.One << (end - begin)) - 1);
    }

    /// <summary>What is below a power of two, and how often that is in it.</summary>
    private (Integer Low, Integer High) Split(Integer value, int bits)
    {
        var power = BigInteger.One << bits;
        if (value.Most < power)
            return (value, new(Polynomial.Of(0), 0));
        var quotient = Quotient(value.Polynomial, value.Most, bits);
        return (new(Short(value.Polynomial - quotient.Times(power)), power - 1), new(quotient, value.Most >> bits));
    }

    /// <summary>
    /// The quotient by a power of two of what is so much at most. What is a multiple of the power is taken by itself, and a quotient with what is added to
    /// it divided as one, so that the same comes out whatever words and halves of words kernels compute it of.
    /// </summary>
    private Polynomial Quotient(Polynomial dividend, BigInteger most, int bits)
    {
        if (most < BigInteger.One << bits)
            return Polynomial.Of(0);
        var (multiples, rest) = dividend.Split(bits);
        if (NewestQuotient(rest) is { } inner && _dividends[inner] is var (of, ofBits))
        {
            (var others, rest) = ((rest - Polynomial.OfAtom(inner)).Times(BigInteger.One << ofBits) + of).Split(bits += ofBits);
            multiples += others;
        }

        if (rest.IsNumber(out var number))
            return multiples + Polynomial.Of(number >> bits);
        var common = rest.TrailingZeros;
        return multiples + QuotientOf(rest.DividedBy(common), bits - common);
    }

    private Polynomial QuotientOf(Polynomial dividend, int bits)
    {
        if (!_quotients.TryGetValue((dividend, bits), out var quotient))
        {
            _dividends.Add(_atoms.Count, (dividend, bits));
            _quotients.Add((dividend, bits), quotient = NewAtom([], dividend));
        }

        return quotient;
    }

    private int? NewestQuotient(Polynomial polynomial) =>
        polynomial.Atoms.Where(atom => _dividends.ContainsKey(atom) && polynomial.FactorOf(atom).IsOne).Select(atom => (int?)atom).Max();

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
            known = unknowns(((int)value.Most.GetBitLength() + Bits - 1) / Bits, map => WordOf(value with { Polynomial = Map(value.Polynomial, map) }, known!.Length));
            Learn(known, value);
            _bases.Add(new(known), SetPlaces(bitsOf(known), value));
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

    /// <summary>A word of which parts are taken, and which of its bits may be set.</summary>
    private sealed class Base(bool[] possible)
    {
        public Integer Value { get; set; }

        public bool Has(int place) => place < possible.Length && possible[place];
    }
}
