using System;
using System.Collections.Generic;
using System.Security.Cryptography;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>AES-SIV by the words of RFC 5297, sections 2.3 to 2.7, from another AES, and the tests' CMAC.</summary>
internal sealed class ReferenceSiv(byte[] key)
{
    private const int Block = 16;

    private readonly byte[] _macKey = key.AsSpan(0, key.Length / 2).ToArray(), _encryptionKey = key.AsSpan(key.Length / 2).ToArray();

    /// <summary>With associated data of one string, and a nonce if it has bytes (section 3).</summary>
    public void Encrypt(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag, ReadOnlySpan<byte> associatedData)
    {
        List<byte[]> data = [associatedData.ToArray()];
        if (nonce.Length > 0)
            data.Add(nonce.ToArray());
        var (c, v) = Encrypt(data, plaintext.ToArray());
        c.CopyTo(ciphertext);
        v.CopyTo(tag);
    }

    /// <summary>SIV-ENCRYPT; a nonce is the last of the data.</summary>
    public (byte[] C, byte[] V) Encrypt(IReadOnlyList<byte[]> associatedData, byte[] plaintext)
    {
        var v = S2V([.. associatedData, plaintext]);
        var q = (byte[])v.Clone();
        q[8] &= 0x7F;
        q[12] &= 0x7F;
        return (Ctr(q, plaintext), v);
    }

    private byte[] S2V(byte[][] strings)
    {
        var d = ReferenceCmac.Code(_macKey, new byte[Block]);
        for (var i = 0; i < strings.Length - 1; i++)
            d = Xor(Double(d), ReferenceCmac.Code(_macKey, strings[i]));
        var last = strings[strings.Length - 1];
        byte[] t;
        if (last.Length >= Block)
        {
            t = (byte[])last.Clone();
            for (var i = 0; i < Block; i++)
                t[last.Length - Block + i] ^= d[i];
        }
        else
        {
            var padded = new byte[Block];
            last.CopyTo(padded, 0);
            padded[last.Length] = 0x80;
            t = Xor(Double(d), padded);
        }

        return ReferenceCmac.Code(_macKey, t);
    }

    private byte[] Ctr(byte[] counter, byte[] text)
    {
        using var aes = OracleAes.Create();
        aes.Key = _encryptionKey;
        var counters = new byte[(text.Length + Block - 1) / Block * Block];
        for (var at = 0; at < counters.Length; at += Block)
        {
            counter.CopyTo(counters, at);
            var i = Block;
            while (--i >= 0 && ++counter[i] == 0)
            {
            }
        }

        var keystream = counters.Length == 0 ? counters : aes.EncryptEcb(counters, PaddingMode.None);
        var result = new byte[text.Length];
        for (var i = 0; i < result.Length; i++)
            result[i] = (byte)(text[i] ^ keystream[i]);
        return result;
    }

    /// <summary>dbl: a bit to the left, and 0x87 where one leaves.</summary>
    private static byte[] Double(byte[] block)
    {
        var doubled = new byte[Block];
        for (var i = 0; i < Block; i++)
            doubled[i] = (byte)((block[i] << 1) | (i + 1 < Block ? block[i + 1] >> 7 : 0));
        doubled[Block - 1] ^= (byte)(block[0] >= 0x80 ? 0x87 : 0);
        return doubled;
    }

    private static byte[] Xor(byte[] left, byte[] right)
    {
        var sum = new byte[Block];
        for (var i = 0; i < Block; i++)
            sum[i] = (byte)(left[i] ^ right[i]);
        return sum;
    }
}
