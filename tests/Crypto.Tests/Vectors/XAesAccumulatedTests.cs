using System;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>
/// The accumulated test of c2sp.org/XAES-256-GCM: keys, nonces, texts and associated data are read from SHAKE128 of nothing, and another
/// SHAKE128 hashes what they are sealed to.
/// </summary>
public class XAesAccumulatedTests
{
    private const int Cases = 10_000, KeyBytes = 32, NonceBytes = 24;

    /// <summary>More than all cases read.</summary>
    private static readonly byte[] s_random = Shake128.HashData([], Cases * (KeyBytes + NonceBytes + (2 * (1 + byte.MaxValue))));

    public static TheoryData<string> Kernels => new(XAesMatrix.Ids);

    [Theory, MemberData(nameof(Kernels))]
    public void Ten_thousand_random_messages_come_out(string id)
    {
        using var hash = new Shake128();
        var at = 0;
        for (var i = 0; i < Cases; i++)
        {
            byte[] key = Read(KeyBytes), nonce = Read(NonceBytes);
            byte[] text = Read(Read(1)[0]), data = Read(Read(1)[0]), ciphertext = new byte[text.Length], tag = new byte[16];
            using var xaes = new XAes256Gcm(XAesMatrix.Find(id), key);
            xaes.Encrypt(nonce, text, ciphertext, tag, data);
            hash.AppendData(ciphertext);
            hash.AppendData(tag);
        }

        Assert.Equal(
            "e6b9edf2df6cec60c8cbd864e2211b597fb69a529160cd040d56c0c210081939", Convert.ToHexStringLower(hash.GetHashAndReset(32)));

        byte[] Read(int bytes) => s_random[at..(at += bytes)];
    }
}
