using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Probe;

/// <summary>FIPS 197, appendix C.1, and round trips in every mode.</summary>
internal static class AesMembers
{
    private static readonly byte[] s_key = Convert.FromHexString("000102030405060708090a0b0c0d0e0f");
    private static readonly byte[] s_block = Convert.FromHexString("00112233445566778899aabbccddeeff");
    private static readonly byte[] s_encrypted = Convert.FromHexString("69c4e0d86a7b0430d8cdb78070b4c55a");
    private static readonly byte[] s_iv = new byte[16];

    public static void Use()
    {
        using (var named = Aes.Create("AES"))
            Check.That(named is not null, "Create by name");
        var aes = Aes.Create();
        using (var constructed = new Aes())
            Settings(constructed);
        aes.Key = s_key;
        aes.SetKey(s_key);
        aes.IV = s_iv;
        Ecb(aes);
        Cbc(aes);
        Cfb(aes);
        KeyWrap(aes);
        WholeKeyWrap(aes);
        Transforms(aes);
        aes.Clear();
        aes.Dispose();
    }

    private static void Settings(Aes aes)
    {
        aes.GenerateKey();
        aes.GenerateIV();
        Check.That(aes.Key.Length == 32 && aes.KeySize == 256 && aes.IV.Length == 16 && aes.IV.Any(b => b != 0), "defaults");
        aes.KeySize = 192;
        aes.Mode = CipherMode.CFB;
        aes.Padding = PaddingMode.None;
        aes.FeedbackSize = 128;
        aes.BlockSize = 128;
        Check.That(
            aes.Key.Length == 24
                && aes is { Mode: CipherMode.CFB, Padding: PaddingMode.None, FeedbackSize: 128, BlockSize: 128 },
            "settings");
        Check.That(
            aes.LegalKeySizes[0].MaxSize == 256 && aes.LegalBlockSizes[0].MinSize == 128 && aes.ValidKeySize(192), "legal sizes");
        Check.That(aes.GetCiphertextLengthEcb(5, PaddingMode.PKCS7) == 16, "ECB length");
        Check.That(aes.GetCiphertextLengthCbc(16, PaddingMode.PKCS7) == 32, "CBC length");
        Check.That(aes.GetCiphertextLengthCfb(5, PaddingMode.None, 8) == 5, "CFB length");
    }

    private static void Ecb(Aes aes)
    {
        const PaddingMode None = PaddingMode.None;
        Check.Equal(
            s_encrypted,
            aes.EncryptEcb(s_block, None),
            aes.EncryptEcb(s_block.AsSpan(), None),
            Check.Written(16, to => aes.EncryptEcb(s_block, to, None)),
            Check.Tried(16, (Span<byte> to, out int written) => aes.TryEncryptEcb(s_block, to, None, out written)));
        Check.Equal(
            s_block,
            aes.DecryptEcb(s_encrypted, None),
            aes.DecryptEcb(s_encrypted.AsSpan(), None),
            Check.Written(16, to => aes.DecryptEcb(s_encrypted, to, None)),
            Check.Tried(16, (Span<byte> to, out int written) => aes.TryDecryptEcb(s_encrypted, to, None, out written)));
    }

    private static void Cbc(Aes aes)
    {
        const PaddingMode None = PaddingMode.None;
        Check.Equal(
            s_encrypted,
            aes.EncryptCbc(s_block, s_iv, None),
            aes.EncryptCbc(s_block.AsSpan(), s_iv.AsSpan(), None),
            Check.Written(16, to => aes.EncryptCbc(s_block, s_iv, to, None)),
            Check.Tried(16, (Span<byte> to, out int written) => aes.TryEncryptCbc(s_block, s_iv, to, out written, None)));
        Check.Equal(
            s_block,
            aes.DecryptCbc(s_encrypted, s_iv, None),
            aes.DecryptCbc(s_encrypted.AsSpan(), s_iv.AsSpan(), None),
            Check.Written(16, to => aes.DecryptCbc(s_encrypted, s_iv, to, None)),
            Check.Tried(16, (Span<byte> to, out int written) => aes.TryDecryptCbc(s_encrypted, s_iv, to, out written, None)));
    }

