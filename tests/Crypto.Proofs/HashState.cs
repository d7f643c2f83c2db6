using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;

namespace ManagedCrypto.Proofs;

/// <summary>
/// Any <c>Poly1305State</c> that there can be, and what is demanded of it. At the end of each round of the main loop the hash of the text so far is in
/// its place, modulo the prime and in its bounds; from there on it is any such hash.
/// </summary>
internal sealed class HashState
{
    public const string AfterRounds = "hash after rounds";

    /// <summary>Bytes of the unknowns that a hash has after a round, at most: five limbs of eight lanes.</summary>
    public const int MostBytes = 5 * 8 * WordBytes;

    /// <summary>The most that the hash's third word is: it is less than 2^131.</summary>
    public const int MostOfHash = 7;

    private const int WordBytes = HashPlace.WordBytes, Words = 3;

    private readonly Terms _terms;
    private readonly Proof _proof;
    private readonly int[] _key, _hash, _text;
    private readonly int _roundBytes;
    private readonly Polynomial _r;
    private ulong _address;
    private Polynomial _soFar;
    private int _rounds;

    /// <param name="terms">Of the proof.</param>
    /// <param name="proof">The proof.</param>
    /// <param name="text">What is hashed, whole blocks.</param>
    /// <param name="roundBytes">Bytes of it in a round.</param>
    public HashState(Terms terms, Proof proof, int[] text, int roundBytes)
    {
        (_terms, _proof, _text, _roundBytes) = (terms, proof, text, roundBytes);
        int[] r = terms.And(terms.Unknowns("r", Poly1305Specification.BlockBytes), [.. Poly1305Specification.Clamp.Select(mask => (int)mask)]);
        _key = [.. r, .. terms.Unknowns("s", Poly1305Specification.BlockBytes)];
        _hash = [.. terms.Unknowns("hash", Words * WordBytes).Chunk(WordBytes).Zip(HashPlace.MostOfWords(MostOfHash), (word, most) => terms.And(word, terms.Word(most, WordBytes))).SelectMany(word => word)];
        _r = terms.Integers.Short(HashPlace.Sum(terms.Integers, r), most: 1);
        _soFar = HashPlace.Sum(terms.Integers, _hash);
    }

    /// <summary>The key and the hash, to be put somewhere.</summary>
    public int[] Bytes => [.. _key, .. _hash];

    /// <summary>The words of the hash in a state.</summary>
    public static HashPlace InState(Proof proof, ulong address) => new(proof, address + (2 * Poly1305Specification.BlockBytes), MostOfHash);

    /// <summary>Looks at the hash at the end of each round of a routine.</summary>
    /// <param name="routine">The routine.</param>
    /// <param name="address">Where the state was put.</param>
    /// <param name="place">Where the routine has the hash then; null if nobody knows, and no round is looked at.</param>
    public void Follow(Routine routine, ulong address, HashPlace? place)
    {
        _address = address;
        routine.AtRoundEnd = place is null ? null : (general, _) => AtRoundEnd(general, place);
    }

    /// <summary>Demands the hash of the text, modulo the prime and in its bounds, and that the key is as it was.</summary>
    /// <param name="what">After what.</param>
    /// <param name="place">Where the hash is then, or null if it is in the state.</param>
    public void Demand(string what, HashPlace? place = null)
    {
        _proof.Demand($"the key after {what}", _address, _key);
        DemandHash($"after {what}", place ?? InState(_proof, _address), [], _text.Length);
    }

    private void AtRoundEnd(Span<int> general, HashPlace place)
    {
        DemandHash($"in round {_rounds}", place, general, (_rounds + 1) * _roundBytes);
        var any = _terms.Unknowns(AfterRounds, (_rounds + 1) * MostBytes)[(_rounds * MostBytes)..];
        int[][] words = [.. any.Chunk(WordBytes).Zip(place.Most, (word, most) => _terms.And(word, _terms.Word(most, WordBytes)))];
        place.Write(general, words);
        _rounds++;
        _soFar = place.Number(_terms.Integers, words);
    }

