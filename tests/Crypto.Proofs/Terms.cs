using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Runtime.InteropServices;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>
/// Bytes that are terms, each by its number; those below 256 are numbers. A term is in normal form: each of its bits is a constant and the XOR
/// of products of bits of atoms, so that two terms are the same number if they are equal as such polynomials. An atom is an unknown byte, a byte
/// of a sum of words (<see cref="WordSums"/>), or what a function that is left open makes of terms: the S-box of AES and its inverse, and
/// whole rounds.
/// </summary>
internal sealed class Terms : IValues<int>
{
    /// <summary>Terms below this one are numbers.</summary>
    public const int NumberCount = 256;

    /// <summary>What a batch of GHASH has at most, which has the longest terms.</summary>
    private const int MostOfAll = 1 << 17;

    /// <summary>
    /// Products of longer sums are unknowns of their own. Where a kernel computes bit by bit, it multiplies few bits, or those of which one is zero.
    /// Bytes have as many where a hash of seven bytes has no name.
    /// </summary>
    private const int MostProducts = 64, MostProductsOfAtoms = 128;

    /// <summary>
    /// Where rounds are opened, a longer sum of bits and of products within bytes is an unknown of its own: an S-box has 256 at most,
    /// and what it is applied to fewer, and the product of two powers of H as many as its 16 bytes have.
    /// </summary>
    private const int MostOfBytes = 1024;

    /// <summary>What is chosen by unknown bits from a table of longer sums is an unknown of its own. Tables of multiples of H have shorter ones.</summary>
    private const int MostOfEntry = 256;

    /// <summary>Of how many atoms a message names those whose bits a term has.</summary>
    private const int MostNames = 40;

    private const int Bits = 8, BlockBytes = 16, Rows = 4;

    private readonly int _mostParts, _integerBytes;

    private readonly bool _multipliesBits;

    /// <summary>What the S-box is bit by bit, if rounds of AES are opened.</summary>
    private readonly SBoxForms? _sBoxes;

    /// <summary>What S-boxes are applied to, if rounds are opened.</summary>
    private readonly NamedForms _namedForms = new();

    private readonly List<Term> _terms = [];
    private readonly Dictionary<Term, int> _ids = [];
    private readonly List<Atom> _atoms = [];
    private readonly Dictionary<Application, int> _applications = [];
    private readonly Dictionary<string, List<int>> _unknowns = [];

    /// <summary>Of an atom that is an unknown, its name and its place.</summary>
    private readonly Dictionary<int, (string Name, int Place)> _placesOfUnknowns = [];

    private readonly Dictionary<Pair, int> _sums = [], _products = [], _productsOfBits = [], _productsOfAtoms = [];
    private readonly Dictionary<int, int> _doubles = [];

    /// <summary>Of an atom that is a product, the bits that are its bit 0.</summary>
    private readonly Dictionary<int, int[]> _factors = [];

    /// <summary>Of an atom, the first of those whose bits are the products of its own: at each place that of the bits that the place has.</summary>
    private readonly Dictionary<int, int> _ownProducts = [];

    private readonly Dictionary<(Sequence Table, int Index), int> _lookUps = [];

    /// <summary>Sums for which an unknown stands.</summary>
    private readonly Dictionary<Sequence, int> _longSums = [];

    /// <summary>Terms that were given a name, and the atoms that stand for them.</summary>
    private readonly Dictionary<int, int> _names = [];

    /// <summary>Of a byte that has one bit everywhere, and was made as a part of a word, that bit as such a word.</summary>
    private readonly Dictionary<int, int[]> _bitsOfMasks = [];

    /// <summary>Of a word of an integer's size that came out as the XOR of two, both; and of one by a mask, the mask's bit and both.</summary>
    private readonly Dictionary<Sequence, (int[] One, int[] Other)> _differences = [];
    private readonly Dictionary<Sequence, (int[] Bit, int[] One, int[] Other)> _choices = [];

    /// <summary>Of words, the greatest numbers that they are assumed to be.</summary>
    private readonly Dictionary<Sequence, ulong> _assumed = [];

    /// <summary>What puts other terms in the place of some, by what came out.</summary>
    private readonly Dictionary<Dictionary<int, int>, Func<int, int>> _maps = [];

    private readonly WordSums _wordSums;

    /// <param name="mostParts">
    /// Of how many products of bits a bit may be the XOR. Longer terms become unknowns, so that those which nobody reads, or of a wrong kernel, do
    /// not grow without end.
    /// </param>
    /// <param name="integerBytes">Words of so many bytes, or more, are added and multiplied as integers, with their carries.</param>
    /// <param name="multipliesBits">
    /// Products of unknown polynomials are those of their bits, which is needed where factors are shifted. Else those of their bytes.
    /// </param>
    /// <param name="opensRounds">
    /// A round of AES is what its steps are, and no unknown of its own: what an S-box is applied to is one. Kernels have the same that compute the
    /// S-box by logic or shuffles.
    /// </param>
    public Terms(int mostParts = MostOfAll, int integerBytes = int.MaxValue, bool multipliesBits = false, bool opensRounds = false)
    {
        _sBoxes = opensRounds ? new() : null;
        (_mostParts, _integerBytes, _multipliesBits) = (mostParts, integerBytes, multipliesBits);
        _wordSums = new(Sums);
        Integers = new((bytes, again) => Sums(bytes, () => "an integer", again), word => BitsOf(word));
        for (var i = 0; i < NumberCount; i++)
            Intern(new Term([[]], (byte)i));
    }

    /// <summary>What words are as integers, where they are added and multiplied as such.</summary>
    public Integers Integers { get; }

    /// <summary>Bytes that may be anything, the same under the same name.</summary>
    public int[] Unknowns(string name, int count)
    {
        if (!_unknowns.TryGetValue(name, out var known))
            _unknowns.Add(name, known = []);
        if (known.Count < count)
        {
            var (before, atoms) = (known.Count, _atoms.Count);
            known.AddRange(Enumerable.Range(FirstAtoms(count - before, i => $"{name}[{before + i}]", null), count - before));
            for (var i = before; i < count; i++)
                _placesOfUnknowns.Add(atoms + i - before, (name, i));
        }

        return known.GetRange(0, count).ToArray();
    }

    /// <summary>Assumes that a word is this number at most.</summary>
    public void Assume(int[] word, ulong most) => _assumed[new(word)] = most;

    /// <summary>Assumes that a term is another, which is any that has some bits, and lets that stand for it.</summary>
    public void Assume(int value, int other) => _names[value] = other;

