using System;
using System.Linq;
using System.Security.Cryptography;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>AES-GCM with nonces of any length on every kernel; the reference hashes them bit by bit, as SP 800-38D defines it.</summary>
public class AesGcmNonceTests
{
    private const int Block = 16;

    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_message = TestBytes.Random(1000, 2);
    private static readonly byte[] s_associatedData = TestBytes.Random(20, 3);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.AesGcm.Kernels);

    [Theory, MemberData(nameof(Kernels))]
    public void Nonce_of_every_length_is_right(string id)
    {
        var nonces = TestBytes.Random(1100, 4);
        foreach (var length in Enumerable.Range(1, 300).Append(1024).Append(1100))
        {
            var nonce = nonces[..length];
            Check(id, nonce, length == 12 ? [.. nonce, 0, 0, 0, 1] : Hashed(nonce), s_message[..40]);
        }
    }

    /// <summary>The hash of a block can be undone by whoever has the key: so a nonce is found for any counter.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Counter_that_begins_near_its_end_begins_anew(string id)
    {
        foreach (var blocksBefore in new[] { 0, 1, 2, 7, 8, 15, 16, 17, 20, 33 })
        {
            var j0 = new byte[Block];
            j0.AsSpan().Fill(0xff);
            j0[^1] -= (byte)blocksBefore;
            var nonce = Unhashed(j0);
            Assert.Equal(j0, Hashed(nonce));
            Check(id, nonce, j0, s_message);
        }
    }

    [Fact]
    public void Nonces_are_of_12_bytes_unless_others_are_asked_for()
    {
        using var gcm = new AesGcm(s_key, Block);
        using var any = AesGcm.CreateForAnyNonce(s_key, Block);
        using var anyFromSpan = AesGcm.CreateForAnyNonce(s_key.AsSpan(), Block);
        Assert.Equal(gcm.SealToArray(s_message[..12], s_message), any.SealToArray(s_message[..12], s_message));
        foreach (var nonceBytes in new[] { 1, 11, 13, 16 })
        {
            Assert.Throws<ArgumentException>("nonce", () => gcm.SealToArray(new byte[nonceBytes], s_message));
            Assert.Throws<ArgumentException>("nonce", () => AesGcm.SealToArray(s_key, new byte[nonceBytes], s_message));
            Assert.Equal(any.SealToArray(new byte[nonceBytes], s_message), anyFromSpan.SealToArray(new byte[nonceBytes], s_message));
        }

        Assert.Equal((12, 12), (AesGcm.NonceByteSizes.MinSize, AesGcm.NonceByteSizes.MaxSize));
        Assert.Equal(Block, any.TagSizeInBytes);
    }

    [Fact]
    public void Bad_arguments_are_refused()
    {
        using var any = AesGcm.CreateForAnyNonce(s_key, Block);
        Assert.Throws<ArgumentException>("nonce", () => any.SealToArray([], s_message));
        Assert.Throws<ArgumentException>("nonce", () => any.Verify(Array.Empty<byte>(), s_message, new byte[Block]));
        Assert.Throws<ArgumentNullException>("key", () => AesGcm.CreateForAnyNonce(null!, Block));
        Assert.Throws<CryptographicException>(() => AesGcm.CreateForAnyNonce(new byte[17], Block));
        Assert.Throws<ArgumentException>("tagSizeInBytes", () => AesGcm.CreateForAnyNonce(s_key, 17));
    }

    private static void Check(string id, byte[] nonce, byte[] j0, byte[] text)
    {
        var kernel = KernelMatrix.Find(Algorithms.AesGcm.Kernels, id);
        var (ciphertext, tag) = GcmReference.Run(
            s_key, j0, Lengths(s_associatedData.Length, text.Length), s_associatedData, text, open: false);
        byte[] expected = [.. ciphertext, .. tag];
        using var gcm = new AesGcm(kernel, s_key, Block, takesAnyNonce: true);
        Assert.Equal(expected, gcm.SealToArray(nonce, text, s_associatedData));
        Assert.Equal(text, gcm.OpenToArray(nonce, expected, s_associatedData));
        Assert.True(gcm.Verify(nonce, ciphertext, tag, s_associatedData));

        using var sealer = new AesGcmSealer(kernel, s_key, nonce, Block);
        sealer.AppendAssociatedData(s_associatedData);
        var first = sealer.SealToArray(text[..25]);
        Assert.Equal(expected, (byte[])[.. first, .. sealer.SealToArray(text[25..]), .. sealer.Finish()]);
        using var opener = new AesGcmUnverifiedOpener(kernel, s_key, nonce, Block);
        opener.AppendAssociatedData(s_associatedData);
        Assert.Equal(text, opener.OpenUnverifiedToArray(ciphertext));
        opener.VerifyTag(tag);
    }

    private static byte[] Hashed(byte[] nonce)
    {
        var hash = GcmReference.Ghash(Subkey(), new byte[Block], nonce);
        return GcmReference.Ghash(Subkey(), hash, Lengths(0, nonce.Length));
    }

    /// <summary>A nonce of one block.</summary>
    private static byte[] Unhashed(byte[] j0)
    {
        // To the power of 2^128 - 2.
        byte[] square = Subkey(), inverse = [0x80, .. new byte[Block - 1]];
        for (var i = 1; i < 8 * Block; i++)
        {
            square = GcmReference.Multiply(square, square);
            inverse = GcmReference.Multiply(inverse, square);
        }

        var before = GcmReference.Multiply(j0, inverse);
        var lengths = Lengths(0, Block);
        return GcmReference.Multiply([.. before.Zip(lengths, (left, right) => (byte)(left ^ right))], inverse);
    }

    private static byte[] Subkey()
    {
        using var aes = OracleAes.Create();
        aes.Key = s_key;
        return aes.EncryptEcb(new byte[Block], PaddingMode.None);
    }

    private static byte[] Lengths(int associatedDataBytes, int textBytes)
    {
        var block = new byte[Block];
        for (var i = 0; i < sizeof(int); i++)
        {
            block[7 - i] = (byte)(associatedDataBytes * 8 >> (8 * i));
            block[15 - i] = (byte)(textBytes * 8 >> (8 * i));
        }

        return block;
    }
}
