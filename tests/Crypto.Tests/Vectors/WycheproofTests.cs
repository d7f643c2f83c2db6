using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text.Json;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>Wycheproof's vectors: edge cases, and what must be refused. Each test ends with how many there were of each kind.</summary>
public class WycheproofTests
{
    public static TheoryData<string> AesKernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    public static TheoryData<string> GcmKernels => KernelMatrix.Ids(Algorithms.AesGcm.Kernels);

    public static TheoryData<string> GcmSivKernels => KernelMatrix.Ids(Algorithms.AesGcmSiv.Kernels);

    public static TheoryData<string> CcmKernels => KernelMatrix.Ids(Algorithms.AesCcm);

    public static TheoryData<string> SivKernels => KernelMatrix.Ids(Algorithms.AesSiv);

    public static TheoryData<string> Aegis128LKernels => KernelMatrix.Ids(Algorithms.Aegis128L.Kernels);

    public static TheoryData<string> Aegis256Kernels => KernelMatrix.Ids(Algorithms.Aegis256.Kernels);

    public static TheoryData<string> XChaChaKernels => KernelMatrix.Ids(Algorithms.XChaCha20Poly1305);

    public static TheoryData<string> ChaChaKernels => KernelMatrix.Ids(Algorithms.ChaCha20Poly1305.Kernels);

    public static IEnumerable<TheoryDataRow<string, string>> Hmacs => HmacsWhere(function => true);

    /// <summary>There are no keys that SHA-3 derived, nor those that .NET lacks.</summary>
    public static IEnumerable<TheoryDataRow<string, string>> HmacsOfKdfs =>
        HmacsWhere(function => function.Construction is MerkleDamgard && HashSubject.HasNamesake(function));

    [Theory, MemberData(nameof(GcmKernels))]
    public void Gcm_messages_open_or_are_refused(string kernel)
    {
        var kinds = Kinds("aes_gcm_test.json", vector =>
        {
            var gcmKernel = KernelMatrix.Find(Algorithms.AesGcm.Kernels, kernel);
            using var gcm = new AesGcm(gcmKernel, vector.Key, 16, takesAnyNonce: true);
            byte[] plaintext = new byte[vector["msg"].Length], ciphertext = new byte[plaintext.Length], tag = new byte[16];
            if (vector["iv"].Length == 0)
            {
                Assert.False(vector.IsValid);
                Assert.Throws<ArgumentException>(() => gcm.Encrypt(vector["iv"], plaintext, ciphertext, tag, vector["aad"]));
                return "no nonce";
            }

            Assert.Equal(vector.IsValid, gcm.Verify(vector["iv"], vector["ct"], vector["tag"], vector["aad"]));
            gcm.Encrypt(vector["iv"], vector["msg"], ciphertext, tag, vector["aad"]);
            Assert.Equal(vector.IsValid, ciphertext.SequenceEqual(vector["ct"]) && tag.SequenceEqual(vector["tag"]));
            void Decrypt() => gcm.Decrypt(vector["iv"], vector["ct"], vector["tag"], plaintext, vector["aad"]);
            return Accepts<AuthenticationTagMismatchException>(vector, Decrypt, () => plaintext);
        });
        Assert.Equal("invalid 81, no nonce 6, valid 229", kinds);
    }

    /// <summary>Among them are all examples of RFC 8452, appendix C.</summary>
    [Theory, MemberData(nameof(GcmSivKernels))]
    public void Gcm_siv_messages_open_or_are_refused(string kernel)
    {
        var kinds = Kinds("aes_gcm_siv_test.json", vector =>
        {
            using var siv = new AesGcmSiv(KernelMatrix.Find(Algorithms.AesGcmSiv.Kernels, kernel), vector.Key);
            byte[] plaintext = new byte[vector["msg"].Length], ciphertext = new byte[plaintext.Length], tag = new byte[16];
            siv.Encrypt(vector["iv"], vector["msg"], ciphertext, tag, vector["aad"]);
            Assert.Equal(vector.IsValid, ciphertext.SequenceEqual(vector["ct"]) && tag.SequenceEqual(vector["tag"]));
            void Decrypt() => siv.Decrypt(vector["iv"], vector["ct"], vector["tag"], plaintext, vector["aad"]);
            return Accepts<AuthenticationTagMismatchException>(vector, Decrypt, () => plaintext);
        });
        Assert.Equal("invalid 66, valid 136", kinds);
    }

