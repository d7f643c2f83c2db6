using System;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;
using Xunit;
using FrameworkCcm = System.Security.Cryptography.AesCcm;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What AES-CCM alone promises, besides <see cref="AeadContractTests"/>.</summary>
public class AesCcmContractTests
{
    private static readonly byte[] s_key = TestBytes.Random(16, 1);

    [Fact]
    public void Bad_keys_are_refused_as_the_framework_does()
    {
        foreach (var keyBytes in new int?[] { null, 0, 1, 15, 16, 17, 23, 24, 25, 31, 32, 33, 128 })
        {
            var key = keyBytes is { } bytes ? new byte[bytes] : null!;
            var theirs = Outcome.Of(() => new FrameworkCcm(key).Dispose());
            Outcome.Of(() => new AesCcm(key).Dispose()).AssertSameAs(theirs, $"key {keyBytes}");
            theirs = Outcome.Of(() => new FrameworkCcm(key.AsSpan()).Dispose());
            Outcome.Of(() => new AesCcm(key.AsSpan()).Dispose()).AssertSameAs(theirs, $"key {keyBytes}");
        }
    }

    [Theory]
    [InlineData(16)]
    [InlineData(24)]
    [InlineData(32)]
    public void Key_size_is_that_of_the_key(int bytes)
    {
        var key = new byte[bytes];
        using AesCcm fromArray = new(key), fromSpan = new(key.AsSpan());
        Assert.Equal([bytes, bytes], [fromArray.KeySizeInBytes, fromSpan.KeySizeInBytes]);
    }

    /// <summary>The longer a nonce, the fewer bytes are left to count a message in.</summary>
    [Fact]
    public void Message_that_is_too_long_for_its_nonce_is_refused_as_the_framework_does()
    {
        using var ours = new AesCcm(s_key);
        using var theirs = new FrameworkCcm(s_key);
        byte[] key = s_key, text = new byte[(1 << 24) + 16], tag = new byte[16];
        foreach (var (nonceBytes, longest) in new[] { (13, 0xFFFF), (12, 0xFF_FFFF) })
        {
            foreach (var length in new[] { longest, longest + 1 })
            {
                var nonce = new byte[nonceBytes];
                text.AsSpan().Clear();
                var sealedText = text.AsSpan(0, length + 16).ToArray();
                var expected = Record.Exception(() => theirs.Encrypt(nonce, text.AsSpan(0, length), text.AsSpan(0, length), tag));
                Assert.Equal(length > longest, expected is CryptographicException);
                text.AsSpan().Clear();
                Check(() => ours.Encrypt(nonce, text.AsSpan(0, length), text.AsSpan(0, length), tag));
                Check(() => ours.Seal(nonce, text.AsSpan(0, length), text.AsSpan()));
                Check(() => AesCcm.Seal(key, nonce, text.AsSpan(0, length), text));
                if (length > longest)
                {
                    Assert.Equal(-1, text.AsSpan().IndexOfAnyExcept((byte)0));
                    Check(() => ours.Decrypt(nonce, text.AsSpan(0, length), tag, text.AsSpan(0, length)));
                    Check(() => ours.Open(nonce, sealedText, text.AsSpan()));
                    Check(() => AesCcm.Open(key, nonce, sealedText, text.AsSpan()));
                }

                void Check(Action call) => Assert.Equal(expected is null ? null : typeof(CryptographicException), Record.Exception(call)?.GetType());
            }
        }
    }
}
