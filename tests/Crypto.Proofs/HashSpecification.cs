using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>
/// The compression functions of SHA-1, SHA-256 and SHA-512 (FIPS 180-4, section 6), Keccak-f[1600] (FIPS 202, section 3), and the iterations of
/// PBKDF2 (RFC 8018, section 5.2), as the standards have them, on numbers or on terms. Words are bytes, the lowest first.
/// </summary>
/// <param name="values">What can be done with bytes.</param>
/// <param name="name">Lets short terms stand for the state of Keccak between two steps, if those are terms.</param>
internal sealed class HashSpecification<T, TValues>(TValues values, Func<T[], T[]>? name = null)
    where T : unmanaged
    where TValues : IValues<T>
{
    private const int Bits = 8, KeccakSide = 5, KeccakRounds = 24, KeccakLaneBytes = 8;

    /// <summary>Compresses a block into a chaining value.</summary>
    public delegate T[] Function(T[] chain, T[] block);

    /// <summary>By the beginnings of the kernels' names.</summary>
    public IReadOnlyDictionary<string, Function> Functions => new Dictionary<string, Function>
    {
        ["Sha1"] = CompressSha1,
        ["Sha256"] = (chain, block) => CompressSha2(chain, block, 4, 64, [2, 13, 22], [6, 11, 25], [7, 18, 3], [17, 19, 10]),
        ["Sha512"] = (chain, block) => CompressSha2(chain, block, 8, 80, [28, 34, 39], [14, 18, 41], [1, 8, 7], [19, 61, 6]),
        ["Keccak"] = (state, block) => Keccak([.. values.Xor(state[..block.Length], block), .. state[block.Length..]]),
    };

    /// <summary>An iteration of PBKDF2 of which the padded keys are compressed already: the HMAC of what is in a last block, as words.</summary>
    public T[] Hmac(Function compress, T[] inner, T[] outer, T[] block, int digestBytes, int wordBytes)
    {
        var digest = compress(inner, block)[..digestBytes];
        return compress(outer, PaddedBlock(digest, wordBytes, block.Length))[..digestBytes];
    }

    /// <summary>The last block of a padded key and a digest, given as words: the digest, a one, zeros, and the length of both in bits.</summary>
    public T[] PaddedBlock(T[] digest, int wordBytes, int blockBytes)
    {
        var block = values.Zeros(blockBytes);
        Reversed(digest, wordBytes).CopyTo(block, 0);
        block[digest.Length] = values.Of(0x80);
        var bits = Bits * (blockBytes + digest.Length);
        block[^1] = values.Of((byte)bits);
        block[^2] = values.Of((byte)(bits >> Bits));
        return block;
    }

    /// <summary>Words from the order of a message's bytes to the machine's, or back.</summary>
    public static T[] Reversed(T[] bytes, int wordBytes) => [.. bytes.Chunk(wordBytes).SelectMany(word => word.Reverse())];

    /// <summary>Section 6.1.2.</summary>
    private T[] CompressSha1(T[] chain, T[] block)
    {
        const int WordBytes = 4, Rounds = 80;
        uint[] constants = [0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6];
        var w = Reversed(block, WordBytes).Chunk(WordBytes).ToList();
        while (w.Count < Rounds)
            w.Add(values.RotateLeft(values.Xor(values.Xor(w[^3], w[^8]), values.Xor(w[^14], w[^16])), 1));
        var before = chain.Chunk(WordBytes).ToArray();
        var (a, b, c, d, e) = (before[0], before[1], before[2], before[3], before[4]);
        for (var t = 0; t < Rounds; t++)
        {
            var f = (t / 20) switch
            {
                0 => Choose(b, c, d),
                2 => Majority(b, c, d),
                _ => values.Xor(values.Xor(b, c), d),
            };
            var next = values.Add(values.RotateLeft(a, 5), f, e, values.Word(constants[t / 20], WordBytes), w[t]);
            (a, b, c, d, e) = (next, a, values.RotateLeft(b, 30), c, d);
        }

        return Sums(before, [a, b, c, d, e]);
    }

    /// <summary>Sections 6.2.2 and 6.4.2. Of each small sigma, the last number is that of a shift.</summary>
    private T[] CompressSha2(T[] chain, T[] block, int wordBytes, int rounds, int[] sum0, int[] sum1, int[] sigma0, int[] sigma1)
    {
        var w = Reversed(block, wordBytes).Chunk(wordBytes).ToList();
        while (w.Count < rounds)
            w.Add(values.Add(Sigma(w[^2], sigma1), w[^7], Sigma(w[^15], sigma0), w[^16]));
        var before = chain.Chunk(wordBytes).ToArray();
        var (a, b, c, d, e, f, g, h) = (before[0], before[1], before[2], before[3], before[4], before[5], before[6], before[7]);
        var constants = RootsOfPrimes(rounds, Bits * wordBytes);
        for (var t = 0; t < rounds; t++)
        {
            var one = values.Add(h, Rotations(e, sum1), Choose(e, f, g), values.Word(constants[t], wordBytes), w[t]);
            var two = values.Add(Rotations(a, sum0), Majority(a, b, c));
            (a, b, c, d, e, f, g, h) = (values.Add(one, two), a, b, c, values.Add(d, one), e, f, g);
        }

        return Sums(before, [a, b, c, d, e, f, g, h]);
    }

    /// <summary>Sections 3.2 and 3.3 of FIPS 202. Lane (x, y) is the word x + 5y.</summary>
    private T[] Keccak(T[] state)
    {
        var a = state.Chunk(KeccakLaneBytes).ToArray();
        var constants = RoundConstants();
        for (var round = 0; round < KeccakRounds; round++)
        {
            // Theta.
            T[][] columns =
            [
                .. Enumerable.Range(0, KeccakSide).Select(x =>
                    Enumerable.Range(1, KeccakSide - 1).Aggregate(a[x], (sum, y) => values.Xor(sum, a[x + (KeccakSide * y)]))),
            ];
            a = [.. a.Select((lane, i) => values.Xor(lane, values.Xor(columns[(i + 4) % KeccakSide], values.RotateLeft(columns[(i + 1) % KeccakSide], 1))))];

            // Rho and pi.
            var moved = new T[a.Length][];
            moved[0] = a[0];
            for (var (t, x, y) = (0, 1, 0); t < a.Length - 1; t++)
            {
                var lane = values.RotateLeft(a[x + (KeccakSide * y)], (t + 1) * (t + 2) / 2 % 64);
                (x, y) = (y, ((2 * x) + (3 * y)) % KeccakSide);
                moved[x + (KeccakSide * y)] = lane;
            }

            // Chi and iota.
            moved = [.. moved.Select(lane => name?.Invoke(lane) ?? lane)];
            a = [.. moved.Select((lane, i) => values.Xor(lane, values.And(Not(InRow(i, 1)), InRow(i, 2))))];
            a[0] = values.Xor(a[0], values.Word(constants[round], KeccakLaneBytes));

            T[] InRow(int i, int further) => moved[i - (i % KeccakSide) + ((i + further) % KeccakSide)];
        }

        return [.. a.SelectMany(lane => lane)];
    }

    /// <summary>Section 3.2.5 of FIPS 202: bits of a shift register, at the places 2^j - 1.</summary>
    private static ulong[] RoundConstants()
    {
        var constants = new ulong[KeccakRounds];
        var register = 1;
        for (var i = 0; i < 7 * KeccakRounds; i++)
        {
            constants[i / 7] |= (ulong)(register & 1) << ((1 << (i % 7)) - 1);
            register <<= 1;
            register ^= (register >> 8) * 0x171;
        }

        return constants;
    }

    /// <summary>Section 4.2: the first bits of the fractional parts of the cube roots of the first primes.</summary>
    private static ulong[] RootsOfPrimes(int count, int bits)
    {
        var primes = Enumerable.Range(2, 1000).Where(number => Enumerable.Range(2, number - 2).All(factor => number % factor != 0));
        return [.. primes.Take(count).Select(prime => (ulong)(CubeRoot((BigInteger)prime << (3 * bits)) & ((BigInteger.One << bits) - 1)))];

        static BigInteger CubeRoot(BigInteger number)
        {
            var root = BigInteger.Zero;
            for (var bit = BigInteger.One << 80; bit > 0; bit >>= 1)
            {
                if (BigInteger.Pow(root | bit, 3) <= number)
                    root |= bit;
            }

            return root;
        }
    }

    private T[] Sums(T[][] chain, T[][] variables) => [.. chain.Zip(variables, (before, after) => values.Add(before, after)).SelectMany(word => word)];

    private T[] Choose(T[] x, T[] y, T[] z) => values.Xor(values.And(x, y), values.And(Not(x), z));

    private T[] Majority(T[] x, T[] y, T[] z) => values.Xor(values.Xor(values.And(x, y), values.And(x, z)), values.And(y, z));

    /// <summary>Three rotations to the right.</summary>
    private T[] Rotations(T[] word, int[] bits) => values.Xor(values.Xor(RotateRight(word, bits[0]), RotateRight(word, bits[1])), RotateRight(word, bits[2]));

    /// <summary>Two rotations to the right, and a shift.</summary>
    private T[] Sigma(T[] word, int[] bits)
    {
        var shifted = new T[word.Length];
        values.ShiftRight(word, bits[2], shifted);
        return values.Xor(values.Xor(RotateRight(word, bits[0]), RotateRight(word, bits[1])), shifted);
    }

    private T[] RotateRight(T[] word, int bits) => values.RotateLeft(word, (Bits * word.Length) - bits);

    private T[] Not(T[] word) => values.Xor(word, values.Word(ulong.MaxValue, word.Length));
}
