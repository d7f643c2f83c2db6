using System;
using System.Security.Cryptography;

namespace ManagedCrypto.Probe;

/// <summary>Test case 4 of the GCM specification (McGrew and Viega, appendix B).</summary>
internal static class GcmMembers
{
    public static void Use()
    {
        byte[] key = Convert.FromHexString("feffe9928665731c6d6a8f9467308308");
        byte[] nonce = Convert.FromHexString("cafebabefacedbaddecaf888");
        byte[] data = Convert.FromHexString("feedfacedeadbeeffeedfacedeadbeefabaddad2");
        byte[] text = Convert.FromHexString(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a31"
            + "8a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39");
        byte[] sealedText = Convert.FromHexString(
            "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329ac"
            + "a12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091"
            + "5bc94fbc3221a5db94fae95ae7121a47");
        byte[] ciphertext = sealedText[..60], tag = sealedText[60..];

        Check.That(AesGcm.IsSupported && AesGcm.NonceByteSizes.MinSize == 12 && AesGcm.TagByteSizes.MaxSize == 16, "sizes");
        AesGcm[] forms = [new AesGcm(key, 16), new AesGcm(key.AsSpan(), 16), new AesGcm(key), new AesGcm(key.AsSpan())];
        foreach (var gcm in forms)
        {
            Check.That(gcm.TagSizeInBytes is 16 or null, "tag size");
            byte[] sealedNow = new byte[60], tagNow = new byte[16], opened = new byte[60];
            gcm.Encrypt(nonce, text, sealedNow, tagNow, data);
            gcm.Decrypt(nonce, sealedNow, tagNow, opened, data);
            Check.Equal(ciphertext, sealedNow);
            Check.Equal(tag, tagNow);
            Check.Equal(text, opened);
            gcm.Encrypt(nonce.AsSpan(), text.AsSpan(), sealedNow.AsSpan(), tagNow.AsSpan(), data.AsSpan());
            gcm.Decrypt(nonce.AsSpan(), sealedNow.AsSpan(), tagNow.AsSpan(), opened.AsSpan(), data.AsSpan());
            Check.Equal(ciphertext, sealedNow);
            Check.Equal(tag, tagNow);
            Check.Equal(text, opened);
            Check.Equal(
                sealedText, gcm.Seal(nonce, text, data), Check.Written(76, to => gcm.Seal(nonce.AsSpan(), text, to, data)));
            Check.Equal(
                text, gcm.Open(nonce, sealedText, data), Check.Written(60, to => gcm.Open(nonce.AsSpan(), sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => gcm.Decrypt(nonce, ciphertext, tagNow, opened, data));
            gcm.Dispose();
        }

        Gmac(key, nonce, data);
        Check.Equal(
            sealedText,
            AesGcm.Seal(key, nonce, text, data),
            Check.Written(76, to => AesGcm.Seal(key.AsSpan(), nonce, text, to, data)));
        Check.Equal(
            text,
            AesGcm.Open(key, nonce, sealedText, data),
            Check.Written(60, to => AesGcm.Open(key.AsSpan(), nonce, sealedText, to, data)));
    }

    /// <summary>A code is the tag of data without a text.</summary>
    private static void Gmac(byte[] key, byte[] nonce, byte[] data)
    {
        var code = AesGcm.Seal(key, nonce, [], data);
        Check.That(AesGmac.HashSizeInBits == 8 * AesGmac.HashSizeInBytes, "size of a code");
        Check.Equal(
            code,
            AesGmac.HashData(key, nonce, data),
            AesGmac.HashData(key.AsSpan(), nonce, data),
            Check.Written(16, to => AesGmac.HashData(key, nonce, data, to)));
        Check.That(AesGmac.Verify(key, nonce, data, code) && AesGmac.Verify(key.AsSpan(), nonce, data, code), "code");
        AesGmac[] forms = [new AesGmac(key), new AesGmac(key.AsSpan())];
        foreach (var gmac in forms)
        {
            Check.Equal(code, gmac.ComputeHash(nonce, data), Check.Written(16, to => gmac.ComputeHash(nonce, data, to)));
            Check.That(gmac.VerifyHash(nonce, data, code) && !gmac.VerifyHash(nonce, code, code), "code");
            gmac.Dispose();
        }
    }
}
