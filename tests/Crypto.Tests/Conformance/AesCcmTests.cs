using System;
using System.Security.Cryptography;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>What AES-CCM alone must do, besides <see cref="AeadTests"/>, on every kernel of AES.</summary>
public class AesCcmTests
{
    private const int TagBytes = 16;

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.AesCcm);

    /// <summary>From 65,280 bytes on, the length of associated data is written in six bytes.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Long_associated_data_are_authenticated(string id)
    {
        var data = TestBytes.Random(70000, 4);
        using var pair = new AeadTests.Pair(AeadSubject.Find(nameof(AesCcm), id));
        foreach (var associated in new[] { 0xFEFF, 0xFF00, 0xFF01, 0x10000, 70000 })
            pair.Check(TestBytes.Random(40, 5), new byte[40], data.AsSpan(0, associated));
    }

    /// <summary>Their last bytes wait for the text, the others go through CBC before, at most a kilobyte at once.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Associated_data_longer_than_what_is_gathered_are_authenticated(string id)
    {
        var data = TestBytes.Random(2200, 4);
        using var pair = new AeadTests.Pair(AeadSubject.Find(nameof(AesCcm), id));
        foreach (var most in new[] { 560, 1600, 2200 })
        {
            for (var associated = most - 120; associated < most; associated++)
                pair.Check(TestBytes.Random(associated % 40, 5), new byte[associated % 40], data.AsSpan(0, associated));
        }
    }

    /// <summary>The counter, and the length of the message, in two bytes and more.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Longest_messages_of_short_lengths_are_right(string id)
    {
        foreach (var (nonceBytes, length) in new[] { (13, 0xFFFF), (12, 0x10000), (12, 0x10001), (7, 0x10001) })
        {
            using var pair = new AeadTests.Pair(AeadSubject.Find(nameof(AesCcm), id), 16, TagBytes, nonceBytes);
            pair.Check(TestBytes.Random(length, 5), new byte[length], default);
        }
    }

    /// <summary>A tag is no beginning of a longer one: its size is part of what it covers.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Tag_that_is_cut_short_is_refused(string id)
    {
        using var ccm = new AesCcm(KernelMatrix.Find(Algorithms.AesCcm, id), TestBytes.Random(32, 1));
        byte[] nonce = TestBytes.Random(13, 2), text = TestBytes.Random(20, 3);
        byte[] ciphertext = new byte[20], tag = new byte[TagBytes], opened = new byte[20];
        ccm.Encrypt(nonce, text, ciphertext, tag);
        for (var tagBytes = 4; tagBytes < TagBytes; tagBytes += 2)
        {
            Assert.Throws<AuthenticationTagMismatchException>(
                () => ccm.Decrypt(nonce, ciphertext, tag.AsSpan(0, tagBytes), opened));
        }
    }
}