    /// <summary>
    /// What a term is where other terms take the place of unknowns: its value for some unknowns is the term's for the values of these.
    /// </summary>
    /// <param name="id">The term.</param>
    /// <param name="unknowns">By the names of unknowns, what takes the place of each byte. Others stay.</param>
    /// <param name="known">What came out before, with the same unknowns.</param>
    public int Substitute(int id, IReadOnlyDictionary<string, Func<int, int>> unknowns, Dictionary<int, int> known)
    {
        if (id < NumberCount)
            return id;
        if (known.TryGetValue(id, out var result))
            return result;
        var (bits, constant, term) = (new List<int>[Bits], (int)_terms[id].Constant, _terms[id]);
        for (var bit = 0; bit < Bits; bit++)
        {
            bits[bit] = [];
            foreach (var part in term.Bit(bit))
            {
                var other = _terms[OfAtom(part / Bits)];
                bits[bit].AddRange(other.Bit(part % Bits));
                constant ^= ((other.Constant >> (part % Bits)) & 1) << bit;
            }
        }

        return known[id] = Intern(Term.Of(Array.ConvertAll(bits, Odd), (byte)constant));

        int OfAtom(int atom)
        {
            if (known.TryGetValue(TermOf(atom), out var before))
                return before;
            if (_placesOfUnknowns.TryGetValue(atom, out var unknown))
                return unknowns.TryGetValue(unknown.Name, out var place) ? place(unknown.Place) : TermOf(atom);
            var (first, again) = (_atoms[atom].First, _atoms[atom].Again ?? throw new NotSupportedException($"The machine cannot put another term into {_atoms[atom].Name()}."));
            var made = again(MapOf(unknowns, known));
            for (var i = 0; i < made.Length; i++)
                known[TermOf(first + i)] = made[i];
            return made[atom - first];
        }
    }

    /// <summary>The same as a function, one for all that came out before.</summary>
    private Func<int, int> MapOf(IReadOnlyDictionary<string, Func<int, int>> unknowns, Dictionary<int, int> known)
    {
        if (!_maps.TryGetValue(known, out var map))
            _maps.Add(known, map = one => Substitute(one, unknowns, known));
        return map;
    }

    /// <summary>
    /// Lets an unknown stand for each byte of a word, here and wherever the same comes out: what goes on from there has short terms, and what is
    /// equal stays equal.
    /// </summary>
    public int[] Name(string name, int[] word)
    {
        foreach (var value in word.Where(value => !IsAtom(value)))
        {
            if (_sBoxes is null)
                GiveName(value, name);
            else
                NameForm(name, value);
        }

        return Array.ConvertAll(word, Named);
    }

    /// <summary>The same of bytes that are no XOR of unknown bytes alone: others stay as they are.</summary>
    public int[] NameMixed(string name, int[] word) => Array.ConvertAll(word, value => _terms[value].IsUniform ? value : Name(name, [value])[0]);

    /// <summary>The same, also wherever the word comes out rotated: then what stands for it is, too.</summary>
    public int[] NameRotated(string name, int[] word)
    {
        // Rotated before the name is given: afterwards that is rotated in its place.
        int[][] rotated = [.. Enumerable.Range(0, Bits * word.Length).Select(bits => this.RotateLeft(word, bits))];
        var named = Name(name, word);
        foreach (var (bits, bytes) in rotated.Index().Skip(1))
        {
            foreach (var (before, after) in bytes.Zip(this.RotateLeft(named, bits)))
            {
                if (before != after)
                    _names.TryAdd(before, after);
            }
        }

        return named;
    }

    /// <summary>The same, where names stand for what was computed before they were given.</summary>
    public int[] Renew(int[] word) => Array.ConvertAll(word, value => Recognize(_terms[Named(value)]));

    /// <summary>Whether a term is one unknown byte, or a number is added to one.</summary>
    private bool IsAtom(int id) => _terms[Named(id)] is { IsUniform: true, Longest: <= 1 };

    private void GiveName(int id, string name)
    {
        if (!_names.ContainsKey(id))
            _names.Add(id, FirstAtoms(1, _ => name, map => [map(id)]));
    }

    public string Describe(int id)
    {
        var term = _terms[id];
        if (!term.IsUniform)
            return "bits of " + string.Join(" ^ ", term.Parts.SelectMany(part => part).Select(bit => bit / Bits).Distinct().Take(MostNames).Select(atom => _atoms[atom].Name()));
        var atoms = term.Parts[0].Select(atom => _atoms[atom].Name());
        return string.Join(" ^ ", term.Constant == 0 && term.Parts[0].Length > 0 ? atoms : atoms.Append($"{term.Constant:x2}"));
    }

    public int? Unknown => null;

    public int Of(byte number) => number;

    public bool IsNumber(int value, out byte number)
    {
        number = (byte)value;
        return value < NumberCount;
    }

    public void Xor(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        int[] one = [], other = [];
        if (result.Length >= _integerBytes && result.Length == sizeof(ulong) && !IsKnown(first) && !IsKnown(second))
            (one, other) = (first.ToArray(), second.ToArray());
        for (var i = 0; i < result.Length; i++)
            result[i] = Sum(first[i], second[i]);
        if (one.Length == 0 || IsKnown(result))
            return;

        // A word becomes another where the difference of both is added by a mask.
        _differences[new(result.ToArray())] = (one, other);
        if (_choices.TryGetValue(new(other), out var choice) || _choices.TryGetValue(new(one), out choice))
        {
            var before = _choices.ContainsKey(new(other)) ? one : other;
            if (before.AsSpan().SequenceEqual(choice.One) || before.AsSpan().SequenceEqual(choice.Other))
                Integers.LearnChoice(choice.Bit, before, before.AsSpan().SequenceEqual(choice.One) ? choice.Other : choice.One, result);
        }
    }

    public void And(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        var choice = result.Length < _integerBytes ? null : BitOfMask(first) ?? BitOfMask(second);
        int[] chosen = choice is null ? [] : [.. BitOfMask(first) is null ? first : second];
        for (var i = 0; i < result.Length; i++)
        {
            result[i] = first[i] < NumberCount ? Choose(second[i], (byte)first[i])
                : second[i] < NumberCount ? Choose(first[i], (byte)second[i]) : Product(first[i], second[i]);
        }

        if (choice is null)
            return;
        Integers.LearnChoice(choice, chosen, result);
        if (_differences.TryGetValue(new(chosen), out var difference))
            _choices[new(result.ToArray())] = (choice, difference.One, difference.Other);
    }

    public void Or(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        // a | b = a ^ b ^ (a & b).
        Span<int> both = stackalloc int[result.Length];
        And(first, second, both);
        Xor(both, first, both);
        Xor(both, second, result);
    }

    public void Add(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        if (result.Length >= _integerBytes)
            Integers.AddWithCarry(first, second, 0, result);
        else if (IsKnown(first) && !IsKnown(second))
            Add(second, first, result);
        else if (IsKnown(second) && StaysInHalf(first, second))
            AddToLowHalf(first, second, result);
        else if (!IsKnown(first) && IsKnown(second) && _terms[first[0]].Length(0) == 0)
            AddAboveKnownBits(first, WordSums.NumberOf(second), result);
        else if (first.SequenceEqual(second) && !_wordSums.IsSum(first))
            ShiftLeft(first, 1, result);
        else
            AddWords(first, second, result);
    }

    /// <summary>A sum of which bytes are zero that it does not reach.</summary>
    private void AddWords(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        _wordSums.Add(first, second, isDifference: false, result);
        int[] whole = [.. result];
        for (var (i, most) = (result.Length - 1, _wordSums.Most(whole, MostOfBits)); i > 0 && most >> (Bits * i) == 0; i--)
            result[i] = 0;
        if (!result.SequenceEqual(whole))
            _wordSums.LetBe([.. result], whole);
    }

