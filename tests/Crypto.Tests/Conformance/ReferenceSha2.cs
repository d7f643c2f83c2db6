using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Text;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>SHA-2 by the words of FIPS 180-4, each step on its own and every constant computed: sections 4 to 6.</summary>
internal sealed class ReferenceSha2
{
    private static readonly ReferenceSha2 s_words32 = new(32), s_words64 = new(64);
    private static readonly ConcurrentDictionary<string, ulong[]> s_initial = new();

    private readonly int _bits;
    private readonly ulong[] _constants;
    private readonly int[][] _rotations;

    private ReferenceSha2(int bits)
    {
        _bits = bits;
        _constants = [.. Primes(bits == 32 ? 64 : 80).Select(prime => Fraction(prime, degree: 3, bits))];

        // Of Sigma 0, Sigma 1, sigma 0 and sigma 1; the last of the last two is a shift.
        _rotations = bits == 32
            ? [[2, 13, 22], [6, 11, 25], [7, 18, 3], [17, 19, 10]]
            : [[28, 34, 39], [14, 18, 41], [1, 8, 7], [19, 61, 6]];
    }

    private ulong Mask => ulong.MaxValue >> (64 - _bits);

    private int BlockBytes => 2 * _bits;

    /// <param name="name">Such as <c>SHA-224</c> or <c>SHA-512/256</c>.</param>
    /// <param name="message">The message.</param>
    public static byte[] Digest(string name, byte[] message)
    {
        var sha = name is "SHA-224" or "SHA-256" ? s_words32 : s_words64;
        return sha.Hash(s_initial.GetOrAdd(name, sha.Initial), message)[..(int.Parse(name.Split('-', '/')[^1]) / 8)];
    }

    private ulong[] Initial(string name) => name switch
    {
        "SHA-256" or "SHA-512" => [.. Primes(8).Select(prime => Fraction(prime, degree: 2, _bits))],
        "SHA-384" => [.. Primes(16).Skip(8).Select(prime => Fraction(prime, degree: 2, 64))],
        "SHA-224" => [.. Primes(16).Skip(8).Select(prime => Fraction(prime, degree: 2, 64) & Mask)],

        // Section 5.3.6: SHA-512 of the name, from another beginning.
        _ => Words(Hash([.. Initial("SHA-512").Select(word => word ^ 0xa5a5a5a5a5a5a5a5)], Encoding.ASCII.GetBytes(name))),
    };

    private byte[] Hash(ulong[] state, byte[] message)
    {
        var padded = new byte[(message.Length + 1 + (_bits / 4) + BlockBytes - 1) / BlockBytes * BlockBytes];
        message.CopyTo(padded, 0);
        padded[message.Length] = 0x80;
        for (var (i, left) = (padded.Length, 8L * message.Length); left > 0; left >>= 8)
            padded[--i] = (byte)left;
        for (var block = 0; block < padded.Length; block += BlockBytes)
            state = Compress(state, Words(padded[block..(block + BlockBytes)]));
        return [.. state.SelectMany(Bytes)];
    }

    private ulong[] Compress(ulong[] state, ulong[] block)
    {
        var words = new ulong[_constants.Length];
        block.CopyTo(words, 0);
        for (var t = 16; t < words.Length; t++)
            words[t] = (Small(3, words[t - 2]) + words[t - 7] + Small(2, words[t - 15]) + words[t - 16]) & Mask;
        var (a, b, c, d, e, f, g, h) = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7]);
        for (var t = 0; t < words.Length; t++)
        {
            var first = h + Large(1, e) + ((e & f) ^ (~e & g)) + _constants[t] + words[t];
            var second = Large(0, a) + ((a & b) ^ (a & c) ^ (b & c));
            (h, g, f, e, d, c, b, a) = (g, f, e, (d + first) & Mask, c, b, a, (first + second) & Mask);
        }

        return [.. state.Zip([a, b, c, d, e, f, g, h], (one, other) => (one + other) & Mask)];
    }

    private ulong Large(int which, ulong x) => Rotate(x, _rotations[which][0]) ^ Rotate(x, _rotations[which][1]) ^ Rotate(x, _rotations[which][2]);

    private ulong Small(int which, ulong x) => Rotate(x, _rotations[which][0]) ^ Rotate(x, _rotations[which][1]) ^ (x >> _rotations[which][2]);

    private ulong Rotate(ulong x, int bits) => ((x >> bits) | (x << (_bits - bits))) & Mask;

    private ulong[] Words(byte[] bytes)
    {
        var words = new ulong[bytes.Length * 8 / _bits];
        for (var i = 0; i < bytes.Length; i++)
            words[i * 8 / _bits] = (words[i * 8 / _bits] << 8) | bytes[i];
        return words;
    }

    private IEnumerable<byte> Bytes(ulong word) => Enumerable.Range(1, _bits / 8).Select(i => (byte)(word >> (_bits - (8 * i))));

    /// <summary>The first bits of the fractional part of a root.</summary>
    private static ulong Fraction(int prime, int degree, int bits)
    {
        var scaled = (BigInteger)prime << (degree * bits);
        var root = BigInteger.Zero;
        for (var bit = bits + 8; bit >= 0; bit--)
            if (BigInteger.Pow(root + (BigInteger.One << bit), degree) <= scaled)
                root += BigInteger.One << bit;
        return (ulong)(root & ((BigInteger.One << bits) - 1));
    }

    private static IEnumerable<int> Primes(int count) =>
        Enumerable.Range(2, 500).Where(number => !Enumerable.Range(2, number - 2).Any(divisor => number % divisor == 0)).Take(count);
}
