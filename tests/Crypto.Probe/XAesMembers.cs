using System;
using System.Security.Cryptography;

namespace ManagedCrypto.Probe;

/// <summary>The second vector of c2sp.org/XAES-256-GCM.</summary>
internal static class XAesMembers
{
    public static void Use()
    {
        byte[] key = new byte[32], nonce = "ABCDEFGHIJKLMNOPQRSTUVWX"u8.ToArray();
        byte[] text = "XAES-256-GCM"u8.ToArray(), data = "c2sp.org/XAES-256-GCM"u8.ToArray();
        byte[] ciphertext = Convert.FromHexString("986ec1832593df5443a17943"), tag = Convert.FromHexString("7fd083bf3fdb41abd740a21f71eb769d");
        byte[] sealedText = [.. nonce, .. ciphertext, .. tag];
        key.AsSpan().Fill(3);

        Check.That(XAes256Gcm.IsSupported && XAes256Gcm.NonceByteSizes.MinSize == 24 && XAes256Gcm.TagByteSizes.MaxSize == 16, "sizes");
        XAes256Gcm[] forms = [new XAes256Gcm(key), new XAes256Gcm(key.AsSpan())];
        foreach (var xaes in forms)
        {
            byte[] sealedNow = new byte[12], tagNow = new byte[16], opened = new byte[12];
            xaes.Encrypt(nonce, text, sealedNow, tagNow, data);
            xaes.Decrypt(nonce, sealedNow, tagNow, opened, data);
            Check.Equal(ciphertext, sealedNow);
            Check.Equal(tag, tagNow);
            Check.Equal(text, opened);
            xaes.Encrypt(nonce.AsSpan(), text.AsSpan(), sealedNow.AsSpan(), tagNow.AsSpan(), data.AsSpan());
            xaes.Decrypt(nonce.AsSpan(), sealedNow.AsSpan(), tagNow.AsSpan(), opened.AsSpan(), data.AsSpan());
            Check.Equal(ciphertext, sealedNow);
            Check.Equal(tag, tagNow);
            Check.Equal(text, opened);
            Check.Equal(
                text,
                xaes.OpenToArray(sealedText, data),
                xaes.OpenToArray(xaes.SealToArray(text, data), data),
                xaes.OpenToArray(Check.Written(52, to => xaes.Seal(text, to, data)), data),
                Check.Written(12, to => xaes.Open(sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => xaes.Decrypt(nonce, ciphertext, tagNow, opened, data));
            xaes.Dispose();
        }

        Check.Equal(
            text,
            XAes256Gcm.OpenToArray(key, sealedText, data),
            XAes256Gcm.OpenToArray(key, XAes256Gcm.SealToArray(key, text, data), data),
            XAes256Gcm.OpenToArray(key, Check.Written(52, to => XAes256Gcm.Seal(key.AsSpan(), text, to, data)), data),
            Check.Written(12, to => XAes256Gcm.Open(key.AsSpan(), sealedText, to, data)));
    }
}