    /// <summary>Whether a number that is added to a word does not carry into its upper half.</summary>
    private bool StaysInHalf(ReadOnlySpan<int> word, ReadOnlySpan<int> number)
    {
        var half = word.Length / 2;
        return word.Length == sizeof(ulong) && !IsKnown(word) && IsZero(number[half..])
            && _wordSums.Most(word[..half], MostOfBits) <= uint.MaxValue - WordSums.NumberOf(number[..half]);
    }

    private void AddToLowHalf(ReadOnlySpan<int> word, ReadOnlySpan<int> number, Span<int> result)
    {
        var half = word.Length / 2;
        word[half..].CopyTo(result[half..]);
        Add(word[..half], number[..half], result[..half]);
    }

    /// <summary>The greatest number that a word can be, by those of its bits that are known, or as a sum.</summary>
    private ulong MostOf(ReadOnlySpan<int> word) => IsKnown(word) ? WordSums.NumberOf(word) : Math.Min(_wordSums.Most(word, MostOfBits), MostOfBits(word.ToArray()));

    /// <summary>The greatest number that a word can be, by those of its bits that are known, or as it is assumed.</summary>
    private ulong MostOfBits(int[] word)
    {
        if (_assumed.TryGetValue(new(word), out var assumed))
            return assumed;
        var most = 0UL;
        foreach (var (i, bit) in BitsOf(word).Index())
            most |= bit.Constant || bit.Atoms.Length > 0 ? 1UL << i : 0;
        return most;
    }

    /// <summary>
    /// The sum of a number and a word whose lowest bits are known: they are added by themselves, and to what is above them their carry.
    /// </summary>
    private void AddAboveKnownBits(ReadOnlySpan<int> word, ulong number, Span<int> result)
    {
        var bits = BitsOf(word);
        var (most, all) = (MostOf(word), ulong.MaxValue >> (64 - (Bits * word.Length)));
        var mostOfSum = most <= all && number <= all - most ? most + number : all;
        var known = Array.FindIndex(bits, bit => bit.Atoms.Length > 0);
        for (var i = 0; i < known; i++)
            number += bits[i].Constant ? 1UL << i : 0;
        var low = (1UL << known) - 1;
        var aboveMask = this.Word(~low, word.Length);
        var above = this.And([.. word], aboveMask);
        var whole = new int[word.Length];
        AddWords(above, this.Word(number & ~low, word.Length), whole);
        var sum = this.And(whole, aboveMask);
        _wordSums.LetBe(sum, whole);
        Xor(sum, this.Word(number & low, word.Length), result);
        if (mostOfSum < all)
            Assume([.. result], mostOfSum);
    }

    public int? AddWithCarry(ReadOnlySpan<int> first, ReadOnlySpan<int> second, int carry, Span<int> result)
    {
        if (result.Length >= _integerBytes && !(IsKnown(first) && IsKnown(second) && carry < NumberCount))
            return Integers.AddWithCarry(first, second, carry, result);
        if (carry >= NumberCount)
            throw new NotSupportedException("A carry that is not known is no term here.");
        if (!IsKnown(first) || !IsKnown(second))
        {
            if (carry > 0)
                throw new NotSupportedException("A sum with a carry is no term here.");
            var hasRoom = HasRoom(first, second);
            Add(first, second, result);
            return hasRoom ? 0 : null;
        }

        Span<byte> one = stackalloc byte[first.Length], other = stackalloc byte[second.Length];
        Copy(first, one);
        Copy(second, other);
        var carried = default(Numbers).AddWithCarry(one, other, (byte)carry, one);
        Copy(one, result);
        return carried;
    }

    /// <summary>Whether nothing is carried out of a sum, by the bits of its words that are known.</summary>
    private bool HasRoom(ReadOnlySpan<int> first, ReadOnlySpan<int> second)
    {
        var all = ulong.MaxValue >> (64 - (Bits * first.Length));
        return MostOf(first) is var most && most <= all && MostOf(second) <= all - most;
    }

    /// <summary>Nothing less a bit is that bit everywhere.</summary>
    public void Subtract(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        var isInteger = result.Length >= _integerBytes && !IsKnown(second);
        if (IsZero(first) && !IsKnown(second) && (isInteger ? Integers.Of(second).Most.IsOne : BitsOf(second).Skip(1).All(bit => !bit.Constant && bit.Atoms.Length == 0)))
        {
            var last = (result.Length * Bits) - 1;
            ShiftLeft(second, last, result);
            ShiftRightSigned(result, last, result);
        }
        else if (IsZero(second))
        {
            first.CopyTo(result);
        }
        else if (!isInteger || !Integers.Subtract(first, second, result))
        {
            _wordSums.Add(first, second, isDifference: true, result);
        }
    }

    public int? IsLess(ReadOnlySpan<int> first, ReadOnlySpan<int> second) => first.Length >= _integerBytes ? Integers.IsLess(first, second) : null;

    public void ShiftLeft(ReadOnlySpan<int> word, int bits, Span<int> result)
    {
        Shift(word, result, i => i - bits);
    }

    public void ShiftRight(ReadOnlySpan<int> word, int bits, Span<int> result)
    {
        Shift(word, result, i => i + bits);
    }

    public void ShiftRightSigned(ReadOnlySpan<int> word, int bits, Span<int> result)
    {
        var last = (word.Length * Bits) - 1;
        var bit = new int[word.Length];
        if (word.Length >= _integerBytes && bits == last)
            ShiftRight(word, last, bit);
        Shift(word, result, i => Math.Min(i + bits, last));
        if (!IsKnown(bit))
            _bitsOfMasks.TryAdd(result[0], bit);
    }

    /// <summary>The bit that is everywhere in a word, as a word of its own, or null if it is none of those.</summary>
    private int[]? BitOfMask(ReadOnlySpan<int> word) => word.ContainsAnyExcept(word[0]) ? null : _bitsOfMasks.GetValueOrDefault(word[0]);

    public void RotateLeft(ReadOnlySpan<int> word, int bits, Span<int> result)
    {
        var count = word.Length * Bits;
        Shift(word, result, i => (i - bits + count) % count);
    }

    public void Greater(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        // Zero is greater than what is negative. Of others, bits that are known must decide.
        if (IsZero(first) && !IsKnown(second))
        {
            ShiftRightSigned(second, (second.Length * Bits) - 1, result);
            return;
        }

        var ((least, most), (leastOther, mostOther)) = (SignedBounds(first), SignedBounds(second));
        if (most > leastOther && least <= mostOther)
            throw new NotSupportedException("A comparison of unknowns is no term here.");
        result.Fill(least > mostOther ? byte.MaxValue : 0);
    }

