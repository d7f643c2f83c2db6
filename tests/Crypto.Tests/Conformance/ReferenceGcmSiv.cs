using System;
using System.Buffers.Binary;
using System.Linq;
using System.Security.Cryptography;
using Framework = System.Security.Cryptography.Aes;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>AES-GCM-SIV by the words of RFC 8452, over the framework's AES, with GHASH by its definition.</summary>
internal sealed class ReferenceGcmSiv(byte[] key)
{
    private const int Block = 16;

    public void Encrypt(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag,
        ReadOnlySpan<byte> associatedData = default)
    {
        var (text, expected) = Run(key, nonce.ToArray(), associatedData.ToArray(), plaintext.ToArray());
        text.CopyTo(ciphertext);
        expected.CopyTo(tag);
    }

    /// <summary>Section 4, and section 5 if there is a tag to open with: the text encrypted or decrypted, and the tag that it has.</summary>
    public static (byte[] Text, byte[] Tag) Run(byte[] key, byte[] nonce, byte[] associatedData, byte[] source, byte[]? given = null)
    {
        using var generator = OracleAes.Create();
        generator.Key = key;
        var derived = Enumerable.Range(0, key.Length == 32 ? 6 : 4).SelectMany(i => Derive(generator, i, nonce)).ToArray();
        using var aes = OracleAes.Create();
        aes.Key = derived.Skip(Block).ToArray();

        var opened = given is null ? null : Ctr(aes, First(given), source);
        var plaintext = opened ?? source;
        var lengths = new byte[Block];
        BinaryPrimitives.WriteUInt64LittleEndian(lengths, (ulong)associatedData.Length * 8);
        BinaryPrimitives.WriteUInt64LittleEndian(lengths.AsSpan(8), (ulong)plaintext.Length * 8);
        var hash = Polyval(derived.Take(Block).ToArray(), new byte[Block], [.. Padded(associatedData), .. Padded(plaintext), .. lengths]);
        for (var i = 0; i < nonce.Length; i++)
            hash[i] ^= nonce[i];
        hash[Block - 1] &= 0x7F;
        var tag = aes.EncryptEcb(hash, PaddingMode.None);
        return (opened ?? Ctr(aes, First(tag), source), tag);
    }

    /// <summary>Section 4: the counter is little-endian, in the first four bytes.</summary>
    public static byte[] Ctr(Framework aes, byte[] first, byte[] text)
    {
        var counters = Enumerable.Range(0, (text.Length + Block - 1) / Block).SelectMany(i => Counter(first, i)).ToArray();
        return aes.EncryptEcb(counters, PaddingMode.None).Zip(text, (key, plain) => (byte)(key ^ plain)).ToArray();
    }

    /// <summary>A counter block some blocks on.</summary>
    public static byte[] Counter(byte[] first, int blocks)
    {
        var counter = (byte[])first.Clone();
        BinaryPrimitives.WriteUInt32LittleEndian(counter, BinaryPrimitives.ReadUInt32LittleEndian(first) + (uint)blocks);
        return counter;
    }

    /// <summary>Absorbs data into an accumulator, a last block padded with zeros: POLYVAL by GHASH, as appendix A has it.</summary>
    public static byte[] Polyval(byte[] subkey, byte[] accumulator, byte[] data)
    {
        // mulX_GHASH: bits are in the order of GHASH, x^0 in the highest of the first byte.
        var h = Reversed(subkey);
        var product = new byte[Block];
        for (var i = 0; i < Block; i++)
            product[i] = (byte)((h[i] >> 1) | (i > 0 ? h[i - 1] << 7 : 0));
        if ((h[Block - 1] & 1) != 0)
            product[0] ^= 0xE1;
        var padded = Padded(data);
        var reversed = Enumerable.Range(0, padded.Length).Select(i => padded[(i / Block * Block) + Block - 1 - (i % Block)]).ToArray();
        return Reversed(GcmReference.Ghash(product, Reversed(accumulator), reversed));
    }

    private static byte[] Derive(Framework generator, int number, byte[] nonce) =>
        generator.EncryptEcb([(byte)number, 0, 0, 0, .. nonce], PaddingMode.None).Take(8).ToArray();

    private static byte[] First(byte[] tag) => [.. tag.Take(Block - 1), (byte)(tag[Block - 1] | 0x80)];

    private static byte[] Padded(byte[] bytes) => [.. bytes, .. new byte[-bytes.Length & (Block - 1)]];

    private static byte[] Reversed(byte[] block) => [.. Enumerable.Reverse(block)];
}
