using System;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>NIST's GCM vectors with nonces of 96 bits and tags of 96 to 128, and with nonces of 8 and 1024 bits and tags of 128.</summary>
public class GcmVectorTests
{
    public static MatrixTheoryData<string, int> Cases => new(KernelMatrix.Names(Algorithms.AesGcm.Kernels), NistMode.KeySizes);

    [Theory]
    [MemberData(nameof(Cases))]
    public void Encryption_gives_the_vectors(string kernel, int keyBits)
    {
        var gcmKernel = KernelMatrix.Find(Algorithms.AesGcm.Kernels, kernel);
        var count = 0;
        foreach (var vector in VectorArchive.Read("gcm.zip", "gcmEncryptExtIV" + keyBits + ".rsp"))
        {
            byte[] plaintext = vector.Bytes("PT"), ciphertext = new byte[plaintext.Length];
            var tag = new byte[vector.Number("Taglen") / 8];
            using var gcm = new AesGcm(gcmKernel, vector.Bytes("Key"), tag.Length, takesAnyNonce: true);
            gcm.Encrypt(vector.Bytes("IV"), plaintext, ciphertext, tag, vector.Bytes("AAD"));
            Assert.Equal(vector.Bytes("CT"), ciphertext);
            Assert.Equal(vector.Bytes("Tag"), tag);
            count++;
        }

        Assert.Equal(2625, count);
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Decryption_gives_the_vectors_or_is_refused(string kernel, int keyBits)
    {
        var gcmKernel = KernelMatrix.Find(Algorithms.AesGcm.Kernels, kernel);
        int authentic = 0, forged = 0;
        foreach (var vector in VectorArchive.Read("gcm.zip", "gcmDecrypt" + keyBits + ".rsp"))
        {
            byte[] ciphertext = vector.Bytes("CT"), tag = vector.Bytes("Tag"), plaintext = new byte[ciphertext.Length];
            using var gcm = new AesGcm(gcmKernel, vector.Bytes("Key"), tag.Length, takesAnyNonce: true);
            void Decrypt() => gcm.Decrypt(vector.Bytes("IV"), ciphertext, tag, plaintext, vector.Bytes("AAD"));
            Assert.Equal(!vector.Has("FAIL"), gcm.Verify(vector.Bytes("IV"), ciphertext, tag, vector.Bytes("AAD")));
            if (vector.Has("FAIL"))
            {
                plaintext.AsSpan().Fill(0xff);
                Assert.Throws<AuthenticationTagMismatchException>(Decrypt);
                Assert.Equal(new byte[ciphertext.Length], plaintext);
                forged++;
            }
            else
            {
                Decrypt();
                Assert.Equal(vector.Bytes("PT"), plaintext);
                authentic++;
            }
        }

        var expectedForged = keyBits switch { 128 => 1381, 192 => 1310, _ => 1305 };
        Assert.Equal((2625 - expectedForged, expectedForged), (authentic, forged));
    }
}