    /// <summary>The least and the greatest signed number that a word can be, by those of its bits that are known, or as a sum.</summary>
    private (long Least, long Most) SignedBounds(ReadOnlySpan<int> word)
    {
        var (least, most) = (0L, 0L);
        var bits = BitsOf(word);
        foreach (var (i, bit) in bits.Index())
        {
            // A sign fills what is above it.
            var value = i == bits.Length - 1 ? -1L << i : 1L << i;
            var isKnown = bit.Atoms.Length == 0;
            least += isKnown ? bit.Constant ? value : 0 : Math.Min(value, 0);
            most += isKnown ? bit.Constant ? value : 0 : Math.Max(value, 0);
        }

        var mostPositive = long.MaxValue >> (64 - (Bits * word.Length));
        return MostOf(word) is var sum && sum <= (ulong)mostPositive ? (Math.Max(least, 0), Math.Min(most, (long)sum)) : (least, most);
    }

    public void Multiply(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        if (result.Length < _integerBytes && !IsKnown(first) && !IsKnown(second))
            MultiplyWithoutCarries(first, second, result);
        else
            Integers.Multiply(first, second, result);
    }

    /// <summary>
    /// The product of words of which only some bits can be set, as every fourth: into a bit below which too few ones meet nothing is carried, and it is
    /// the XOR of products of bits. Of the others nothing is known.
    /// </summary>
    private void MultiplyWithoutCarries(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        var (one, other) = (BitsOf(first), BitsOf(second));
        var (sums, carry, unknown) = (new (int[] Parts, bool Constant)[one.Length + other.Length], 0, 0);
        for (var place = 0; place < sums.Length; place++)
        {
            var (products, constant, most) = (new List<int>(), false, 0);
            for (var k = Math.Max(0, place - other.Length + 1); k <= Math.Min(place, one.Length - 1); k++)
            {
                var (a, b) = (one[k], other[place - k]);
                if (a is { Atoms: [], Constant: false } || b is { Atoms: [], Constant: false })
                    continue;
                most++;
                if (carry == 0)
                    AddProducts(products, a.Atoms, a.Constant, b.Atoms, b.Constant);
                constant ^= a.Constant && b.Constant;
            }

            if (carry > 0 && unknown == 0)
                unknown = Apply("product of words", [.. first, .. second], result.Length);
            sums[place] = carry > 0 ? ([(AtomOf(unknown) * Bits) + place], false) : (Odd(products), constant);
            carry = (most + carry) / 2;
        }

        foreach (var (i, bits) in sums.Chunk(Bits).Index())
            result[i] = Intern(bits);
    }

    public void SumProducts(int bytes, bool isFirstSigned, ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result) =>
        Integers.SumProducts(bytes, isFirstSigned, first, second, result);

    public void SumDifferences(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        if (!IsZero(first) && !IsZero(second))
            throw new NotSupportedException("Differences are no terms here, but from zero.");
        Integers.Sum(IsZero(first) ? second : first, result);
    }

    public void MultiplyPolynomials(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        var factor = IsKnown(first) ? first : second;
        var word = IsKnown(first) ? second : first;
        if (!IsKnown(factor))
        {
            MultiplyUnknowns(factor, word, result);
            return;
        }

        var bits = BitsOf(word);
        int[] parts = [.. bits.SelectMany(bit => bit.Atoms).Distinct().Order()];
        var places = parts.Index().ToDictionary(row => row.Item, row => row.Index);

        // Rows of bits: which parts a bit of the word has, and behind them its constant.
        var count = (parts.Length / 64) + 1;
        var rows = new ulong[bits.Length][];
        for (var i = 0; i < rows.Length; i++)
        {
            rows[i] = new ulong[count];
            foreach (var atom in bits[i].Atoms)
                Set(rows[i], places[atom]);
            if (bits[i].Constant)
                Set(rows[i], parts.Length);
        }

        var terms = new int[result.Length];
        for (var i = 0; i < terms.Length; i++)
        {
            var sums = new int[Bits][];
            var constant = 0;
            for (var bit = 0; bit < Bits; bit++)
            {
                var sum = new ulong[count];
                for (var k = 0; k < rows.Length; k++)
                {
                    var place = (i * Bits) + bit - k;
                    if (place >= 0 && place < factor.Length * Bits && ((factor[place / Bits] >> (place % Bits)) & 1) != 0)
                        XorTo(sum, rows[k]);
                }

                sums[bit] = Chosen(sum);
                constant |= ((sum[^1] >> (parts.Length % 64)) & 1) != 0 ? 1 << bit : 0;
            }

            terms[i] = Intern(Term.Of(sums, (byte)constant));
        }

        terms.CopyTo(result);

        static void XorTo(ulong[] sum, ulong[] row)
        {
            for (var i = 0; i < sum.Length; i++)
                sum[i] ^= row[i];
        }

        static void Set(ulong[] row, int place) => row[place / 64] |= 1UL << place;

        int[] Chosen(ulong[] row)
        {
            var chosen = new List<int>(parts.Length);
            foreach (var (i, chosenBits) in row.Index())
            {
                for (var rest = chosenBits; rest != 0; rest &= rest - 1)
                {
                    if ((64 * i) + BitOperations.TrailingZeroCount(rest) is var place && place < parts.Length)
                        chosen.Add(parts[place]);
                }
            }

            return [.. chosen];
        }
    }

    /// <summary>Of sums of few parts; others are unknowns of their own.</summary>
    private void MultiplyUnknowns(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        if (MostFactors(first) * MostFactors(second) > MostProductsOfAtoms)
        {
            var unknown = Apply("product of words", [.. first, .. second], result.Length);
            for (var i = 0; i < result.Length; i++)
                result[i] = unknown + i;
        }
        else if (_multipliesBits)
        {
            MultiplyBits(first, second, result);
        }
        else
        {
            MultiplyAtoms(first, second, result);
        }
    }

    private void MultiplyBits(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        var (one, other) = (BitsOf(first), BitsOf(second));
        var terms = new int[result.Length];
        for (var i = 0; i < terms.Length; i++)
        {
            var sums = new int[Bits][];
            var constant = 0;
            for (var bit = 0; bit < Bits; bit++)
            {
                var products = new List<int>();
                var place = (i * Bits) + bit;
                for (var k = Math.Max(0, place - other.Length + 1); k <= Math.Min(place, one.Length - 1); k++)
                {
                    var (a, b) = (one[k], other[place - k]);
                    AddProducts(products, a.Atoms, a.Constant, b.Atoms, b.Constant);
                    constant ^= a.Constant && b.Constant ? 1 << bit : 0;
                }

                sums[bit] = Odd(products);
            }

            terms[i] = Intern(Term.Of(sums, (byte)constant));
        }

        terms.CopyTo(result);
    }

    /// <summary>
    /// The product of two atoms is a word of two bytes, of which nothing more is known; a product of words is the XOR of these. It has far fewer
    /// parts than that of bits.
    /// </summary>
    private void MultiplyAtoms(ReadOnlySpan<int> first, ReadOnlySpan<int> second, Span<int> result)
    {
        var places = new List<int>[result.Length];
        foreach (ref var place in places.AsSpan())
            place = [];
        for (var i = 0; i < first.Length; i++)
        {
            for (var k = 0; k < second.Length; k++)
            {
                foreach (var one in _terms[first[i]].Parts[0])
                {
                    foreach (var other in _terms[second[k]].Parts[0])
                    {
                        var product = ProductOfAtoms(one, other);
                        places[i + k].Add(product);
                        places[i + k + 1].Add(product + 1);
                    }
                }
            }
        }

        for (var i = 0; i < places.Length; i++)
            result[i] = Intern(new Term([Odd(places[i])], 0));
    }

