using System;
using System.Security.Cryptography;

namespace ManagedCrypto.Probe;

/// <summary>Example 3 of SP 800-38C, appendix C; and the tag of RFC 5116's form, from .NET's AesCcm.</summary>
internal static class CcmMembers
{
    public static void Use()
    {
        byte[] key = Convert.FromHexString("404142434445464748494a4b4c4d4e4f");
        byte[] nonce = Convert.FromHexString("101112131415161718191a1b");
        byte[] data = Convert.FromHexString("000102030405060708090a0b0c0d0e0f10111213");
        byte[] text = Convert.FromHexString("202122232425262728292a2b2c2d2e2f3031323334353637");
        byte[] ciphertext = Convert.FromHexString("e3b201a9f5b71a7a9b1ceaeccd97e70b6176aad9a4428aa5");
        byte[] tag = Convert.FromHexString("484392fbc1b09951");
        byte[] sealedText = Convert.FromHexString(
            "e3b201a9f5b71a7a9b1ceaeccd97e70b6176aad9a4428aa5c87ae488918de93f17dd3e4934347f44");

        Check.That(AesCcm.IsSupported && AesCcm.NonceByteSizes.MinSize == 7 && AesCcm.TagByteSizes.SkipSize == 2, "sizes");
        AesCcm[] forms = [new AesCcm(key), new AesCcm(key.AsSpan())];
        foreach (var ccm in forms)
        {
            Check.That(ccm.KeySizeInBytes == 16, "key size");
            byte[] sealedNow = new byte[24], tagNow = new byte[8], opened = new byte[24];
            ccm.Encrypt(nonce, text, sealedNow, tagNow, data);
            ccm.Decrypt(nonce, sealedNow, tagNow, opened, data);
            Check.Equal(ciphertext, sealedNow);
            Check.Equal(tag, tagNow);
            Check.Equal(text, opened);
            ccm.Encrypt(nonce.AsSpan(), text.AsSpan(), sealedNow.AsSpan(), tagNow.AsSpan(), data.AsSpan());
            ccm.Decrypt(nonce.AsSpan(), sealedNow.AsSpan(), tagNow.AsSpan(), opened.AsSpan(), data.AsSpan());
            Check.Equal(ciphertext, sealedNow);
            Check.Equal(tag, tagNow);
            Check.Equal(text, opened);
            Check.Equal(
                sealedText, ccm.SealToArray(nonce, text, data), Check.Written(40, to => ccm.Seal(nonce.AsSpan(), text, to, data)));
            Check.Equal(
                text, ccm.OpenToArray(nonce, sealedText, data), Check.Written(24, to => ccm.Open(nonce.AsSpan(), sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => ccm.Decrypt(nonce, ciphertext, tagNow, opened, data));
            ccm.Dispose();
        }

        Check.Equal(
            sealedText,
            AesCcm.SealToArray(key, nonce, text, data),
            Check.Written(40, to => AesCcm.Seal(key.AsSpan(), nonce, text, to, data)));
        Check.Equal(
            text,
            AesCcm.OpenToArray(key, nonce, sealedText, data),
            Check.Written(24, to => AesCcm.Open(key.AsSpan(), nonce, sealedText, to, data)));
    }
}
