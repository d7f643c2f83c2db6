using System;
using System.IO;
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
            Check.That(gcm.TagSizeInBytes is 16 or null && gcm.KeySizeInBytes == 16, "sizes of tag and key");
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
                sealedText, gcm.SealToArray(nonce, text, data), Check.Written(76, to => gcm.Seal(nonce.AsSpan(), text, to, data)));
            Check.Equal(
                text, gcm.OpenToArray(nonce, sealedText, data), Check.Written(60, to => gcm.Open(nonce.AsSpan(), sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => gcm.Decrypt(nonce, ciphertext, tagNow, opened, data));
            gcm.Dispose();
        }

        Gmac(key, nonce, data);
        AnyNonce(key, nonce, text, data, sealedText);
        Pieces(key, nonce, text, data, ciphertext, tag);
        Streams(key, nonce, text, data, ciphertext, tag);
        Check.Equal(
            sealedText,
            AesGcm.SealToArray(key, nonce, text, data),
            Check.Written(76, to => AesGcm.Seal(key.AsSpan(), nonce, text, to, data)));
        Check.Equal(
            text,
            AesGcm.OpenToArray(key, nonce, sealedText, data),
            Check.Written(60, to => AesGcm.Open(key.AsSpan(), nonce, sealedText, to, data)));
    }

    /// <summary>A code is the tag of data without a text.</summary>
    private static void Gmac(byte[] key, byte[] nonce, byte[] data)
    {
        var code = AesGcm.SealToArray(key, nonce, [], data);
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

    /// <summary>Test case 6 has the same key, texts and data, and a nonce of 60 bytes.</summary>
    private static void AnyNonce(byte[] key, byte[] nonce, byte[] text, byte[] data, byte[] sealedText)
    {
        byte[] longNonce = Convert.FromHexString(
            "9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318"
            + "a728c3c0c95156809539fcf0e2429a6b525416aedbf5a0de6a57a637b39b");
        foreach (var gcm in (AesGcm[])[AesGcm.CreateForAnyNonce(key, 16), AesGcm.CreateForAnyNonce(key.AsSpan(), 16)])
        {
            Check.Equal(sealedText, gcm.SealToArray(nonce, text, data));
            Check.Equal(Convert.FromHexString("619cc5aefffe0bfa462af43c1699d050"), gcm.SealToArray(longNonce, text, data)[60..]);
            gcm.Dispose();
        }
    }

    private static void Pieces(byte[] key, byte[] nonce, byte[] text, byte[] data, byte[] ciphertext, byte[] tag)
    {
        byte[] other = [1];
        AesGcmSealer[] sealers = [new(key, other, 16), new(key.AsSpan(), other, 16)];
        foreach (var sealer in sealers)
        {
            Check.That(sealer.TagSizeInBytes == 16, "tag size");
            sealer.Begin(nonce);
            sealer.AppendAssociatedData(data);
            Check.Equal(ciphertext, [.. sealer.SealToArray(text[..7]), .. sealer.SealToArray(text[7..])]);
            Check.Equal(tag, sealer.Finish());
            sealer.Begin("2"u8);
            sealer.Begin(nonce.AsSpan());
            sealer.AppendAssociatedData(data.AsSpan());
            Check.Equal(ciphertext, Check.Written(60, to => sealer.Seal(text.AsSpan(), to)));
            Check.Equal(tag, Check.Written(16, sealer.Finish));
            Check.Throws<InvalidOperationException>(() => sealer.Finish());
            sealer.Dispose();
        }

        AesGcmUnverifiedOpener[] forms = [new(key, nonce, 16), new(key.AsSpan(), nonce.AsSpan(), 16)];
        foreach (var opener in forms)
        {
            Check.That(opener.TagSizeInBytes == 16, "tag size");
            opener.AppendAssociatedData(data);
            Check.Equal(text, [.. opener.OpenUnverifiedToArray(ciphertext[..7]), .. opener.OpenUnverifiedToArray(ciphertext[7..])]);
            opener.VerifyTag(tag);
            opener.Begin(nonce);
            opener.AppendAssociatedData(data.AsSpan());
            Check.Equal(text, Check.Written(60, to => opener.OpenUnverified(ciphertext.AsSpan(), to)));
            opener.VerifyTag(tag.AsSpan());
            opener.Begin(nonce.AsSpan());
            Check.That(!opener.TryVerifyTag(tag), "tag of another message");
            opener.Begin(nonce);
            Check.That(!opener.TryVerifyTag(tag.AsSpan()), "tag of another message");
            opener.Dispose();
        }
    }

    private static void Streams(byte[] key, byte[] nonce, byte[] text, byte[] data, byte[] ciphertext, byte[] tag)
    {
        using var gcm = new AesGcm(key, 16);
        Check.That(gcm.Verify(nonce, ciphertext, tag, data), "tag");
        Check.That(gcm.Verify(nonce.AsSpan(), ciphertext, tag, data) && !gcm.Verify(nonce.AsSpan(), text, tag, data), "tag");
        Check.That(gcm.Verify(nonce, new MemoryStream(ciphertext), tag, data), "tag of a stream");
        Check.That(gcm.VerifyAsync(nonce, new MemoryStream(ciphertext), tag, data).AsTask().Result, "tag of a stream");
        MemoryStream opened = new(), openedLater = new();
        gcm.Decrypt(nonce, new MemoryStream(ciphertext), tag, opened, data);
        gcm.DecryptAsync(nonce, new MemoryStream(ciphertext), tag, openedLater, data).AsTask().Wait();
        Check.Equal(text, opened.ToArray(), openedLater.ToArray());
    }
}