    /// <summary>Of how many parts of a product a bit is the XOR; too many, if a byte must be the XOR of atoms and is not.</summary>
    private int MostFactors(ReadOnlySpan<int> word)
    {
        var most = 0;
        foreach (var value in word)
        {
            var term = _terms[value];
            most = Math.Max(most, _multipliesBits || term is { IsUniform: true, Constant: 0 } ? term.Longest : MostProductsOfAtoms + 1);
        }

        return most;
    }

    /// <summary>The first of the two atoms that are the product of two.</summary>
    private int ProductOfAtoms(int one, int other)
    {
        var key = Pair.Of(one, other);
        if (!_productsOfAtoms.TryGetValue(key, out var first))
        {
            _productsOfAtoms.Add(key, first = _atoms.Count);
            FirstAtoms(2, _ => $"{_atoms[key.Less].Name()} * {_atoms[key.Greater].Name()}", map =>
            {
                var product = new int[2];
                MultiplyPolynomials([map(TermOf(key.Less))], [map(TermOf(key.Greater))], product);
                return product;
            });
        }

        return first;
    }

    public void Aes(AesStep step, ReadOnlySpan<int> state, Span<int> result)
    {
        if (IsKnown(state))
        {
            Span<byte> numbers = stackalloc byte[BlockBytes], next = stackalloc byte[BlockBytes];
            Copy(state, numbers);
            default(Numbers).Aes(step, numbers, next);
            Copy(next, result);
            return;
        }

        if (_sBoxes is null && step is AesStep.Round or AesStep.InverseRound)
        {
            var first = Apply(step.ToString(), state.ToArray(), BlockBytes);
            for (var i = 0; i < BlockBytes; i++)
                result[i] = first + i;
            return;
        }

        Span<int> steps = stackalloc int[BlockBytes];
        state.CopyTo(steps);
        var isInverse = step is AesStep.InverseRound or AesStep.LastInverseRound;
        for (var i = 0; i < BlockBytes && step != AesStep.InverseMixColumns; i++)
        {
            var columns = isInverse ? Rows - (i % Rows) : i % Rows;
            steps[i] = Substitute(isInverse, state[(i + (Rows * columns)) % BlockBytes]);
        }

        if (step == AesStep.Round)
            MixColumns([2, 3, 1, 1], steps, steps);
        else if (step is AesStep.InverseRound or AesStep.InverseMixColumns)
            MixColumns([14, 11, 13, 9], steps, steps);
        steps.CopyTo(result);
    }

    /// <summary>The S-box of AES, or its inverse.</summary>
    public int Substitute(bool isInverse, int value)
    {
        if (value < NumberCount)
            return SBoxForms.Substitute(isInverse, (byte)value);
        if (_sBoxes is not null)
        {
            value = Name("what an S-box takes", [value])[0];
            _sBoxes.Learn(isInverse, _terms[value].Constant);
        }

        return Apply(isInverse ? "InvSubByte" : "SubByte", [value], 1);
    }

    /// <summary>
    /// Lets an unknown stand for a byte but for the number that is added to it, wherever a kernel comes to any XOR of its bits: these are short then,
    /// and what is equal stays equal.
    /// </summary>
    private void NameForm(string name, int value)
    {
        var constant = _terms[value].Constant;
        var form = Sum(value, constant);
        if (!IsAtom(form))
        {
            var bits = Array.ConvertAll(BitsOf([form]), bit => bit.Atoms);
            GiveName(form, name);
            _namedForms.Add(AtomOf(Named(form)), bits);
        }

        _names[value] = Intern(new Term([[AtomOf(Named(form))]], constant));
    }

    public int LookUp(ReadOnlySpan<int> table, int index)
    {
        if (index < NumberCount)
            return index > sbyte.MaxValue ? 0 : table[index % table.Length];
        var key = (new Sequence(table.ToArray()), index);
        if (_lookUps.TryGetValue(key, out var known))
            return known;
        var bits = BitsOf([index]);
        (int[], bool)[] choosing = [.. bits[..4], bits[^1]];
        return _lookUps[key] = OfOneByte(table, choosing) ?? OfSums(table, choosing) ?? Apply("look-up", [.. table, index], 1);
    }

    private void MixColumns(ReadOnlySpan<int> factors, ReadOnlySpan<int> state, Span<int> result)
    {
        Span<int> mixed = stackalloc int[BlockBytes];
        mixed.Clear();
        for (var i = 0; i < BlockBytes; i++)
        {
            for (var row = 0; row < Rows; row++)
            {
                var factor = factors[(row + Rows - (i % Rows)) % Rows];
                for (var value = state[(i & -Rows) + row]; factor != 0; factor >>= 1, value = Double(value))
                    mixed[i] = (factor & 1) != 0 ? Sum(mixed[i], value) : mixed[i];
            }
        }

        mixed.CopyTo(result);
    }

    /// <summary>Times x in GF(2^8) of FIPS 197.</summary>
    private int Double(int value)
    {
        if (_doubles.TryGetValue(value, out var known))
            return known;
        const byte Reduction = 0x1B;
        Span<int> shifted = stackalloc int[1], top = stackalloc int[1];
        ReadOnlySpan<int> word = [value], reduction = [Reduction];
        ShiftLeft(word, 1, shifted);
        ShiftRightSigned(word, Bits - 1, top);
        And(top, reduction, top);
        return _doubles[value] = Sum(shifted[0], top[0]);
    }

    private int Sum(int first, int second)
    {
        if (first < NumberCount && second < NumberCount)
            return first ^ second;
        (first, second) = (Named(first), Named(second));
        var key = Pair.Of(first, second);
        if (_sums.TryGetValue(key, out var known))
            return Named(known);
        var (one, other) = (_terms[first], _terms[second]);
        var constant = (byte)(one.Constant ^ other.Constant);
        if (one.IsUniform && other.IsUniform)
            return _sums[key] = Recognize(new Term([Odd(one.Parts[0], other.Parts[0])], constant));
        var bits = new int[Bits][];
        for (var bit = 0; bit < Bits; bit++)
            bits[bit] = Odd(one.Bit(bit), other.Bit(bit));
        return _sums[key] = Recognize(Term.Of(bits, constant));
    }

    /// <summary>The bits that both of two unknown bytes have.</summary>
    private int Product(int first, int second)
    {
        (first, second) = (Named(first), Named(second));
        if (first == second)
            return first;
        var key = Pair.Of(first, second);
        if (_products.TryGetValue(key, out var known))
            return Named(known);
        var (one, other) = (_terms[first], _terms[second]);
        var product = Term.Of(
            [.. Enumerable.Range(0, Bits).Select(bit => OddProducts(bit))],
            (byte)(one.Constant & other.Constant));
        return _products[key] = Recognize(product);

        int[] OddProducts(int bit)
        {
            var products = new List<int>();
            AddProducts(products, one.Bit(bit), Constant(one, bit), other.Bit(bit), Constant(other, bit));
            return Odd(products);
        }

        static bool Constant(Term term, int bit) => ((term.Constant >> bit) & 1) != 0;
    }

