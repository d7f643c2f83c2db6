using System;
using System.Security.Cryptography;

namespace ManagedCrypto.Probe;

/// <summary>An example of RFC 8452, appendix C.1.</summary>
internal static class GcmSivMembers
{
    public static void Use()
    {
        byte[] key = Convert.FromHexString("01000000000000000000000000000000");
        byte[] nonce = Convert.FromHexString("030000000000000000000000");
        byte[] data = Convert.FromHexString("010000000000000000000000");
        byte[] text = Convert.FromHexString("02000000");
        byte[] ciphertext = Convert.FromHexString("a8fe3e87");
        byte[] tag = Convert.FromHexString("07eb1f84fb28f8cb73de8e99e2f48a14");
        byte[] sealedText = [.. ciphertext, .. tag];

        Check.That(AesGcmSiv.IsSupported && AesGcmSiv.NonceByteSizes.MinSize == 12 && AesGcmSiv.TagByteSizes.MaxSize == 16, "sizes");
        AesGcmSiv[] forms = [new AesGcmSiv(key), new AesGcmSiv(key.AsSpan())];
        foreach (var siv in forms)
        {
            byte[] sealedNow = new byte[4], tagNow = new byte[16], opened = new byte[4];
            siv.Encrypt(nonce, text, sealedNow, tagNow, data);
            siv.Decrypt(nonce, sealedNow, tagNow, opened, data);
            Check.Equal(ciphertext, sealedNow);
            Check.Equal(tag, tagNow);
            Check.Equal(text, opened);
            siv.Encrypt(nonce.AsSpan(), text.AsSpan(), sealedNow.AsSpan(), tagNow.AsSpan(), data.AsSpan());
            siv.Decrypt(nonce.AsSpan(), sealedNow.AsSpan(), tagNow.AsSpan(), opened.AsSpan(), data.AsSpan());
            Check.Equal(ciphertext, sealedNow);
            Check.Equal(tag, tagNow);
            Check.Equal(text, opened);
            Check.Equal(
                sealedText, siv.SealToArray(nonce, text, data), Check.Written(20, to => siv.Seal(nonce.AsSpan(), text, to, data)));
            Check.Equal(
                text, siv.OpenToArray(nonce, sealedText, data), Check.Written(4, to => siv.Open(nonce.AsSpan(), sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => siv.Decrypt(nonce, ciphertext, tagNow, opened, data));
            siv.Dispose();
        }

        Check.Equal(
            sealedText,
            AesGcmSiv.SealToArray(key, nonce, text, data),
            Check.Written(20, to => AesGcmSiv.Seal(key.AsSpan(), nonce, text, to, data)));
        Check.Equal(
            text,
            AesGcmSiv.OpenToArray(key, nonce, sealedText, data),
            Check.Written(4, to => AesGcmSiv.Open(key.AsSpan(), nonce, sealedText, to, data)));
    }
}