    // With zeros for text, CFB's first block is the encrypted IV itself.
    private static void Cfb(Aes aes)
    {
        const PaddingMode None = PaddingMode.None;
        foreach (var bits in new[] { 8, 128 })
        {
            var expected = s_encrypted[..(bits / 8)];
            var text = new byte[bits / 8];
            Check.Equal(
                expected,
                aes.EncryptCfb(text, s_block, None, bits),
                aes.EncryptCfb(text.AsSpan(), s_block.AsSpan(), None, bits),
                Check.Written(text.Length, to => aes.EncryptCfb(text, s_block, to, None, bits)),
                Check.Tried(
                    text.Length,
                    (Span<byte> to, out int written) => aes.TryEncryptCfb(text, s_block, to, out written, None, bits)));
            Check.Equal(
                text,
                aes.DecryptCfb(expected, s_block, None, bits),
                aes.DecryptCfb(expected.AsSpan(), s_block.AsSpan(), None, bits),
                Check.Written(text.Length, to => aes.DecryptCfb(expected, s_block, to, None, bits)),
                Check.Tried(
                    text.Length,
                    (Span<byte> to, out int written) => aes.TryDecryptCfb(expected, s_block, to, out written, None, bits)));
        }
    }

    /// <summary>RFC 5649, section 6, whose key has 192 bits.</summary>
    private static void KeyWrap(Aes aes)
    {
        var text = Convert.FromHexString("466f7250617369");
        var wrapped = Convert.FromHexString("afbeb0f07dfbf5419200f2ccb50bb24f");
        aes.SetKey(Convert.FromHexString("5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8"));
        Check.That(Aes.GetKeyWrapPaddedLength(text.Length) == wrapped.Length, "key wrap length");
        Check.Equal(
            wrapped,
            aes.EncryptKeyWrapPadded(text),
            aes.EncryptKeyWrapPadded(text.AsSpan()),
            Check.Written(16, to =>
            {
                aes.EncryptKeyWrapPadded(text, to);
                return to.Length;
            }));
        Check.Equal(
            text,
            aes.DecryptKeyWrapPadded(wrapped),
            aes.DecryptKeyWrapPadded(wrapped.AsSpan()),
            Check.Written(16, to => aes.DecryptKeyWrapPadded(wrapped, to) + 9)[..7],
            Check.Tried(7, (Span<byte> to, out int written) => aes.TryDecryptKeyWrapPadded(wrapped, to, out written)));
        aes.SetKey(s_key);
    }

    /// <summary>RFC 3394, section 4.1.</summary>
    private static void WholeKeyWrap(Aes aes)
    {
        var text = Convert.FromHexString("00112233445566778899aabbccddeeff");
        var wrapped = Convert.FromHexString("1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5");
        aes.SetKey(Convert.FromHexString("000102030405060708090a0b0c0d0e0f"));
        Check.That(Aes.GetKeyWrapLength(text.Length) == wrapped.Length, "key wrap length");
        Check.Equal(
            wrapped,
            aes.EncryptKeyWrap(text),
            aes.EncryptKeyWrap(text.AsSpan()),
            Check.Written(24, to =>
            {
                aes.EncryptKeyWrap(text, to);
                return to.Length;
            }));
        Check.Equal(
            text,
            aes.DecryptKeyWrap(wrapped),
            aes.DecryptKeyWrap(wrapped.AsSpan()),
            Check.Written(16, to => aes.DecryptKeyWrap(wrapped, to)),
            Check.Tried(16, (Span<byte> to, out int written) => aes.TryDecryptKeyWrap(wrapped, to, out written)));
        aes.SetKey(s_key);
    }

    private static void Transforms(Aes aes)
    {
        var text = Enumerable.Range(0, 1000).Select(i => (byte)i).ToArray();
        var expected = aes.EncryptCbc(text, s_iv, PaddingMode.PKCS7);
        foreach (var encryptor in new[] { aes.CreateEncryptor(), aes.CreateEncryptor(s_key, s_iv) })
        {
            using var output = new MemoryStream();
            using (var stream = new CryptoStream(output, encryptor, CryptoStreamMode.Write))
                stream.Write(text);
            Check.Equal(expected, output.ToArray());
        }

        foreach (var decryptor in new[] { aes.CreateDecryptor(), aes.CreateDecryptor(s_key, s_iv) })
        {
            Check.That(decryptor is { InputBlockSize: 16, OutputBlockSize: 16 }, "sizes");
            Check.That(decryptor is { CanReuseTransform: true, CanTransformMultipleBlocks: true }, "transform");
            using var output = new MemoryStream();
            using (var stream = new CryptoStream(new MemoryStream(expected), decryptor, CryptoStreamMode.Read))
                stream.CopyTo(output);
            Check.Equal(text, output.ToArray());
        }
    }
}