    /// <summary>The products of two sums of bits, each of which may have a one, too. That of long ones is an unknown, but of those of one byte.</summary>
    private void AddProducts(List<int> products, int[] one, bool isOneInverse, int[] other, bool isOtherInverse)
    {
        int? owner = null;
        var pairs = one.Length * other.Length;
        if (pairs == 0 || (pairs <= MostProducts && (_sBoxes is null || (HasNoProducts(one) && HasNoProducts(other)))))
        {
            foreach (var bit in one)
            {
                foreach (var otherBit in other)
                    products.Add(ProductOfBits(bit, otherBit));
            }
        }
        else if (TryFunction(one, ref owner, out var function) && TryFunction(other, ref owner, out var otherFunction))
        {
            products.AddRange(PartsOf(owner!.Value, (function & otherFunction).Transform()));
        }
        else
        {
            int[] factors = [Intern(Term.OfBit(one)), Intern(Term.OfBit(other))];
            Array.Sort(factors);
            products.Add(Bits * AtomOf(Apply("product of sums", factors, 1)));
        }

        if (isOtherInverse)
            products.AddRange(one);
        if (isOneInverse)
            products.AddRange(other);

        // Where rounds are opened, what a right kernel does not come to would grow with each.
        bool HasNoProducts(int[] parts) => Array.TrueForAll(parts, part => OwnerOf(part) is not null);
    }

    /// <summary>The bit of an atom that is a product: of factors at the same place the bit at that place, of others bit 0.</summary>
    private int ProductOfBits(int one, int other)
    {
        if (one == other)
            return one;
        var key = Pair.Of(one, other);
        if (_productsOfBits.TryGetValue(key, out var known))
            return known;
        if (OwnerOf(one) is var (owner, places) && OwnerOf(other) is var (otherOwner, otherPlaces) && owner == otherOwner)
            return OwnProduct(owner, places | otherPlaces);
        int[] factors = [.. FactorsOf(one).Concat(FactorsOf(other)).Distinct().Order()];
        if (factors.Length == 1)
            return factors[0];
        var place = factors[0] % Bits;
        if (Array.TrueForAll(factors, factor => factor % Bits == place))
            factors = Array.ConvertAll(factors, factor => factor - place);
        else
            place = 0;
        var product = new Application("product", new(factors));
        if (!_applications.TryGetValue(product, out var atom))
        {
            _applications.Add(product, atom = _atoms.Count);
            _factors.Add(atom, factors);
            _atoms.Add(new(static () => "a product", atom, map => [ProductOf(factors, map)]));
        }

        return _productsOfBits[key] = (atom * Bits) + place;
    }

    /// <summary>The atom that stands for a product of bits, of other terms: all its bits, or bit 0.</summary>
    private int ProductOf(int[] factors, Func<int, int> map)
    {
        Span<int> shifted = stackalloc int[1];
        int? product = null;
        foreach (var factor in factors)
        {
            ShiftRight([map(TermOf(factor / Bits))], factor % Bits, shifted);
            product = product is { } other ? Product(other, shifted[0]) : shifted[0];
        }

        return product!.Value;
    }

    private IEnumerable<int> FactorsOf(int bit) =>
        _factors.TryGetValue(bit / Bits, out var factors) ? factors.Select(factor => factor + (bit % Bits))
        : OwnerOf(bit) is var (owner, places) ? Enumerable.Range(0, Bits).Where(place => ((places >> place) & 1) != 0).Select(place => (owner * Bits) + place) : [bit];

    /// <summary>The atom of which a bit is one, or the product of those that a number has; null of products of several atoms' bits.</summary>
    private (int Owner, int Places)? OwnerOf(int bit)
    {
        var atom = bit / Bits;
        return _atoms[atom] is { Owner: { } owner, First: var first } ? (owner, bit - (first * Bits)) : _factors.ContainsKey(atom) ? null : (atom, 1 << (bit % Bits));
    }

    /// <summary>The product of those bits of an atom that a number has.</summary>
    private int OwnProduct(int owner, int places) =>
        BitOperations.IsPow2(places) ? (owner * Bits) + BitOperations.Log2((uint)places) : (FirstOfOwnProducts(owner) * Bits) + places;

    private int FirstOfOwnProducts(int owner)
    {
        if (!_ownProducts.TryGetValue(owner, out var first))
        {
            _ownProducts.Add(owner, first = _atoms.Count);
            for (var i = 0; i < NumberCount / Bits; i++)
                _atoms.Add(new(() => $"products of {_atoms[owner].Name()}", first, map => OwnProducts(map(TermOf(owner)))) { Owner = owner });
        }

        return first;
    }

    /// <summary>All products of the bits of a term, at the places that have these bits.</summary>
    private int[] OwnProducts(int value)
    {
        var products = new (int[] Parts, bool Constant)[NumberCount];
        products[0] = ([], true);
        var bits = BitsOf([value]);
        for (var places = 1; places < products.Length; places++)
            products[places] = ProductOf(products[places & (places - 1)], bits[BitOperations.TrailingZeroCount(places)]);
        return [.. products.Chunk(Bits).Select(Intern)];
    }

    private (int[] Parts, bool Constant) ProductOf((int[] Parts, bool Constant) one, (int[] Parts, bool Constant) other)
    {
        var products = new List<int>();
        AddProducts(products, one.Parts, one.Constant, other.Parts, other.Constant);
        return (Odd(products), one.Constant && other.Constant);
    }

    private int Intern((int[] Parts, bool Constant)[] bits)
    {
        return Intern(Term.Of(Array.ConvertAll(bits, bit => bit.Parts), ConstantOf(Array.ConvertAll(bits, bit => bit.Constant))));
    }

    private static byte ConstantOf(bool[] bits) => (byte)bits.Index().Sum(bit => bit.Item ? 1 << bit.Index : 0);

    /// <summary>The values of a sum of bits, if all are products of one atom's, which is the given one if there is one.</summary>
    private bool TryFunction(int[] parts, ref int? atom, out ByteFunction values)
    {
        var coefficients = default(ByteFunction);
        values = default;
        foreach (var part in parts)
        {
            if (OwnerOf(part) is not var (owner, places) || owner != (atom ??= owner))
                return false;
            coefficients ^= ByteFunction.At(places);
        }

        values = coefficients.Transform();
        return true;
    }

    /// <summary>The products of an atom's bits that have a coefficient, in order.</summary>
    private int[] PartsOf(int atom, ByteFunction coefficients)
    {
        var first = FirstOfOwnProducts(atom) * Bits;
        var (parts, bits) = (new List<int>(), 0);
        foreach (var places in coefficients.Places())
        {
            if (BitOperations.IsPow2(places))
                parts.Insert(bits++, OwnProduct(atom, places));
            else if (places > 0)
                parts.Add(first + places);
        }

        return [.. parts];
    }

