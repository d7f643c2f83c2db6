using System;
using System.Linq;
using System.Security.Cryptography;
using Xunit;
using Framework = System.Security.Cryptography.Aes;
using FrameworkCcm = System.Security.Cryptography.AesCcm;
using FrameworkGcm = System.Security.Cryptography.AesGcm;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>The oracle of other hosts gives what .NET gives here, where .NET calls OpenSSL.</summary>
public class ReferenceTests
{
    private static readonly byte[] s_iv = TestBytes.Random(16, 2);

    [Fact]
    public void One_shots_agree_with_the_framework()
    {
        var compared = 0;
        foreach (var keyBytes in AesMatrix.KeyBytes)
        {
            foreach (var (mode, padding) in AesMatrix.ModesAndPaddings())
            {
                using Framework theirs = Set(Framework.Create()), reference = Set(ReferenceAes.Create());
                Framework Set(Framework aes) => mode.Set(aes, TestBytes.Random(keyBytes, 1), s_iv, padding);
                for (var length = 0; length <= 100; length += padding == PaddingMode.None ? mode.Unit : 1)
                {
                    var plaintext = TestBytes.Random(length, length);
                    var ciphertext = mode.Encrypt(reference, plaintext, s_iv, padding);
                    var expected = mode.Encrypt(theirs, plaintext, s_iv, padding);
                    Assert.Equal(expected.Length, ciphertext.Length);
                    if (padding != PaddingMode.ISO10126)
                        Assert.Equal(expected, ciphertext);
                    expected = mode.Decrypt(theirs, ciphertext, s_iv, padding);
                    Assert.Equal(expected, mode.Decrypt(reference, ciphertext, s_iv, padding));
                    compared++;
                }
            }
        }

        Assert.Equal(3 * ((16 * 101) + (3 * 7) + 101), compared);
    }

    /// <summary>What a decryptor holds back, and how a transform begins anew after its final block.</summary>
    [Fact]
    public void Transforms_agree_with_the_framework_call_by_call()
    {
        foreach (var (mode, padding) in AesMatrix.ModesAndPaddings().Where(pair => pair.Padding != PaddingMode.ISO10126))
        {
            using Framework theirs = Set(Framework.Create()), reference = Set(ReferenceAes.Create());
            Framework Set(Framework aes) => mode.Set(aes, TestBytes.Random(32, 1), s_iv, padding);
            var ciphertext = mode.Encrypt(theirs, TestBytes.Random(96, 1), s_iv, padding);
            AssertSame(theirs.CreateEncryptor(), reference.CreateEncryptor(), TestBytes.Random(96, 1));
            AssertSame(theirs.CreateDecryptor(), reference.CreateDecryptor(), ciphertext);
        }
    }

    [Fact]
    public void Ccm_agrees_with_the_framework()
    {
        foreach (var keyBytes in AesMatrix.KeyBytes)
        {
            var key = TestBytes.Random(keyBytes, 1);
            using var theirs = new FrameworkCcm(key);
            using var reference = new ReferenceCcm(key);
            for (var length = 0; length <= 70; length++)
            {
                var nonce = TestBytes.Random(7 + (length % 7), 2);
                var plaintext = TestBytes.Random(length, length);
                var associated = TestBytes.Random(length == 70 ? 0xFF00 : 70 - length, 4);
                byte[] expected = new byte[length], actual = new byte[length];
                byte[] expectedTag = new byte[4 + (length % 7 * 2)], tag = new byte[expectedTag.Length];
                theirs.Encrypt(nonce, plaintext, expected, expectedTag, associated);
                reference.Encrypt(nonce, plaintext, actual, tag, associated);
                Assert.Equal(expected, actual);
                Assert.Equal(expectedTag, tag);
            }
        }
    }

    [Fact]
    public void Gcm_agrees_with_the_framework()
    {
        var associatedData = TestBytes.Random(70, 4);
        foreach (var keyBytes in AesMatrix.KeyBytes)
        {
            for (var tagBytes = 12; tagBytes <= 16; tagBytes++)
            {
                var key = TestBytes.Random(keyBytes, 1);
                using var theirs = new FrameworkGcm(key, tagBytes);
                using var reference = new ReferenceGcm(key, tagBytes);
                for (var length = 0; length <= 70; length++)
                {
                    var plaintext = TestBytes.Random(length, length);
                    var associated = associatedData.AsSpan(0, 70 - length);
                    byte[] expected = new byte[length], actual = new byte[length];
                    byte[] expectedTag = new byte[tagBytes], tag = new byte[tagBytes];
                    theirs.Encrypt(s_iv.AsSpan(0, 12), plaintext, expected, expectedTag, associated);
                    reference.Encrypt(s_iv.AsSpan(0, 12), plaintext, actual, tag, associated);
                    Assert.Equal(expected, actual);
                    Assert.Equal(expectedTag, tag);
                }
            }
        }
    }

    /// <summary>Twice over one text: one, two and one blocks, and the rest at the end.</summary>
    private static void AssertSame(ICryptoTransform theirs, ICryptoTransform reference, byte[] text)
    {
        using (theirs)
        using (reference)
        {
            foreach (var blocks in new[] { 1, 2, 1, 0, 1, 2, 1, 0 })
            {
                byte[] expected = Step(theirs, text, blocks), actual = Step(reference, text, blocks);
                Assert.Equal(expected, actual);
            }
        }
    }

    /// <summary>What the first blocks of a text give, and how many bytes were written; or what its end gives.</summary>
    private static byte[] Step(ICryptoTransform transform, byte[] text, int blocks)
    {
        if (blocks == 0)
            return transform.TransformFinalBlock(text, 64, text.Length - 64);
        var output = new byte[33];
        output[32] = (byte)transform.TransformBlock(text, 0, 16 * blocks, output, 0);
        return output;
    }
}
