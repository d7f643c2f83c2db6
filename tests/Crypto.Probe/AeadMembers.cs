// Written by tools/TypeGenerator. Do not edit: change it there, and run
//     dotnet run --project tools/TypeGenerator

using System;
using System.Security.Cryptography;

namespace ManagedCrypto.Probe;

/// <summary>The members of AEADs, on an example from the standard of each.</summary>
internal static class AeadMembers
{
    private static readonly byte[] s_key = new byte[32], s_nonce = new byte[64], s_text = new byte[96], s_output = new byte[136];

    /// <summary>A use of each that needs nothing made before.</summary>
    public static readonly (string Name, Action Use)[] FirstUses =
    [
        ("AesGcm", () => AesGcm.Seal(s_key, s_nonce.AsSpan(0, 12), s_text, s_output.AsSpan(0, 112))),
        ("AesCcm", () => AesCcm.Seal(s_key, s_nonce.AsSpan(0, 13), s_text, s_output.AsSpan(0, 112))),
        ("AesGcmSiv", () => AesGcmSiv.Seal(s_key, s_nonce.AsSpan(0, 12), s_text, s_output.AsSpan(0, 112))),
        ("AesSiv", () => AesSiv.Seal(s_key, s_nonce.AsSpan(0, 64), s_text, s_output.AsSpan(0, 112))),
        ("XAes256Gcm", () => XAes256Gcm.Seal(s_key, s_text, s_output.AsSpan(0, 136))),
        ("ChaCha20Poly1305", () => ChaCha20Poly1305.Seal(s_key, s_nonce.AsSpan(0, 12), s_text, s_output.AsSpan(0, 112))),
        ("XChaCha20Poly1305", () => XChaCha20Poly1305.Seal(s_key, s_text, s_output.AsSpan(0, 136))),
        ("Aegis128L", () => Aegis128L.Seal(s_key.AsSpan(0, 16), s_nonce.AsSpan(0, 16), s_text, s_output.AsSpan(0, 112))),
        ("Aegis256", () => Aegis256.Seal(s_key, s_nonce.AsSpan(0, 32), s_text, s_output.AsSpan(0, 112))),
        ("Aegis128X2", () => Aegis128X2.Seal(s_key.AsSpan(0, 16), s_nonce.AsSpan(0, 16), s_text, s_output.AsSpan(0, 112))),
        ("Aegis128X4", () => Aegis128X4.Seal(s_key.AsSpan(0, 16), s_nonce.AsSpan(0, 16), s_text, s_output.AsSpan(0, 112))),
    ];

    public static void Use()
    {
        UseAesCcm();
        UseAesGcmSiv();
        UseAesSiv();
        UseXAes256Gcm();
        UseChaCha20Poly1305();
        UseXChaCha20Poly1305();
        UseAegis128L();
        UseAegis256();
        UseAegis128X2();
        UseAegis128X4();
    }