    /// <summary>What an index chooses from a table of numbers, if all its bits are functions of one atom.</summary>
    private int? OfOneByte(ReadOnlySpan<int> table, (int[] Parts, bool Constant)[] index)
    {
        int? atom = null;
        var values = new ByteFunction[index.Length];
        foreach (var (i, (parts, constant)) in index.Index())
        {
            if (!TryFunction(parts, ref atom, out var function))
                return null;
            values[i] = constant ? ~function : function;
        }

        if (!IsKnown(table))
            return null;
        var result = new ByteFunction[Bits];
        for (var place = 0; place < table.Length; place++)
        {
            var chosen = ~values[^1];
            for (var bit = 0; bit < values.Length - 1; bit++)
                chosen &= ((place >> bit) & 1) != 0 ? values[bit] : ~values[bit];
            for (var bit = 0; bit < Bits; bit++)
                result[bit] ^= ((table[place] >> bit) & 1) != 0 ? chosen : default;
        }

        int[][] bits = Array.ConvertAll(result, function => PartsOf(atom!.Value, function.Transform()));
        return Recognize(Term.Of(bits, ConstantOf(Array.ConvertAll(result, function => function[0]))));
    }

    /// <summary>What an index chooses from a table, if that is an XOR: of what no bit chooses, and for each bit of the index of what that bit adds.</summary>
    private int? OfSums(ReadOnlySpan<int> table, (int[] Parts, bool Constant)[] index)
    {
        foreach (var entry in table)
        {
            if (_terms[Named(entry)].Longest > MostOfEntry)
                return null;
        }

        Span<int> added = stackalloc int[1 << index.Length];
        added.Clear();
        table.CopyTo(added);
        for (var bit = 1; bit < added.Length; bit <<= 1)
        {
            for (var place = 0; place < added.Length; place++)
                added[place] = (place & bit) != 0 ? Sum(added[place], added[place ^ bit]) : added[place];
        }

        var result = added[0];
        for (var place = 1; place < added.Length; place++)
        {
            var isNeverAll = index.Index().Any(bit => ((place >> bit.Index) & 1) != 0 && bit.Item is { Parts: [], Constant: false });
            if (added[place] == 0 || isNeverAll)
                continue;
            if (!BitOperations.IsPow2(place))
                return null;
            result = Sum(result, Product(Intern([.. Enumerable.Repeat(index[BitOperations.Log2((uint)place)], Bits)]), added[place]));
        }

        return result;
    }

    /// <summary>
    /// The number of a term whose bits, where rounds are opened, are the S-box's if they are the polynomials that the S-box is, and those of a name if
    /// they are XORs of what it stands for.
    /// </summary>
    private int Recognize(Term term)
    {
        if (_sBoxes is null || term is { IsUniform: true, Longest: <= 1 })
            return Intern(term);
        var (bits, constant, isOther) = (new int[Bits][], (int)term.Constant, false);
        for (var bit = 0; bit < Bits; bit++)
        {
            var before = term.Bit(bit);
            var (parts, added) = WithSBoxes(before);
            if (_namedForms.Find(parts) is var (atom, mask))
                parts = BitsOf(atom, mask);
            else if (parts.Length > _mostParts || (parts.Length > MostOfBytes && parts.Count(part => OwnerOf(part) is not null) > MostOfBytes))
                parts = [LongSum(parts)];
            bits[bit] = parts;
            constant ^= added ? 1 << bit : 0;
            isOther |= parts != before;
        }

        return Intern(isOther ? Term.Of(bits, (byte)constant) : term);
    }

    /// <summary>The unknown bit that stands for a long sum.</summary>
    private int LongSum(int[] parts)
    {
        var key = new Sequence(parts);
        if (!_longSums.TryGetValue(key, out var id))
            _longSums.Add(key, id = FirstAtoms(1, _ => "a long sum", null));
        return Bits * AtomOf(id);
    }

    private (int[] Parts, bool Constant) WithSBoxes(int[] parts)
    {
        var (whole, constant) = (parts, false);
        for (var i = 0; i < whole.Length;)
        {
            // Parts are in order, so that products of one atom's bits follow one another.
            if (_atoms[whole[i] / Bits] is not { Owner: { } owner, First: var first })
            {
                i++;
                continue;
            }

            var products = default(ByteFunction);
            for (; i < whole.Length && whole[i] / Bits < first + (NumberCount / Bits); i++)
                products ^= ByteFunction.At(whole[i] - (first * Bits));
            if (_sBoxes!.Find(products) is not { } form)
                continue;
            var atom = AtomOf(Substitute(form.IsInverse, Intern(new Term([[owner]], form.Added))));
            parts = Odd(Odd(parts, PartsOf(owner, form.Linear ^ products)), BitsOf(atom, form.Mask));
            constant ^= form.Linear[0];
        }

        return (parts, constant);
    }

    /// <summary>Those bits of an atom that a number has.</summary>
    private static int[] BitsOf(int atom, int mask) => [.. Enumerable.Range(0, Bits).Where(place => ((mask >> place) & 1) != 0).Select(place => (atom * Bits) + place)];

    private int AtomOf(int id) => _terms[id].Parts[0][0];

    /// <summary>The bits of a term that a mask has.</summary>
    private int Choose(int value, byte mask)
    {
        if (value < NumberCount || mask is byte.MinValue or byte.MaxValue)
            return mask == byte.MaxValue ? value : value < NumberCount ? value & mask : 0;
        var term = _terms[Named(value)];
        return Intern(Term.Of([.. Enumerable.Range(0, Bits).Select(bit => ((mask >> bit) & 1) != 0 ? term.Bit(bit) : [])], (byte)(term.Constant & mask)));
    }

    /// <summary>Each bit of the result is that of the word at another place, or zero where there is none.</summary>
    private void Shift(ReadOnlySpan<int> word, Span<int> result, Func<int, int> place)
    {
        var bits = BitsOf(word);
        var shifted = new int[result.Length];
        for (var i = 0; i < result.Length; i++)
        {
            var constant = 0;
            var parts = new int[Bits][];
            for (var bit = 0; bit < Bits; bit++)
            {
                var from = place((i * Bits) + bit);
                var (atoms, one) = from >= 0 && from < bits.Length ? bits[from] : ([], false);
                parts[bit] = atoms;
                constant |= one ? 1 << bit : 0;
            }

            shifted[i] = Intern(Term.Of(parts, (byte)constant));
        }

        shifted.CopyTo(result);
    }

    private (int[] Atoms, bool Constant)[] BitsOf(ReadOnlySpan<int> word)
    {
        var bits = new (int[], bool)[word.Length * Bits];
        for (var i = 0; i < bits.Length; i++)
        {
            var term = _terms[Named(word[i / Bits])];
            bits[i] = (term.Bit(i % Bits), ((term.Constant >> (i % Bits)) & 1) != 0);
        }

        return bits;
    }

    /// <summary>So many new terms, for what is added up.</summary>
    private int[] Sums(int bytes, Func<string> name, Func<Func<int, int>, int[]>? again) =>
        [.. Enumerable.Range(FirstAtoms(bytes, i => $"{name()}[{i}]", again), bytes)];

