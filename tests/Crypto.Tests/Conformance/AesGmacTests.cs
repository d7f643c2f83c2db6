using System;
using System.Security.Cryptography;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>AES-GMAC on every kernel of GCM; the framework's GCM without a text is the oracle.</summary>
public class AesGmacTests
{
    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_nonce = TestBytes.Random(12, 2);
    private static readonly byte[] s_message = TestBytes.Random(5000, 3);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.AesGcm.Kernels);

    [Theory, MemberData(nameof(Kernels))]
    public void Code_of_every_length_is_right(string id)
    {
        foreach (var keyBytes in AesMatrix.KeyBytes)
        {
            var key = s_key.AsSpan(0, keyBytes).ToArray();
            using var ours = new AesGmac(KernelMatrix.Find(Algorithms.AesGcm.Kernels, id), key);
            using var theirs = new OracleGcm(key, AesGmac.HashSizeInBytes);
            for (var length = 0; length <= 1100; length++)
            {
                var message = s_message.AsSpan(0, length).ToArray();
                var expected = new byte[AesGmac.HashSizeInBytes];
                theirs.Encrypt(s_nonce.AsSpan(), default, default, expected, message);
                Assert.Equal(expected, ours.ComputeHash(s_nonce, message));
                Assert.True(ours.VerifyHash(s_nonce, message, expected));
                if (length % 100 == 0)
                {
                    Assert.Equal(expected, AesGmac.HashData(key, s_nonce, message));
                    Assert.True(AesGmac.Verify(key, s_nonce, message, expected));
                }
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Code_with_any_bit_changed_is_wrong(string id)
    {
        using var gmac = new AesGmac(KernelMatrix.Find(Algorithms.AesGcm.Kernels, id), s_key);
        var message = s_message.AsSpan(0, 50).ToArray();
        var code = gmac.ComputeHash(s_nonce, message);
        for (var i = 0; i < 8 * code.Length; i++)
        {
            code[i / 8] ^= (byte)(1 << (i % 8));
            Assert.False(gmac.VerifyHash(s_nonce, message, code));
            Assert.False(AesGmac.Verify(s_key, s_nonce, message, code));
            code[i / 8] ^= (byte)(1 << (i % 8));
        }

        Assert.True(gmac.VerifyHash(s_nonce, message, code));
        message[^1] ^= 1;
        Assert.False(gmac.VerifyHash(s_nonce, message, code));
    }

    [Fact]
    public void Destination_within_the_source_is_right()
    {
        var memory = s_message.AsSpan(0, 100).ToArray();
        var expected = AesGmac.HashData(s_key, s_nonce, memory);
        Assert.Equal(16, AesGmac.HashData(s_key, s_nonce, memory, memory.AsSpan(40)));
        Assert.Equal(expected, memory.AsSpan(40, 16).ToArray());
        Assert.Equal(s_message.AsSpan(56, 44).ToArray(), memory.AsSpan(56).ToArray());
    }

    [Fact]
    public void Wrong_arguments_are_refused()
    {
        var gmac = new AesGmac(s_key);
        byte[] message = new byte[5], code = new byte[16];
        Assert.Throws<ArgumentNullException>("key", () => new AesGmac(null!));
        Assert.Throws<ArgumentNullException>("key", () => AesGmac.HashData(null!, s_nonce, message));
        Assert.Throws<ArgumentNullException>("nonce", () => AesGmac.HashData(s_key, null!, message));
        Assert.Throws<ArgumentNullException>("source", () => AesGmac.HashData(s_key, s_nonce, null!));
        Assert.Throws<ArgumentNullException>("hash", () => AesGmac.Verify(s_key, s_nonce, message, null!));
        Assert.Throws<ArgumentNullException>("nonce", () => gmac.ComputeHash(null!, message));
        Assert.Throws<ArgumentNullException>("source", () => gmac.ComputeHash(s_nonce, null!));
        Assert.Throws<CryptographicException>(() => new AesGmac(new byte[15]));
        Assert.Throws<CryptographicException>(() => AesGmac.HashData(new byte[33], s_nonce, message));
        foreach (var nonceBytes in new[] { 0, 11, 13, 16 })
        {
            Assert.Throws<ArgumentException>("nonce", () => gmac.ComputeHash(new byte[nonceBytes], message));
            Assert.Throws<ArgumentException>("nonce", () => AesGmac.HashData(s_key, new byte[nonceBytes], message));
        }

        foreach (var hashBytes in new[] { 0, 12, 15, 17 })
        {
            Assert.Throws<ArgumentException>("hash", () => gmac.VerifyHash(s_nonce, message, new byte[hashBytes]));
            Assert.Throws<ArgumentException>("hash", () => AesGmac.Verify(s_key, s_nonce, message, new byte[hashBytes]));
        }

        Assert.Throws<ArgumentException>("destination", () => gmac.ComputeHash(s_nonce, message, new byte[15]));
        gmac.Dispose();
        var disposed = Assert.Throws<ObjectDisposedException>(() => gmac.ComputeHash(s_nonce, message));
        Assert.Equal(typeof(AesGmac).FullName, disposed.ObjectName);
        Assert.Throws<ObjectDisposedException>(() => gmac.VerifyHash(s_nonce, message, code));
    }
}
