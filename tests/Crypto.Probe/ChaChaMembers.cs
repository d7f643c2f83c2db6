using System;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Probe;

/// <summary>Key and nonce of RFC 8439, section 2.8.2.</summary>
internal static class ChaChaMembers
{
    public static void Use()
    {
        byte[] key = [.. Enumerable.Range(0x80, 32).Select(i => (byte)i)];
        byte[] nonce = Convert.FromHexString("070000004041424344454647");
        byte[] data = "data"u8.ToArray(), text = "ChaCha"u8.ToArray();
        byte[] sealedText = Convert.FromHexString("dc13881e699c0a5fd2478ba00174ffdcce681eca9240");
        byte[] ciphertext = sealedText[..6], tag = sealedText[6..];

        Check.That(ChaCha20Poly1305.IsSupported && ChaCha20Poly1305.NonceByteSizes.MinSize == 12 && ChaCha20Poly1305.TagByteSizes.MaxSize == 16, "sizes");
        ChaCha20Poly1305[] forms = [new ChaCha20Poly1305(key), new ChaCha20Poly1305(key.AsSpan())];
        foreach (var aead in forms)
        {
            byte[] sealedNow = new byte[6], tagNow = new byte[16], opened = new byte[6];
            aead.Encrypt(nonce, text, sealedNow, tagNow, data);
            aead.Decrypt(nonce, sealedNow, tagNow, opened, data);
            Check.Equal(ciphertext, sealedNow);
            Check.Equal(tag, tagNow);
            Check.Equal(text, opened);
            aead.Encrypt(nonce.AsSpan(), text.AsSpan(), sealedNow.AsSpan(), tagNow.AsSpan(), data.AsSpan());
            aead.Decrypt(nonce.AsSpan(), sealedNow.AsSpan(), tagNow.AsSpan(), opened.AsSpan(), data.AsSpan());
            Check.Equal(ciphertext, sealedNow);
            Check.Equal(tag, tagNow);
            Check.Equal(text, opened);
            Check.Equal(
                sealedText, aead.SealToArray(nonce, text, data), Check.Written(22, to => aead.Seal(nonce.AsSpan(), text, to, data)));
            Check.Equal(
                text, aead.OpenToArray(nonce, sealedText, data), Check.Written(6, to => aead.Open(nonce.AsSpan(), sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => aead.Decrypt(nonce, ciphertext, tagNow, opened, data));
            aead.Dispose();
        }

        Check.Equal(
            sealedText,
            ChaCha20Poly1305.SealToArray(key, nonce, text, data),
            Check.Written(22, to => ChaCha20Poly1305.Seal(key.AsSpan(), nonce, text, to, data)));
        Check.Equal(
            text,
            ChaCha20Poly1305.OpenToArray(key, nonce, sealedText, data),
            Check.Written(6, to => ChaCha20Poly1305.Open(key.AsSpan(), nonce, sealedText, to, data)));
    }
}