    [Theory, MemberData(nameof(ChaChaKernels))]
    public void ChaCha20_Poly1305_messages_open_or_are_refused(string kernel)
    {
        var kinds = Kinds("chacha20_poly1305_test.json", vector =>
        {
            using var aead = new ChaCha20Poly1305(KernelMatrix.Find(Algorithms.ChaCha20Poly1305.Kernels, kernel), vector.Key);
            return Aead(vector, aead.Encrypt, aead.Decrypt, nonceBytes: 12);
        });
        Assert.Equal("invalid 60, other nonce 9, valid 256", kinds);
    }

    [Theory, MemberData(nameof(XChaChaKernels))]
    public void XChaCha20_Poly1305_messages_open_or_are_refused(string kernel)
    {
        var kinds = Kinds("xchacha20_poly1305_test.json", vector =>
        {
            using var aead = new XChaCha20Poly1305(KernelMatrix.Find(Algorithms.XChaCha20Poly1305, kernel), vector.Key);
            return Aead(vector, aead.Encrypt, aead.Decrypt, nonceBytes: 24);
        });
        Assert.Equal("invalid 60, other nonce 9, valid 246", kinds);
    }

    [Theory, MemberData(nameof(CcmKernels))]
    public void Ccm_messages_open_or_are_refused(string kernel)
    {
        var kinds = Kinds("aes_ccm_test.json", vector =>
        {
            using var ccm = new AesCcm(KernelMatrix.Find(Algorithms.AesCcm, kernel), vector.Key);
            byte[] plaintext = new byte[vector["msg"].Length], ciphertext = new byte[plaintext.Length];
            var tag = new byte[vector["tag"].Length];
            if (vector["iv"].Length is < 7 or > 13 || tag.Length is < 4 or > 16 || tag.Length % 2 != 0)
            {
                Assert.False(vector.IsValid);
                Assert.Throws<ArgumentException>(() => ccm.Encrypt(vector["iv"], plaintext, ciphertext, tag, vector["aad"]));
                return "other size";
            }

            ccm.Encrypt(vector["iv"], vector["msg"], ciphertext, tag, vector["aad"]);
            Assert.Equal(vector.IsValid, ciphertext.SequenceEqual(vector["ct"]) && tag.SequenceEqual(vector["tag"]));
            void Decrypt() => ccm.Decrypt(vector["iv"], vector["ct"], vector["tag"], plaintext, vector["aad"]);
            return Accepts<AuthenticationTagMismatchException>(vector, Decrypt, () => plaintext);
        });
        Assert.Equal("invalid 81, other size 66, valid 405", kinds);
    }

    /// <summary>Without a nonce, in the form of RFC 5297: the tag is in front.</summary>
    [Theory, MemberData(nameof(Aegis128LKernels))]
    public void Aegis128L_messages_open_or_are_refused(string kernel)
    {
        var kinds = Kinds("aegis128L_test.json", vector =>
        {
            using var aead = new Aegis128L(KernelMatrix.Find(Algorithms.Aegis128L.Kernels, kernel), vector.Key);
            return Aead(vector, aead.Encrypt, aead.Decrypt, nonceBytes: 16);
        });
        Assert.Equal("invalid 112, valid 367", kinds);
    }

    [Theory, MemberData(nameof(Aegis256Kernels))]
    public void Aegis256_messages_open_or_are_refused(string kernel)
    {
        var kinds = Kinds("aegis256_test.json", vector =>
        {
            using var aead = new Aegis256(KernelMatrix.Find(Algorithms.Aegis256.Kernels, kernel), vector.Key);
            return Aead(vector, aead.Encrypt, aead.Decrypt, nonceBytes: 32);
        });
        Assert.Equal("invalid 112, valid 360", kinds);
    }

    [Theory, MemberData(nameof(SivKernels))]
    public void Siv_messages_open_or_are_refused(string kernel)
    {
        var kinds = Kinds("aes_siv_cmac_test.json", vector =>
        {
            using var siv = new AesSiv(KernelMatrix.Find(Algorithms.AesSiv, kernel), vector.Key);
            Assert.Equal(vector.IsValid, siv.SealToArray([], vector["msg"], vector["aad"]).SequenceEqual(vector["ct"]));
            byte[] plaintext = [];
            void Open() => plaintext = siv.OpenToArray([], vector["ct"], vector["aad"]);
            return Accepts<AuthenticationTagMismatchException>(vector, Open, () => plaintext);
        });
        Assert.Equal("invalid 324, valid 118", kinds);
    }

