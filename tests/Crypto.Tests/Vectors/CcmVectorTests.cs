using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>
/// NIST's vectors of CCM, which vary the lengths of associated data, nonce, payload and tag; and of decryption and verification.
/// </summary>
public class CcmVectorTests
{
    public static MatrixTheoryData<string, int> Cases => new(KernelMatrix.Names(Algorithms.AesCcm), NistMode.KeySizes);

    [Theory, MemberData(nameof(Cases))]
    public void Encryption_gives_the_vectors(string kernel, int keyBits)
    {
        var ccmKernel = KernelMatrix.Find(Algorithms.AesCcm, kernel);
        Assert.Equal(330, Count("VADT"));
        Assert.Equal(70, Count("VNT"));
        Assert.Equal(250, Count("VPT"));
        Assert.Equal(70, Count("VTT"));

        int Count(string kind)
        {
            var count = 0;
            foreach (var value in Vectors($"{kind}{keyBits}.rsp"))
            {
                var payload = Cut(value, "Payload", "Plen");
                byte[] ciphertext = new byte[payload.Length], tag = new byte[value("Tlen").Number("Tlen")];
                using var ccm = new AesCcm(ccmKernel, value("Key").Bytes("Key"));
                ccm.Encrypt(value("Nonce").Bytes("Nonce"), payload, ciphertext, tag, Cut(value, "Adata", "Alen"));
                Assert.Equal(value("CT").Bytes("CT"), ciphertext.Concat(tag));
                count++;
            }

            return count;
        }
    }

    [Theory, MemberData(nameof(Cases))]
    public void Decryption_gives_the_vectors_or_is_refused(string kernel, int keyBits)
    {
        var ccmKernel = KernelMatrix.Find(Algorithms.AesCcm, kernel);
        int authentic = 0, forged = 0;
        foreach (var value in Vectors($"DVPT{keyBits}.rsp"))
        {
            var message = value("CT").Bytes("CT");
            var plaintext = new byte[value("Plen").Number("Plen")];
            using var ccm = new AesCcm(ccmKernel, value("Key").Bytes("Key"));
            void Decrypt() => ccm.Decrypt(
                value("Nonce").Bytes("Nonce"),
                message.AsSpan(0, plaintext.Length),
                message.AsSpan(plaintext.Length),
                plaintext,
                Cut(value, "Adata", "Alen"));
            if (value("Result").Text("Result") == "Pass")
            {
                Decrypt();
                Assert.Equal(Cut(value, "Payload", "Plen"), plaintext);
                authentic++;
            }
            else
            {
                plaintext.AsSpan().Fill(0xff);
                Assert.Throws<AuthenticationTagMismatchException>(Decrypt);
                Assert.Equal(new byte[plaintext.Length], plaintext);
                forged++;
            }
        }

        Assert.Equal((80, 160), (authentic, forged));
    }

    /// <summary>
    /// For each vector, which group of lines has a value: its own, or one without a count before it, such as the key of a section.
    /// </summary>
    private static IEnumerable<Func<string, RspVector>> Vectors(string file)
    {
        var before = new List<RspVector>();
        foreach (var vector in VectorArchive.Read("ccm.zip", file))
        {
            if (vector.Has("Count"))
                yield return name => vector.Has(name) ? vector : before.Last(group => group.Has(name));
            else
                before.Add(vector);
        }
    }

    /// <summary>Nothing is written as one byte.</summary>
    private static byte[] Cut(Func<string, RspVector> value, string name, string length) =>
        value(name).Bytes(name).AsSpan(0, value(length).Number(length)).ToArray();
}