    /// <summary>The first of the atoms that a function makes of terms, which are the same whenever it is applied to the same.</summary>
    private int Apply(string function, int[] arguments, int count)
    {
        var application = new Application(function, new(arguments));
        if (!_applications.TryGetValue(application, out var first))
        {
            _applications.Add(application, first = FirstAtoms(
                count,
                i => $"{function}({string.Join(", ", arguments.Take(4).Select(argument => "#" + argument))}...)[{i}]",
                map => [.. Enumerable.Range(Apply(function, Array.ConvertAll(arguments, one => map(one)), count), count)]));
        }

        return first;
    }

    /// <summary>New atoms, whose terms have numbers that follow one another.</summary>
    /// <param name="count">How many.</param>
    /// <param name="name">Of each.</param>
    /// <param name="again">Makes the same of other terms, or null if that cannot be done.</param>
    private int FirstAtoms(int count, Func<int, string> name, Func<Func<int, int>, int[]>? again)
    {
        var (first, firstAtom) = (_terms.Count, _atoms.Count);
        for (var i = 0; i < count; i++)
        {
            var index = i;
            Intern(new Term([[_atoms.Count]], 0));
            _atoms.Add(new(() => name(index), firstAtom, again));
        }

        return first;
    }

    /// <summary>The number of a term, or of the name that it was given.</summary>
    private int Intern(Term term)
    {
        if (!_ids.TryGetValue(term, out var id))
        {
            _ids.Add(term, id = _terms.Count);
            _terms.Add(term);
            if (term.Longest > _mostParts)
                GiveName(id, "a long term");
        }

        return Named(id);
    }

    private int TermOf(int atom) => Intern(new Term([[atom]], 0));

    /// <summary>What stands for a term, since it was given a name: the term itself, if it was not.</summary>
    public int Named(int id) => _names.GetValueOrDefault(id, id);

    /// <summary>What stands an odd number of times in a list, in order.</summary>
    private static int[] Odd(List<int> list)
    {
        list.Sort();
        var odd = CollectionsMarshal.AsSpan(list);
        var count = 0;
        foreach (var item in odd)
        {
            if (count > 0 && odd[count - 1] == item)
                count--;
            else
                odd[count++] = item;
        }

        return odd[..count].ToArray();
    }

    /// <summary>What stands in one of two lists, which are in order and have nothing twice.</summary>
    private static int[] Odd(int[] one, int[] other)
    {
        if (one.Length == 0 || other.Length == 0)
            return one.Length == 0 ? other : one;
        var odd = new int[one.Length + other.Length];
        var (count, i, k) = (0, 0, 0);
        while (i < one.Length && k < other.Length)
        {
            if (one[i] == other[k])
                (i, k) = (i + 1, k + 1);
            else
                odd[count++] = one[i] < other[k] ? one[i++] : other[k++];
        }

        one.AsSpan(i).CopyTo(odd.AsSpan(count));
        other.AsSpan(k).CopyTo(odd.AsSpan(count + one.Length - i));
        return odd[..(count + one.Length - i + other.Length - k)];
    }

    private static bool IsKnown(ReadOnlySpan<int> word) => !word.ContainsAnyExceptInRange(0, NumberCount - 1);

    private static bool IsZero(ReadOnlySpan<int> word) => !word.ContainsAnyExcept(0);

    private static void Copy(ReadOnlySpan<int> terms, Span<byte> numbers)
    {
        for (var i = 0; i < numbers.Length; i++)
            numbers[i] = (byte)terms[i];
    }

    private static void Copy(ReadOnlySpan<byte> numbers, Span<int> terms)
    {
        for (var i = 0; i < numbers.Length; i++)
            terms[i] = numbers[i];
    }

    /// <param name="Name">What messages call it.</param>
    /// <param name="First">The first of those that were made with it.</param>
    /// <param name="Again">Makes the same as these of other terms: of what the given function makes of each that they were made of.</param>
    private readonly record struct Atom(Func<string> Name, int First, Func<Func<int, int>, int[]>? Again)
    {
        /// <summary>The atom of whose bits its bits are products, if it was made for these.</summary>
        public int? Owner { get; init; }
    }

    /// <summary>Two numbers in order, as a key that is found quickly.</summary>
    private readonly record struct Pair(int Less, int Greater)
    {
        public static Pair Of(int one, int other) => one < other ? new(one, other) : new(other, one);

        public override int GetHashCode() => unchecked((Less * (int)0x9E3779B1) + Greater);
    }

    private sealed record Application(string Function, Sequence Arguments);

    /// <summary>
    /// A byte: atoms of which each bit is the XOR of the same bits; or, where bits have moved, for each bit the bits of atoms whose XOR it is.
    /// </summary>
    private sealed class Term(int[][] parts, byte constant) : IEquatable<Term>
    {
        private readonly int _hash = HashOf(parts, constant);

        public int[][] Parts => parts;

        public byte Constant => constant;

        public bool IsUniform => parts.Length == 1;

        public int Length(int bit) => IsUniform ? parts[0].Length : parts[bit].Length;

        /// <summary>Of how many bits, or products of bits, a bit is the XOR at most.</summary>
        public int Longest { get; } = LongestOf(parts);

        /// <summary>A byte whose lowest bit is the XOR of some bits, and whose others are zero.</summary>
        public static Term OfBit(int[] parts) => Of([parts, [], [], [], [], [], [], []], 0);

        /// <summary>In the first form if that is possible.</summary>
        public static Term Of(int[][] bits, byte constant)
        {
            var isUniform = true;
            for (var bit = 0; bit < Bits && isUniform; bit++)
            {
                isUniform = bits[bit].Length == bits[0].Length;
                for (var i = 0; i < bits[bit].Length && isUniform; i++)
                    isUniform = bits[bit][i] == bits[0][i] + bit && bits[0][i] % Bits == 0;
            }

            return isUniform ? new Term([Array.ConvertAll(bits[0], atom => atom / Bits)], constant) : new Term(bits, constant);
        }

        public int[] Bit(int bit) => IsUniform ? Array.ConvertAll(parts[0], atom => (atom * Bits) + bit) : parts[bit];

        public bool Equals(Term? other)
        {
            if (other is null || constant != other.Constant || parts.Length != other.Parts.Length)
                return false;
            for (var i = 0; i < parts.Length; i++)
            {
                if (!parts[i].AsSpan().SequenceEqual(other.Parts[i]))
                    return false;
            }

            return true;
        }

        public override bool Equals(object? obj) => Equals(obj as Term);

        public override int GetHashCode() => _hash;

        private static int LongestOf(int[][] parts)
        {
            var longest = 0;
            foreach (var part in parts)
                longest = Math.Max(longest, part.Length);
            return longest;
        }

        private static int HashOf(int[][] parts, byte constant)
        {
            var hash = default(HashCode);
            hash.Add(constant);
            foreach (var part in parts)
            {
                hash.Add(part.Length);
                hash.AddBytes(MemoryMarshal.AsBytes(part.AsSpan()));
            }

            return hash.ToHashCode();
        }
    }
}