    [Theory, MemberData(nameof(SivKernels))]
    public void Siv_messages_with_nonces_open_or_are_refused(string kernel)
    {
        var kinds = Kinds("aead_aes_siv_cmac_test.json", vector =>
        {
            using var siv = new AesSiv(KernelMatrix.Find(Algorithms.AesSiv, kernel), vector.Key);
            return Aead(vector, siv.Encrypt, siv.Decrypt, vector["iv"].Length);
        });
        Assert.Equal("invalid 648, valid 252", kinds);
    }

    [Theory, MemberData(nameof(GcmKernels))]
    public void Gmac_tags_come_out_or_are_refused(string kernel)
    {
        var kinds = Kinds("aes_gmac_test.json", vector =>
        {
            var gcmKernel = KernelMatrix.Find(Algorithms.AesGcm.Kernels, kernel);
            if (vector["iv"].Length != 12)
            {
                using var gcm = new AesGcm(gcmKernel, vector.Key, 16, takesAnyNonce: true);
                Assert.Equal(vector.IsValid, gcm.Verify(vector["iv"], Array.Empty<byte>(), vector["tag"], vector["msg"]));
                return "other nonce " + vector.Result;
            }

            using var gmac = new AesGmac(gcmKernel, vector.Key);
            Assert.Equal(vector.IsValid, gmac.VerifyHash(vector["iv"], vector["msg"], vector["tag"]));
            return vector.Result;
        });
        Assert.Equal("invalid 162, other nonce invalid 162, other nonce valid 45, valid 45", kinds);
    }

