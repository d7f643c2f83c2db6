using System;
using System.Security.Cryptography;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>CMAC by the words of SP 800-38B, section 6.2, block by block on another AES.</summary>
internal static class ReferenceCmac
{
    private const int Block = 16;

    public static byte[] Code(byte[] key, byte[] message)
    {
        using var aes = OracleAes.Create();
        aes.Key = key;
        var subkey = Double(aes.EncryptEcb(new byte[Block], PaddingMode.None));
        var before = message.Length == 0 ? 0 : (message.Length - 1) / Block * Block;
        var last = new byte[Block];
        message.AsSpan(before).CopyTo(last);
        if (message.Length - before < Block)
        {
            last[message.Length - before] = 0x80;
            subkey = Double(subkey);
        }

        var chain = new byte[Block];
        for (var at = 0; at < before; at += Block)
            chain = aes.EncryptEcb(Xor(chain, message.AsSpan(at, Block).ToArray()), PaddingMode.None);
        return aes.EncryptEcb(Xor(chain, Xor(last, subkey)), PaddingMode.None);
    }

    /// <summary>Times x: a bit to the left, and 0x87 where one leaves (section 6.1).</summary>
    private static byte[] Double(byte[] block)
    {
        var doubled = new byte[Block];
        for (int i = Block - 1, carry = 0; i >= 0; i--)
        {
            doubled[i] = (byte)((block[i] << 1) | carry);
            carry = block[i] >> 7;
        }

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