    /// <summary>Example 3 of SP 800-38C, appendix C; and the tag of RFC 5116's form, from .NET's AesCcm.</summary>
    private static void UseAesCcm()
    {
        byte[] key = Convert.FromHexString("404142434445464748494a4b4c4d4e4f");
        byte[] nonce = Convert.FromHexString("101112131415161718191a1b");
        byte[] data = Convert.FromHexString("000102030405060708090a0b0c0d0e0f10111213");
        byte[] text = Convert.FromHexString("202122232425262728292a2b2c2d2e2f3031323334353637");
        byte[] ciphertext = Convert.FromHexString("e3b201a9f5b71a7a9b1ceaeccd97e70b6176aad9a4428aa5");
        byte[] tag = Convert.FromHexString("484392fbc1b09951");
        byte[] sealedText = [.. ciphertext, .. Convert.FromHexString("c87ae488918de93f17dd3e4934347f44")];

        Check.That(
            AesCcm.IsSupported
                && AesCcm.NonceByteSizes is { MinSize: 7, MaxSize: 13 }
                && AesCcm.TagByteSizes is { MinSize: 4, MaxSize: 16, SkipSize: 2 },
            "sizes of AesCcm");
        AesCcm[] forms = [new AesCcm(key), new AesCcm(key.AsSpan())];
        foreach (var aead in forms)
        {
            byte[] sealedNow = new byte[24], tagNow = new byte[8], opened = new byte[24];
            Check.That(aead.KeySizeInBytes == 16, "key size");
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
                sealedText, aead.SealToArray(nonce, text, data), Check.Written(40, to => aead.Seal(nonce.AsSpan(), text, to, data)));
            Check.Equal(
                text, aead.OpenToArray(nonce, sealedText, data), Check.Written(24, to => aead.Open(nonce.AsSpan(), sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => aead.Decrypt(nonce, ciphertext, tagNow, opened, data));
            aead.Dispose();
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

    /// <summary>An example of RFC 8452, appendix C.1.</summary>
    private static void UseAesGcmSiv()
    {
        byte[] key = Convert.FromHexString("01000000000000000000000000000000");
        byte[] nonce = Convert.FromHexString("030000000000000000000000");
        byte[] data = Convert.FromHexString("010000000000000000000000");
        byte[] text = Convert.FromHexString("02000000");
        byte[] ciphertext = Convert.FromHexString("a8fe3e87");
        byte[] tag = Convert.FromHexString("07eb1f84fb28f8cb73de8e99e2f48a14");
        byte[] sealedText = [.. ciphertext, .. tag];

        Check.That(
            AesGcmSiv.IsSupported
                && AesGcmSiv.NonceByteSizes is { MinSize: 12, MaxSize: 12 }
                && AesGcmSiv.TagByteSizes is { MinSize: 16, MaxSize: 16, SkipSize: 1 },
            "sizes of AesGcmSiv");
        AesGcmSiv[] forms = [new AesGcmSiv(key), new AesGcmSiv(key.AsSpan())];
        foreach (var aead in forms)
        {
            byte[] sealedNow = new byte[4], tagNow = new byte[16], opened = new byte[4];
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
                sealedText, aead.SealToArray(nonce, text, data), Check.Written(20, to => aead.Seal(nonce.AsSpan(), text, to, data)));
            Check.Equal(
                text, aead.OpenToArray(nonce, sealedText, data), Check.Written(4, to => aead.Open(nonce.AsSpan(), sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => aead.Decrypt(nonce, ciphertext, tagNow, opened, data));
            aead.Dispose();
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

    /// <summary>RFC 5297, appendix A.1, which has no nonce.</summary>
    private static void UseAesSiv()
    {
        byte[] key = Convert.FromHexString("fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
        byte[] nonce = Convert.FromHexString("");
        byte[] data = Convert.FromHexString("101112131415161718191a1b1c1d1e1f2021222324252627");
        byte[] text = Convert.FromHexString("112233445566778899aabbccddee");
        byte[] ciphertext = Convert.FromHexString("40c02b9690c4dc04daef7f6afe5c");
        byte[] tag = Convert.FromHexString("85632d07c6e8f37f950acd320a2ecc93");
        byte[] sealedText = [.. tag, .. ciphertext];

        Check.That(
            AesSiv.IsSupported
                && AesSiv.NonceByteSizes is { MinSize: 0, MaxSize: 64 }
                && AesSiv.TagByteSizes is { MinSize: 16, MaxSize: 16, SkipSize: 1 },
            "sizes of AesSiv");
        AesSiv[] forms = [new AesSiv(key), new AesSiv(key.AsSpan())];
        foreach (var aead in forms)
        {
            byte[] sealedNow = new byte[14], tagNow = new byte[16], opened = new byte[14];
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
                sealedText, aead.SealToArray(nonce, text, data), Check.Written(30, to => aead.Seal(nonce.AsSpan(), text, to, data)));
            Check.Equal(
                text, aead.OpenToArray(nonce, sealedText, data), Check.Written(14, to => aead.Open(nonce.AsSpan(), sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => aead.Decrypt(nonce, ciphertext, tagNow, opened, data));
            aead.Dispose();
        }

        Check.Equal(
            sealedText,
            AesSiv.SealToArray(key, nonce, text, data),
            Check.Written(30, to => AesSiv.Seal(key.AsSpan(), nonce, text, to, data)));
        Check.Equal(
            text,
            AesSiv.OpenToArray(key, nonce, sealedText, data),
            Check.Written(14, to => AesSiv.Open(key.AsSpan(), nonce, sealedText, to, data)));
    }

    /// <summary>The second vector of c2sp.org/XAES-256-GCM.</summary>
    private static void UseXAes256Gcm()
    {
        byte[] key = Convert.FromHexString("0303030303030303030303030303030303030303030303030303030303030303");
        byte[] nonce = Convert.FromHexString("4142434445464748494a4b4c4d4e4f505152535455565758");
        byte[] data = Convert.FromHexString("633273702e6f72672f584145532d3235362d47434d");
        byte[] text = Convert.FromHexString("584145532d3235362d47434d");
        byte[] ciphertext = Convert.FromHexString("986ec1832593df5443a17943");
        byte[] tag = Convert.FromHexString("7fd083bf3fdb41abd740a21f71eb769d");
        byte[] sealedText = [.. nonce, .. ciphertext, .. tag];

        Check.That(
            XAes256Gcm.IsSupported
                && XAes256Gcm.NonceByteSizes is { MinSize: 24, MaxSize: 24 }
                && XAes256Gcm.TagByteSizes is { MinSize: 16, MaxSize: 16, SkipSize: 1 },
            "sizes of XAes256Gcm");
        XAes256Gcm[] forms = [new XAes256Gcm(key), new XAes256Gcm(key.AsSpan())];
        foreach (var aead in forms)
        {
            byte[] sealedNow = new byte[12], tagNow = new byte[16], opened = new byte[12];
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
                aead.OpenToArray(Check.Written(52, to => aead.Seal(text, to, data)), data),
                Check.Written(12, to => aead.Open(sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => aead.Decrypt(nonce, ciphertext, tagNow, opened, data));
            aead.Dispose();
        }

        Check.Equal(
            text,
            XAes256Gcm.OpenToArray(key, sealedText, data),
            XAes256Gcm.OpenToArray(key, XAes256Gcm.SealToArray(key, text, data), data),
            XAes256Gcm.OpenToArray(key, Check.Written(52, to => XAes256Gcm.Seal(key.AsSpan(), text, to, data)), data),
            Check.Written(12, to => XAes256Gcm.Open(key.AsSpan(), sealedText, to, data)));
    }

    /// <summary>Key and nonce of RFC 8439, section 2.8.2.</summary>
    private static void UseChaCha20Poly1305()
    {
        byte[] key = Convert.FromHexString("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f");
        byte[] nonce = Convert.FromHexString("070000004041424344454647");
        byte[] data = Convert.FromHexString("64617461");
        byte[] text = Convert.FromHexString("436861436861");
        byte[] ciphertext = Convert.FromHexString("dc13881e699c");
        byte[] tag = Convert.FromHexString("0a5fd2478ba00174ffdcce681eca9240");
        byte[] sealedText = [.. ciphertext, .. tag];

        Check.That(
            ChaCha20Poly1305.IsSupported
                && ChaCha20Poly1305.NonceByteSizes is { MinSize: 12, MaxSize: 12 }
                && ChaCha20Poly1305.TagByteSizes is { MinSize: 16, MaxSize: 16, SkipSize: 1 },
            "sizes of ChaCha20Poly1305");
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

    /// <summary>Appendix A.3.1 of draft-irtf-cfrg-xchacha.</summary>
    private static void UseXChaCha20Poly1305()
    {
        byte[] key = Convert.FromHexString("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f");
        byte[] nonce = Convert.FromHexString("404142434445464748494a4b4c4d4e4f5051525354555657");
        byte[] data = Convert.FromHexString("50515253c0c1c2c3c4c5c6c7");
        byte[] text = Convert.FromHexString(
            "4c616469657320616e642047656e746c656d656e206f662074686520636c617373206f66202739393a204966204920636f75"
                + "6c64206f6666657220796f75206f6e6c79206f6e652074697020666f7220746865206675747572652c2073756e7363726565"
                + "6e20776f756c642062652069742e");
        byte[] ciphertext = Convert.FromHexString(
            "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64"
                + "c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c"
                + "97637da9768812f615c68b13b52e");
        byte[] tag = Convert.FromHexString("c0875924c1c7987947deafd8780acf49");
        byte[] sealedText = [.. nonce, .. ciphertext, .. tag];

        Check.That(
            XChaCha20Poly1305.IsSupported
                && XChaCha20Poly1305.NonceByteSizes is { MinSize: 24, MaxSize: 24 }
                && XChaCha20Poly1305.TagByteSizes is { MinSize: 16, MaxSize: 16, SkipSize: 1 },
            "sizes of XChaCha20Poly1305");
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

    /// <summary>Test Vector 3 of the draft.</summary>
    private static void UseAegis128L()
    {
        byte[] key = Convert.FromHexString("10010000000000000000000000000000");
        byte[] nonce = Convert.FromHexString("10000200000000000000000000000000");
        byte[] data = Convert.FromHexString("0001020304050607");
        byte[] text = Convert.FromHexString("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
        byte[] ciphertext = Convert.FromHexString("79d94593d8c2119d7e8fd9b8fc77845c5c077a05b2528b6ac54b563aed8efe84");
        byte[] tag = Convert.FromHexString("022cb796fe7e0ae1197525ff67e309484cfbab6528ddef89f17d74ef8ecd82b3");
        byte[] sealedText = [.. ciphertext, .. Convert.FromHexString("cc6f3372f6aa1bb82388d695c3962d9a")];

        Check.That(
            Aegis128L.IsSupported
                && Aegis128L.NonceByteSizes is { MinSize: 16, MaxSize: 16 }
                && Aegis128L.TagByteSizes is { MinSize: 16, MaxSize: 32, SkipSize: 16 },
            "sizes of Aegis128L");
        Aegis128L[] forms = [new Aegis128L(key), new Aegis128L(key.AsSpan())];
        foreach (var aead in forms)
        {
            byte[] sealedNow = new byte[32], tagNow = new byte[32], opened = new byte[32];
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
                sealedText, aead.SealToArray(nonce, text, data), Check.Written(48, to => aead.Seal(nonce.AsSpan(), text, to, data)));
            Check.Equal(
                text, aead.OpenToArray(nonce, sealedText, data), Check.Written(32, to => aead.Open(nonce.AsSpan(), sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => aead.Decrypt(nonce, ciphertext, tagNow, opened, data));
            aead.Dispose();
        }

        Check.Equal(
            sealedText,
            Aegis128L.SealToArray(key, nonce, text, data),
            Check.Written(48, to => Aegis128L.Seal(key.AsSpan(), nonce, text, to, data)));
        Check.Equal(
            text,
            Aegis128L.OpenToArray(key, nonce, sealedText, data),
            Check.Written(32, to => Aegis128L.Open(key.AsSpan(), nonce, sealedText, to, data)));
    }

    /// <summary>Test Vector 3 of the draft.</summary>
    private static void UseAegis256()
    {
        byte[] key = Convert.FromHexString("1001000000000000000000000000000000000000000000000000000000000000");
        byte[] nonce = Convert.FromHexString("1000020000000000000000000000000000000000000000000000000000000000");
        byte[] data = Convert.FromHexString("0001020304050607");
        byte[] text = Convert.FromHexString("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
        byte[] ciphertext = Convert.FromHexString("f373079ed84b2709faee373584585d60accd191db310ef5d8b11833df9dec711");
        byte[] tag = Convert.FromHexString("b7d28d0c3c0ebd409fd22b44160503073a547412da0854bfb9723020dab8da1a");
        byte[] sealedText = [.. ciphertext, .. Convert.FromHexString("8d86f91ee606e9ff26a01b64ccbdd91d")];

        Check.That(
            Aegis256.IsSupported
                && Aegis256.NonceByteSizes is { MinSize: 32, MaxSize: 32 }
                && Aegis256.TagByteSizes is { MinSize: 16, MaxSize: 32, SkipSize: 16 },
            "sizes of Aegis256");
        Aegis256[] forms = [new Aegis256(key), new Aegis256(key.AsSpan())];
        foreach (var aead in forms)
        {
            byte[] sealedNow = new byte[32], tagNow = new byte[32], opened = new byte[32];
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
                sealedText, aead.SealToArray(nonce, text, data), Check.Written(48, to => aead.Seal(nonce.AsSpan(), text, to, data)));
            Check.Equal(
                text, aead.OpenToArray(nonce, sealedText, data), Check.Written(32, to => aead.Open(nonce.AsSpan(), sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => aead.Decrypt(nonce, ciphertext, tagNow, opened, data));
            aead.Dispose();
        }

        Check.Equal(
            sealedText,
            Aegis256.SealToArray(key, nonce, text, data),
            Check.Written(48, to => Aegis256.Seal(key.AsSpan(), nonce, text, to, data)));
        Check.Equal(
            text,
            Aegis256.OpenToArray(key, nonce, sealedText, data),
            Check.Written(32, to => Aegis256.Open(key.AsSpan(), nonce, sealedText, to, data)));
    }

    /// <summary>Test Vector 2 of the draft.</summary>
    private static void UseAegis128X2()
    {
        byte[] key = Convert.FromHexString("000102030405060708090a0b0c0d0e0f");
        byte[] nonce = Convert.FromHexString("101112131415161718191a1b1c1d1e1f");
        byte[] data = Convert.FromHexString("0102030401020304");
        byte[] text = Convert.FromHexString(
            "0405060704050607040506070405060704050607040506070405060704050607040506070405060704050607040506070405"
                + "0607040506070405060704050607040506070405060704050607040506070405060704050607040506070405060704050607"
                + "0405060704050607040506070405060704050607");
        byte[] ciphertext = Convert.FromHexString(
            "5795544301997f93621b278809d6331b3bfa6f18e90db12c4aa35965b5e98c5fc6fb4e54bcb6111842c20637252eff747cb3"
                + "a8f85b37de80919a589fe0f24872bc926360696739e05520647e390989e1eb5fd42f99678a0276a498f8c454761c9d6aacb6"
                + "47ad56be62b29c22cd4b5761b38f43d5a5ee062f");
        byte[] tag = Convert.FromHexString("c471876f9b4978c44f2ae1ce770cdb11a094ee3feca64e7afcd48bfe52c60eca");
        byte[] sealedText = [.. ciphertext, .. Convert.FromHexString("1aebc200804f405cab637f2adebb6d77")];

        Check.That(
            Aegis128X2.IsSupported
                && Aegis128X2.NonceByteSizes is { MinSize: 16, MaxSize: 16 }
                && Aegis128X2.TagByteSizes is { MinSize: 16, MaxSize: 32, SkipSize: 16 },
            "sizes of Aegis128X2");
        Aegis128X2[] forms = [new Aegis128X2(key), new Aegis128X2(key.AsSpan())];
        foreach (var aead in forms)
        {
            byte[] sealedNow = new byte[120], tagNow = new byte[32], opened = new byte[120];
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
                sealedText, aead.SealToArray(nonce, text, data), Check.Written(136, to => aead.Seal(nonce.AsSpan(), text, to, data)));
            Check.Equal(
                text, aead.OpenToArray(nonce, sealedText, data), Check.Written(120, to => aead.Open(nonce.AsSpan(), sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => aead.Decrypt(nonce, ciphertext, tagNow, opened, data));
            aead.Dispose();
        }

        Check.Equal(
            sealedText,
            Aegis128X2.SealToArray(key, nonce, text, data),
            Check.Written(136, to => Aegis128X2.Seal(key.AsSpan(), nonce, text, to, data)));
        Check.Equal(
            text,
            Aegis128X2.OpenToArray(key, nonce, sealedText, data),
            Check.Written(120, to => Aegis128X2.Open(key.AsSpan(), nonce, sealedText, to, data)));
    }

    /// <summary>Test Vector 2 of the draft.</summary>
    private static void UseAegis128X4()
    {
        byte[] key = Convert.FromHexString("000102030405060708090a0b0c0d0e0f");
        byte[] nonce = Convert.FromHexString("101112131415161718191a1b1c1d1e1f");
        byte[] data = Convert.FromHexString("0102030401020304");
        byte[] text = Convert.FromHexString(
            "0405060704050607040506070405060704050607040506070405060704050607040506070405060704050607040506070405"
                + "0607040506070405060704050607040506070405060704050607040506070405060704050607040506070405060704050607"
                + "0405060704050607040506070405060704050607");
        byte[] ciphertext = Convert.FromHexString(
            "e836118562f4479c9d35c17356a833114c21f9aa39e4dda5e5c87f4152a00fce9a7c38f832eafe8b1c12f8a7cf12a81a1ad8"
                + "a9c24ba9dedfbdaa586ffea67ddc801ea97d9ab4a872f42d0e352e2713dacd609f9442c17517c5a29daf3e2a3fac4ff6b138"
                + "0c4e46df7b086af6ce6bc1ed594b8dd64aed2a7e");
        byte[] tag = Convert.FromHexString("69abf0f64a137dd6e122478d777e98bc422823006cf57f5ee822dd78397230b2");
        byte[] sealedText = [.. ciphertext, .. Convert.FromHexString("0e56ab94e2e85db80f9d54010caabfb4")];

        Check.That(
            Aegis128X4.IsSupported
                && Aegis128X4.NonceByteSizes is { MinSize: 16, MaxSize: 16 }
                && Aegis128X4.TagByteSizes is { MinSize: 16, MaxSize: 32, SkipSize: 16 },
            "sizes of Aegis128X4");
        Aegis128X4[] forms = [new Aegis128X4(key), new Aegis128X4(key.AsSpan())];
        foreach (var aead in forms)
        {
            byte[] sealedNow = new byte[120], tagNow = new byte[32], opened = new byte[120];
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
                sealedText, aead.SealToArray(nonce, text, data), Check.Written(136, to => aead.Seal(nonce.AsSpan(), text, to, data)));
            Check.Equal(
                text, aead.OpenToArray(nonce, sealedText, data), Check.Written(120, to => aead.Open(nonce.AsSpan(), sealedText, to, data)));
            tagNow[0] ^= 1;
            Check.Throws<AuthenticationTagMismatchException>(() => aead.Decrypt(nonce, ciphertext, tagNow, opened, data));
            aead.Dispose();
        }

        Check.Equal(
            sealedText,
            Aegis128X4.SealToArray(key, nonce, text, data),
            Check.Written(136, to => Aegis128X4.Seal(key.AsSpan(), nonce, text, to, data)));
        Check.Equal(
            text,
            Aegis128X4.OpenToArray(key, nonce, sealedText, data),
            Check.Written(120, to => Aegis128X4.Open(key.AsSpan(), nonce, sealedText, to, data)));
    }
}