    [Theory, MemberData(nameof(AesKernels))]
    public void Cbc_messages_open_or_are_refused(string kernel)
    {
        var kinds = Kinds("aes_cbc_pkcs5_test.json", vector =>
        {
            using var aes = new Aes(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel)) { Key = vector.Key };
            if (vector.IsValid)
                Assert.Equal(vector["ct"], aes.EncryptCbc(vector["msg"], vector["iv"]));
            byte[] plaintext = [];
            return Accepts<CryptographicException>(
                vector, () => plaintext = aes.DecryptCbc(vector["ct"], vector["iv"]), () => plaintext);
        });
        Assert.Equal("invalid 144, valid 72", kinds);
    }

    [Theory, MemberData(nameof(AesKernels))]
    public void Wrapped_keys_are_unwrapped_or_refused(string kernel)
    {
        var kinds = Kinds("aes_kwp_test.json", vector =>
        {
            using var aes = new Aes(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel)) { Key = vector.Key };
            if (vector.IsValid)
                Assert.Equal(vector["ct"], aes.EncryptKeyWrapPadded(vector["msg"]));
            byte[] unwrapped = [];
            void Unwrap() => unwrapped = aes.DecryptKeyWrapPadded(vector["ct"]);
            if (vector["ct"].Length % 8 == 0 && vector["ct"].Length >= 16)
                return Accepts<CryptographicException>(vector, Unwrap, () => unwrapped);
            Assert.False(vector.IsValid);
            Assert.Throws<ArgumentException>(Unwrap);
            return "other length";
        });
        Assert.Equal("invalid 174, other length 3, valid 77", kinds);
    }

    [Theory, MemberData(nameof(AesKernels))]
    public void Keys_wrapped_without_padding_are_unwrapped_or_refused(string kernel)
    {
        var kinds = Kinds("aes_wrap_test.json", vector =>
        {
            using var aes = new Aes(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel)) { Key = vector.Key };
            if (vector.IsValid)
                Assert.Equal(vector["ct"], aes.EncryptKeyWrap(vector["msg"]));
            byte[] unwrapped = [];
            void Unwrap() => unwrapped = aes.DecryptKeyWrap(vector["ct"]);
            if (vector["ct"].Length % 8 == 0 && vector["ct"].Length >= 24)
                return Accepts<CryptographicException>(vector, Unwrap, () => unwrapped);
            Assert.False(vector.IsValid);
            Assert.Throws<ArgumentException>(Unwrap);
            return "other length";
        });
        Assert.Equal("invalid 72, other length 57, valid 36", kinds);
    }

    [Theory, MemberData(nameof(AesKernels))]
    public void Cmac_codes_come_out_or_are_refused(string kernel)
    {
        var kinds = Kinds("aes_cmac_test.json", vector =>
        {
            var aesKernel = KernelMatrix.Find(Algorithms.Aes.Kernels, kernel);
            if (vector.Key.Length is not (16 or 24 or 32))
            {
                Assert.False(vector.IsValid);
                Assert.Throws<CryptographicException>(() => new AesCmac(aesKernel, vector.Key));
                return "other key";
            }

            using var cmac = new AesCmac(aesKernel, vector.Key);
            return Matches(vector, cmac.ComputeHash(vector["msg"]));
        });
        Assert.Equal("invalid 243, other key 5, valid 63", kinds);
    }

    [Theory, MemberData(nameof(AesKernels))]
    public void Xts_data_units_come_out(string kernel)
    {
        var kinds = Kinds("aes_xts_test.json", vector =>
        {
            var aesKernel = KernelMatrix.Find(Algorithms.Aes.Kernels, kernel);
            if (vector.Key.Length == 48)
            {
                Assert.Throws<CryptographicException>(() => new AesXts(aesKernel, vector.Key).Dispose());
                return "other key";
            }

            // A tweak that is shorter is one with zeros after it.
            var tweak = new byte[16];
            vector["iv"].CopyTo(tweak, 0);
            using var xts = new AesXts(aesKernel, vector.Key);
            Assert.Equal(vector["ct"], xts.Encrypt(tweak, vector["msg"]));
            return Accepts<CryptographicException>(vector, () => { }, () => xts.Decrypt(tweak, vector["ct"]));
        });
        Assert.Equal("other key 41, valid 82", kinds);
    }

    [Theory, MemberData(nameof(Hmacs))]
    public void Hmac_codes_come_out_or_are_refused(string hmac, string kernel)
    {
        var subject = HashSubject.Find(hmac, kernel);
        var kinds = Kinds($"{subject.Name.ToLowerInvariant().Replace("hmac", "hmac_", StringComparison.Ordinal)}_test.json", vector =>
        {
            using var hash = subject.Create(vector.Key);
            return Matches(vector, hash.ComputeHash(vector["msg"]));
        });
        Assert.Equal($"invalid {hmac switch { "HMACSHA1" => 104, "HMACSHA224" or "HMACSHA3_224" => 106, "HMACSHA512_256" => 109, _ => 108 }}, valid 66", kinds);
    }

    [Theory, MemberData(nameof(HmacsOfKdfs))]
    public void Hkdf_keys_come_out_or_are_refused(string hmac, string kernel)
    {
        var hash = HashSubject.Find(hmac, kernel).MessageHash;
        var name = hash.Name;
        var kinds = Kinds(
            $"hkdf_{name.ToLowerInvariant()}_test.json",
            vector =>
            {
                var derived = new byte[vector.Number("size")];
                if (vector.IsValid)
                {
                    HkdfSteps.Derive(hash, vector["ikm"], derived, vector["salt"], vector["info"]);
                    Assert.Equal(vector["okm"], derived);
                }
                else
                {
                    Assert.Throws<ArgumentException>(
                        () => HKDF.DeriveKey(
                            new HashAlgorithmName(name), vector["ikm"], derived.AsSpan(), vector["salt"], vector["info"]));
                }

                return vector.Result;
            },
            "kdf.zip");
        Assert.Equal(
            name switch { "SHA1" => "invalid 3, valid 84", "SHA256" => "invalid 3, valid 83", _ => "invalid 3, valid 80" }, kinds);
    }

    [Theory, MemberData(nameof(HmacsOfKdfs))]
    public void Pbkdf2_keys_come_out(string hmac, string kernel)
    {
        var hash = HashSubject.Find(hmac, kernel).MessageHash;
        var kinds = Kinds(
            $"pbkdf2_hmac{hash.Name.ToLowerInvariant()}_test.json",
            vector =>
            {
                // LongKdfVectorTests have it.
                if (vector.Number("iterationCount") > 100_000)
                    return "long";
                var derived = new byte[vector.Number("dkLen")];
                Pbkdf2State.Derive(hash, vector["password"], vector["salt"], vector.Number("iterationCount"), derived);
                Assert.Equal(vector["dk"], derived);
                return vector.Result;
            },
            "kdf.zip");
        Assert.Equal(hash.Name switch { "SHA1" => "long 1, valid 63", "SHA256" => "valid 60", _ => "valid 58" }, kinds);
    }

    [Theory, MemberData(nameof(XofTests.Kernels), MemberType = typeof(XofTests))]
    public void Kmac_codes_come_out_or_are_refused(int securityBits, string kernel)
    {
        var function = Algorithms.All.OfType<XofFunction>().Single(function => function.SecurityBits == securityBits);
        var hash = function.KmacWith(KernelMatrix.Find(function.Kernels, kernel));
        var kinds = Kinds($"kmac{securityBits}_no_customization_test.json", vector =>
        {
            var code = new byte[vector["tag"].Length];
            Kmac.Hash(hash, vector.Key, default, vector["msg"], code, KmacEnd.Length);
            return Matches(vector, code);
        });
        Assert.Equal(securityBits == 128 ? "invalid 108, valid 66" : "invalid 162, valid 99", kinds);
    }

    private static IEnumerable<TheoryDataRow<string, string>> HmacsWhere(Func<HashFunction, bool> isWanted) => HashSubject.All
        .Where(subject => subject.IsKeyed && subject.Function!.HashName.StartsWith("SHA", StringComparison.Ordinal))
        .Where(subject => isWanted(subject.Function!))
        .Select(subject => new TheoryDataRow<string, string>(subject.Name, subject.Kernel.Id));

    /// <summary>A message that is encrypted, and decrypted or refused, if its nonce has the one size.</summary>
    private static string Aead(Vector vector, EncryptArrays encrypt, EncryptArrays decrypt, int nonceBytes)
    {
        byte[] plaintext = new byte[vector["msg"].Length], ciphertext = new byte[plaintext.Length], tag = new byte[16];
        if (vector["iv"].Length != nonceBytes)
        {
            Assert.False(vector.IsValid);
            Assert.Throws<ArgumentException>(() => encrypt(vector["iv"], plaintext, ciphertext, tag, vector["aad"]));
            return "other nonce";
        }

        encrypt(vector["iv"], vector["msg"], ciphertext, tag, vector["aad"]);
        Assert.Equal(vector.IsValid, ciphertext.SequenceEqual(vector["ct"]) && tag.SequenceEqual(vector["tag"]));
        void Decrypt() => decrypt(vector["iv"], vector["ct"], vector["tag"], plaintext, vector["aad"]);
        return Accepts<AuthenticationTagMismatchException>(vector, Decrypt, () => plaintext);
    }

    /// <summary>A code may be cut short.</summary>
    private static string Matches(Vector vector, byte[] code)
    {
        Assert.Equal(vector.IsValid, code.AsSpan(0, vector["tag"].Length).SequenceEqual(vector["tag"]));
        return vector.Result;
    }

    private static string Accepts<TRefusal>(Vector vector, Action call, Func<byte[]> message)
        where TRefusal : Exception
    {
        if (vector.IsValid)
        {
            call();
            Assert.Equal(vector["msg"], message());
        }
        else
        {
            Assert.Throws<TRefusal>(call);
        }

        return vector.Result;
    }

    /// <summary>What became of all vectors of a file, counted by kind.</summary>
    private static string Kinds(string file, Func<Vector, string> check, string archive = "wycheproof.zip")
    {
        using var zip = VectorArchive.Open(archive);
        using var content = (zip.GetEntry(file) ?? throw new FileNotFoundException(file)).Open();
        using var json = JsonDocument.Parse(content);
        var kinds = json.RootElement.GetProperty("testGroups").EnumerateArray()
            .SelectMany(group => group.GetProperty("tests").EnumerateArray())
            .Select(test => new Vector(test)).ToList();
        Assert.Equal(json.RootElement.GetProperty("numberOfTests").GetInt32(), kinds.Count);
        return string.Join(
            ", ", kinds.GroupBy(check).OrderBy(kind => kind.Key, StringComparer.Ordinal).Select(kind => $"{kind.Key} {kind.Count()}"));
    }

    /// <summary>Encrypt, or Decrypt, whose tag is third.</summary>
    private delegate void EncryptArrays(byte[] nonce, byte[] input, byte[] second, byte[] third, byte[]? associatedData);

    private sealed class Vector(JsonElement test)
    {
        public string Result { get; } = test.GetProperty("result").GetString()!;

        public bool IsValid => Result == "valid";

        public byte[] Key => this["key"];

        public int Number(string name) => test.GetProperty(name).GetInt32();

        public byte[] this[string name] => Hex.Bytes(test.GetProperty(name).GetString()!);
    }
}