    /// <summary>Demands the hash of so many bytes of the text.</summary>
    private void DemandHash(string when, HashPlace place, ReadOnlySpan<int> general, int bytes)
    {
        if (bytes > _text.Length)
            throw new InvalidOperationException($"{when} there is no more text");
        var (integers, words) = (_terms.Integers, place.Read(general));
        var blocks = _text[(_rounds * _roundBytes)..bytes].Chunk(Poly1305Specification.BlockBytes).Select(block => HashPlace.Sum(integers, block) + Polynomial.Of(Poly1305Specification.End));
        if (!integers.AreEqual(place.Number(integers, words), Poly1305Specification.Hash(_soFar, _r, blocks)))
            throw new InvalidOperationException($"the hash {when} is another modulo the prime");
        foreach (var (word, most) in words.Zip(place.Most))
        {
            if (integers.Of(word).Most > most)
                throw new InvalidOperationException($"the hash {when} may have more than its bits");
        }
    }
}

/// <summary>Where a hash of Poly1305 is: words whose sum it is, each times a number.</summary>
internal sealed class HashPlace
{
    public const int WordBytes = 8;

    private const int Words = 3, LimbBits = 26, Limbs = 5, MostOfLimb = (1 << (LimbBits + 1)) - 1;

    private readonly Proof? _proof;
    private readonly ulong _address;
    private readonly int[] _registers = [];

    /// <summary>In lanes, the address of the power that each is multiplied by in the end.</summary>
    private readonly ulong? _powers;

    /// <summary>In general registers: three words, and maybe one that is still to be added to the lowest.</summary>
    public HashPlace(int[] registers, ulong mostOfThird) =>
        (_registers, Most) = (registers, [.. MostOfWords(mostOfThird), .. Enumerable.Repeat(ulong.MaxValue, registers.Length - Words)]);

    /// <summary>In three words of memory.</summary>
    public HashPlace(Proof proof, ulong address, ulong mostOfThird) => (_proof, _address, Most) = (proof, address, MostOfWords(mostOfThird));

    /// <summary>In lanes of five limbs in memory, the first limbs of all lanes first, which are multiplied by powers that lie likewise.</summary>
    public HashPlace(Proof proof, ulong address, int lanes, ulong powers) =>
        (_proof, _address, _powers, Most) = (proof, address, powers, [.. Enumerable.Repeat((ulong)MostOfLimb, lanes * Limbs)]);

    /// <summary>The most that each word is: all its bits that may be set.</summary>
    public ulong[] Most { get; }

    public static ulong[] MostOfWords(ulong mostOfThird) => [ulong.MaxValue, ulong.MaxValue, mostOfThird];

    /// <summary>The sum of words, the lowest first.</summary>
    public static Polynomial Sum(Integers integers, int[] bytes) => Sum(integers, bytes.Chunk(WordBytes), 8 * WordBytes);

    public int[][] Read(ReadOnlySpan<int> general)
    {
        if (_proof is not null)
            return [.. _proof.Read(_address, Most.Length * WordBytes).Chunk(WordBytes)];
        var words = new int[_registers.Length][];
        for (var i = 0; i < words.Length; i++)
            words[i] = general.Slice(_registers[i] * WordBytes, WordBytes).ToArray();
        return words;
    }

    public void Write(Span<int> general, int[][] words)
    {
        _proof?.Write(_address, [.. words.SelectMany(word => word)]);
        foreach (var (register, word) in _registers.Zip(words))
            word.CopyTo(general.Slice(register * WordBytes, WordBytes));
    }

    /// <summary>What words are together, modulo the prime.</summary>
    public Polynomial Number(Integers integers, int[][] words)
    {
        if (_powers is not { } address)
            return Sum(integers, words[..Words], 8 * WordBytes) + Sum(integers, words[Words..], 0);
        var lanes = words.Length / Limbs;
        int[][] powers = [.. _proof!.Read(address, words.Length * WordBytes).Chunk(WordBytes)];
        return Enumerable.Range(0, lanes).Aggregate(Polynomial.Of(0), (sum, lane) => sum + (integers.Short(Lane(words, lane), most: 1) * integers.Short(Lane(powers, lane), most: 1)));

        Polynomial Lane(int[][] vectors, int lane) => Sum(integers, Enumerable.Range(0, Limbs).Select(limb => vectors[(limb * lanes) + lane]), LimbBits);
    }

    private static Polynomial Sum(Integers integers, IEnumerable<int[]> words, int bits) => words.Index()
        .Aggregate(Polynomial.Of(0), (sum, word) => sum + integers.Of(word.Item).Polynomial.Times(BigInteger.One << (word.Index * bits)));
}
