using System;
using System.Linq;
using System.Security.Cryptography;
using Framework = System.Security.Cryptography.Aes;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>XTS written from IEEE 1619 over the framework's AES, byte by byte: .NET has none.</summary>
internal static class ReferenceXts
{
    private const int Block = 16;

    /// <summary>A data unit of any length from 16 bytes on.</summary>
    public static byte[] Encrypt(byte[] key, byte[] tweak, byte[] text) => Transform(key, tweak, text, encrypts: true);

    /// <inheritdoc cref="Encrypt"/>
    public static byte[] Decrypt(byte[] key, byte[] tweak, byte[] text) => Transform(key, tweak, text, encrypts: false);

    /// <summary>Whole blocks, the first with a tweak that is encrypted already.</summary>
    public static byte[] WholeBlocks(byte[] text, byte[] tweak, Func<byte[], byte[]> cipher)
    {
        var tweaks = new byte[text.Length];
        for (var i = 0; i < text.Length; i += Block, tweak = Tweak(tweak, 1))
            tweak.CopyTo(tweaks, i);
        return Xor(cipher(Xor(text, tweaks)), tweaks);
    }

    /// <summary>A data unit, with a tweak that is encrypted already.</summary>
    public static byte[] Unit(byte[] text, byte[] tweak, Func<byte[], byte[]> cipher, bool encrypts)
    {
        var rest = text.Length % Block;
        if (rest == 0)
            return WholeBlocks(text, tweak, cipher);

        var before = text.Length - rest - Block;
        var (first, second) = (Tweak(tweak, before / Block), Tweak(tweak, (before / Block) + 1));
        if (!encrypts)
            (first, second) = (second, first);
        var stolen = WholeBlocks(text[before..(before + Block)], first, cipher);
        return
        [
            .. WholeBlocks(text[..before], tweak, cipher),
            .. WholeBlocks([.. text[(before + Block)..], .. stolen[rest..]], second, cipher),
            .. stolen[..rest],
        ];
    }

    /// <summary>A tweak some blocks on: times x, bit by bit from the lowest of the first byte.</summary>
    public static byte[] Tweak(byte[] tweak, int blocks)
    {
        tweak = (byte[])tweak.Clone();
        for (; blocks > 0; blocks--)
        {
            var carry = 0;
            for (var i = 0; i < Block; i++)
            {
                carry |= tweak[i] << 1;
                tweak[i] = (byte)carry;
                carry >>= 8;
            }

            if (carry != 0)
                tweak[0] ^= 0x87;
        }

        return tweak;
    }

    private static byte[] Transform(byte[] key, byte[] tweak, byte[] text, bool encrypts)
    {
        using Framework ofData = OracleAes.Create(), ofTweak = OracleAes.Create();
        ofData.Key = key[..(key.Length / 2)];
        ofTweak.Key = key[(key.Length / 2)..];
        tweak = ofTweak.EncryptEcb(tweak, PaddingMode.None);
        return Unit(
            text, tweak, blocks => encrypts ? ofData.EncryptEcb(blocks, PaddingMode.None) : ofData.DecryptEcb(blocks, PaddingMode.None), encrypts);
    }

    private static byte[] Xor(byte[] left, byte[] right) => [.. left.Zip(right, (a, b) => (byte)(a ^ b))];
}
