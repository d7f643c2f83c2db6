using System;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Probe;

/// <summary>Appendix A.3.1 of draft-irtf-cfrg-xchacha.</summary>
internal static class XChaChaMembers
{
    public static void Use()
    {
        byte[] key = [.. Enumerable.Range(0x80, 32).Select(i => (byte)i)], data = Convert.FromHexString("50515253c0c1c2c3c4c5c6c7");
        byte[] nonce = Convert.FromHexString("404142434445464748494a4b4c4d4e4f5051525354555657");
        var text =
            "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it."u8.ToArray();
        byte[] ciphertext = Convert.FromHexString(
            "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e"
            + "1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c97637da9768812f615c68b13b52e");
        var tag = Convert.FromHexString("c0875924c1c7987947deafd8780acf49");
        byte[] sealedText = [.. nonce, .. ciphertext, .. tag];

        Check.That(XChaCha20Poly1305.IsSupported && XChaCha20Poly1305.NonceByteSizes.MinSize == 24 && XChaCha20Poly1305.TagByteSizes.MaxSize == 16, "sizes");
        XChaCha20Poly1305[] forms = [new XChaCha20Poly1305(key), new XChaCha20Poly1305(key.AsSpan())];
        foreach (var aead in forms)
        {
            byte[] sealedNow = new byte[114], tagNow = new byte[16], opened = new byte[114];
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
                text,
                aead.OpenToArray(sealedText, data),
                aead.OpenToArray(aead.SealToArray(text, data), data),
                aead.OpenToArray(Check.Written(154, to => aead.Seal(text, to, data)), data),
                Check.Written(114, to => aead.Open(sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => aead.Decrypt(nonce, ciphertext, tagNow, opened, data));
            aead.Dispose();
        }

        Check.Equal(
            text,
            XChaCha20Poly1305.OpenToArray(key, sealedText, data),
            XChaCha20Poly1305.OpenToArray(key, XChaCha20Poly1305.SealToArray(key, text, data), data),
            XChaCha20Poly1305.OpenToArray(key, Check.Written(154, to => XChaCha20Poly1305.Seal(key.AsSpan(), text, to, data)), data),
            Check.Written(114, to => XChaCha20Poly1305.Open(key.AsSpan(), sealedText, to, data)));
    }
}
