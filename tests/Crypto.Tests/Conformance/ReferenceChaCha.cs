using System;
using System.Buffers.Binary;
using System.Linq;
using System.Numerics;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>ChaCha20, Poly1305 and their AEAD by the words of RFC 8439, and XChaCha by those of draft-irtf-cfrg-xchacha.</summary>
internal static class ReferenceChaCha
{
    private static readonly BigInteger s_prime = BigInteger.Pow(2, 130) - 5;

    /// <summary>The AEAD with a nonce of 12 or 24 bytes: section 2.8, or the draft's section 2.3.</summary>
    public static void Encrypt(
        byte[] key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag,
        ReadOnlySpan<byte> associatedData = default)
    {
        var (text, expected) = Run(key, nonce.ToArray(), associatedData.ToArray(), plaintext.ToArray(), opens: false);
        text.CopyTo(ciphertext);
        expected.CopyTo(tag);
    }

    /// <summary>The text encrypted or decrypted, and the tag that it has.</summary>
    public static (byte[] Text, byte[] Tag) Run(byte[] key, byte[] nonce, byte[] associatedData, byte[] source, bool opens)
    {
        if (nonce.Length == 24)
            return Run(DeriveSubkey(key, nonce), [0, 0, 0, 0, .. nonce.Skip(16)], associatedData, source, opens);
        var text = Transform(key, 1, nonce, source);
        var lengths = new byte[16];
        BinaryPrimitives.WriteUInt64LittleEndian(lengths, (ulong)associatedData.Length);
        BinaryPrimitives.WriteUInt64LittleEndian(lengths.AsSpan(8), (ulong)source.Length);
        byte[] hashKey = [.. Block(key, 0, nonce).Take(32)];
        return (text, Poly1305(hashKey, [.. Padded(associatedData), .. Padded(opens ? source : text), .. lengths]));
    }

    /// <summary>Section 2.4.</summary>
    public static byte[] Transform(byte[] key, uint counter, byte[] nonce, byte[] text)
    {
        var output = new byte[text.Length];
        for (var i = 0; i < text.Length; i += 64, counter++)
        {
            var keystream = Block(key, counter, nonce);
            for (var j = i; j < Math.Min(text.Length, i + 64); j++)
                output[j] = (byte)(text[j] ^ keystream[j - i]);
        }

        return output;
    }

    /// <summary>Section 2.3.</summary>
    public static byte[] Block(byte[] key, uint counter, byte[] nonce)
    {
        var state = State(key, counter, nonce);
        return Bytes([.. Rounds(state).Zip(state, (word, first) => word + first)]);
    }

    /// <summary>HChaCha20, section 2.2 of the draft.</summary>
    public static byte[] DeriveSubkey(byte[] key, byte[] nonce)
    {
        var words = Rounds(State(key, Words(nonce)[0], [.. nonce.Skip(4).Take(12)]));
        return Bytes([.. words.Take(4), .. words.Skip(12)]);
    }

    /// <summary>Section 2.5.</summary>
    public static byte[] Poly1305(byte[] key, byte[] message)
    {
        byte[] clamp = [255, 255, 255, 15, 252, 255, 255, 15, 252, 255, 255, 15, 252, 255, 255, 15];
        var r = Number([.. key.Take(16).Zip(clamp, (left, right) => (byte)(left & right))]);
        var hash = BigInteger.Zero;
        for (var i = 0; i < message.Length; i += 16)
            hash = (hash + Number([.. message.Skip(i).Take(16), 1])) * r % s_prime;
        return [.. (hash + Number([.. key.Skip(16)])).ToByteArray().Concat(new byte[16]).Take(16)];
    }

    /// <summary>Little-endian, and never negative.</summary>
    private static BigInteger Number(byte[] bytes) => new([.. bytes, 0]);

    private static byte[] Padded(byte[] bytes) => [.. bytes, .. new byte[-bytes.Length & 15]];

    private static uint[] State(byte[] key, uint counter, byte[] nonce) =>
        [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, .. Words(key), counter, .. Words(nonce)];

    private static uint[] Words(byte[] bytes) =>
        [.. Enumerable.Range(0, bytes.Length / 4).Select(i => BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(4 * i)))];

    private static byte[] Bytes(uint[] words) =>
        [.. words.SelectMany(word => Enumerable.Range(0, 4).Select(i => (byte)(word >> (8 * i))))];

    private static uint[] Rounds(uint[] state)
    {
        var words = (uint[])state.Clone();
        for (var i = 0; i < 10; i++)
        {
            for (var column = 0; column < 4; column++)
                QuarterRound(words, column, column + 4, column + 8, column + 12);
            for (var diagonal = 0; diagonal < 4; diagonal++)
                QuarterRound(words, diagonal, 4 + ((diagonal + 1) % 4), 8 + ((diagonal + 2) % 4), 12 + ((diagonal + 3) % 4));
        }

        return words;
    }

    private static void QuarterRound(uint[] words, int a, int b, int c, int d)
    {
        Step(a, b, d, 16);
        Step(c, d, b, 12);
        Step(a, b, d, 8);
        Step(c, d, b, 7);

        void Step(int sum, int addend, int rotated, int bits)
        {
            words[sum] += words[addend];
            var word = words[rotated] ^ words[sum];
            words[rotated] = (word << bits) | (word >> (32 - bits));
        }
    }
}
