using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using FrameworkAes = System.Security.Cryptography.Aes;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// GHASH and GCM bit by bit as SP 800-38D defines them, over the framework's AES: for what the framework's own GCM cannot be
/// asked, such as any J0 and any lengths block.
/// </summary>
internal static class GcmReference
{
    /// <summary>Absorbs data into an accumulator, a last block padded with zeros (section 6.4).</summary>
    public static byte[] Ghash(byte[] subkey, byte[] accumulator, ReadOnlySpan<byte> data)
    {
        var hash = (byte[])accumulator.Clone();
        for (var i = 0; i < data.Length; i += 16)
        {
            for (var j = i; j < Math.Min(i + 16, data.Length); j++)
                hash[j - i] ^= data[j];
            hash = Multiply(hash, subkey);
        }

        return hash;
    }

    /// <summary>The product of two blocks (section 6.3, algorithm 1).</summary>
    public static unsafe byte[] Multiply(byte[] x, byte[] y)
    {
        ulong high, low, sumHigh = 0, sumLow = 0;
        fixed (byte* words = y)
        {
            high = BigEndian.Read64(words);
            low = BigEndian.Read64(words + 8);
        }

        for (var i = 0; i < 128; i++)
        {
            // Masks, since a branch on random bits would take most of the time.
            var taken = 0UL - (ulong)(x[i / 8] >> (7 - (i % 8)) & 1);
            sumHigh ^= high & taken;
            sumLow ^= low & taken;
            var reduction = (0UL - (low & 1)) & (0xE1UL << 56);
            low = (low >> 1) | (high << 63);
            high = (high >> 1) ^ reduction;
        }

        var product = new byte[16];
        fixed (byte* words = product)
        {
            BigEndian.Write64(words, sumHigh);
            BigEndian.Write64(words + 8, sumLow);
        }

        return product;
    }

    /// <summary>Encrypts or decrypts a text and computes its tag.</summary>
    public static (byte[] Text, byte[] Tag) Run(
        byte[] key, byte[] j0, byte[] lengthsBlock, byte[] associatedData, byte[] source, bool open)
    {
        using var aes = OracleAes.Create();
        aes.Key = key;
        var text = (byte[])source.Clone();
        var counter = (byte[])j0.Clone();
        for (var i = 0; i < text.Length; i += 16)
        {
            Increment(counter, 4);
            Xor(text, i, Encrypt(aes, counter));
        }

        var subkey = Encrypt(aes, new byte[16]);
        var tag = Ghash(subkey, new byte[16], associatedData);
        tag = Ghash(subkey, tag, open ? source : text);
        tag = Ghash(subkey, tag, lengthsBlock);
        Xor(tag, 0, Encrypt(aes, j0));
        return (text, tag);
    }

    /// <summary>Adds one to the number in the last bytes of a counter block, modulo their range.</summary>
    public static void Increment(byte[] counter, int bytes)
    {
        for (var i = counter.Length - 1; i >= counter.Length - bytes; i--)
        {
            if (++counter[i] != 0)
                break;
        }
    }

    private static byte[] Encrypt(FrameworkAes aes, byte[] block) => aes.EncryptEcb(block, PaddingMode.None);

    private static void Xor(byte[] text, int offset, byte[] keystream)
    {
        for (var i = offset; i < Math.Min(offset + 16, text.Length); i++)
            text[i] ^= keystream[i - offset];
    }
}
