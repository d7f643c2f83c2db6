using System;
using System.Linq;
using System.Security.Cryptography;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>AES-CCM on every kernel of AES; the framework's own is the oracle.</summary>
public class AesCcmTests
{
    private const int TagBytes = 16;

    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_nonce = TestBytes.Random(13, 2);
    private static readonly byte[] s_message = TestBytes.Random(5000, 3);
    private static readonly byte[] s_associatedData = TestBytes.Random(70000, 4);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    [Theory, MemberData(nameof(Kernels))]
    public void Ciphertext_of_every_length_is_right(string id)
    {
        foreach (var keyBytes in AesMatrix.KeyBytes)
        {
            using var pair = new Pair(id, keyBytes);
            for (var length = 0; length <= 1200; length++)
                pair.Check(s_message.AsSpan(0, length), new byte[length], default);
            foreach (var length in new[] { 2160, 2161, 3183, 3184, 3185, 4096 })
                pair.Check(s_message.AsSpan(0, length), new byte[length], default);
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Ciphertext_at_every_alignment_is_right(string id)
    {
        using var pair = new Pair(id);
        var output = new byte[2000];
        for (var offset = 0; offset < 64; offset++)
        {
            foreach (var length in TestBytes.TwentyLengths)
            {
                var associatedData = s_associatedData.AsSpan(offset, length % 50);
                pair.Check(s_message.AsSpan(offset, length), output.AsSpan(63 - offset, length), associatedData);
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Associated_data_of_every_length_are_authenticated(string id)
    {
        using var pair = new Pair(id);
        foreach (var length in new[] { 0, 16, 77, 600 })
        {
            for (var associated = 0; associated <= 600; associated++)
                pair.Check(s_message.AsSpan(0, length), new byte[length], s_associatedData.AsSpan(0, associated));
        }

        // From 65,280 bytes on, their length is written in six bytes.
        foreach (var associated in new[] { 0xFEFF, 0xFF00, 0xFF01, 0x10000, 70000 })
            pair.Check(s_message.AsSpan(0, 40), new byte[40], s_associatedData.AsSpan(0, associated));
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Tag_and_nonce_of_every_size_are_right(string id)
    {
        foreach (var tagBytes in new[] { 4, 6, 8, 10, 12, 14, 16 })
        {
            for (var nonceBytes = 7; nonceBytes <= 13; nonceBytes++)
            {
                using var pair = new Pair(id, 16, tagBytes, nonceBytes);
                foreach (var length in TestBytes.TwentyLengths)
                    pair.Check(s_message.AsSpan(0, length), new byte[length], s_associatedData.AsSpan(0, length % 30));
            }
        }
    }

    /// <summary>The counter, and the length of the message, in two bytes and more.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Longest_messages_of_short_lengths_are_right(string id)
    {
        var message = TestBytes.Random(0x10001, 5);
        foreach (var (nonceBytes, length) in new[] { (13, 0xFFFF), (12, 0x10000), (12, 0x10001), (7, 0x10001) })
        {
            using var pair = new Pair(id, 16, TagBytes, nonceBytes);
            pair.Check(message.AsSpan(0, length), new byte[length], default);
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Output_in_the_memory_of_the_input_is_right(string id)
    {
        using var pair = new Pair(id);
        foreach (var length in Enumerable.Range(0, 700).Append(2048).Append(3000))
        {
            var buffer = s_message.AsSpan(0, length).ToArray();
            pair.Check(buffer, buffer, s_associatedData.AsSpan(0, 20));
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Memory_outside_the_buffers_is_not_touched(string id)
    {
        using GuardedBuffer keys = new(32), nonces = new(13), tags = new(16);
        using GuardedBuffer sources = new(700), destinations = new(700), data = new(700);
        foreach (var atEnd in new[] { false, true })
        {
            for (var length = 0; length <= 700; length++)
            {
                Span<byte> key = Place(keys, s_key, 32), nonce = Place(nonces, s_nonce, 7 + (length % 7));
                Span<byte> source = Place(sources, s_message, length), associated = Place(data, s_associatedData, length);
                Span<byte> destination = Place(destinations, new byte[700], length);
                var tag = Place(tags, new byte[16], 4 + (length % 7 * 2));
                using var ccm = new AesCcm(KernelMatrix.Find(Algorithms.Aes.Kernels, id), key);
                ccm.Encrypt(nonce, source, destination, tag, associated);
                ccm.Decrypt(nonce, destination, tag, source, associated);
                Assert.True(source.SequenceEqual(s_message.AsSpan(0, length)), $"{length} bytes");
            }

            Span<byte> Place(GuardedBuffer buffer, byte[] bytes, int count)
            {
                var place = atEnd ? buffer.AtEnd(count) : buffer.AtStart(count);
                bytes.AsSpan(0, count).CopyTo(place);
                return place;
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Decrypt_with_any_bit_of_its_inputs_flipped_is_refused(string id)
    {
        using var ccm = new AesCcm(KernelMatrix.Find(Algorithms.Aes.Kernels, id), s_key);
        foreach (var tagBytes in new[] { 4, 10, 16 })
        {
            foreach (var length in new[] { 0, 1, 33, 200 })
            {
                byte[] nonce = (byte[])s_nonce.Clone(), associated = s_associatedData.AsSpan(0, 21).ToArray();
                byte[] ciphertext = new byte[length], tag = new byte[tagBytes], opened = new byte[length];
                ccm.Encrypt(nonce, s_message.AsSpan(0, length), ciphertext, tag, associated);
                foreach (var part in new[] { tag, ciphertext, associated, nonce })
                {
                    for (var i = 0; i < part.Length; i++)
                    {
                        part[i] ^= (byte)(1 << (i % 8));
                        opened.AsSpan().Fill(0xA5);
                        Assert.Throws<AuthenticationTagMismatchException>(
                            () => ccm.Decrypt(nonce, ciphertext, tag, opened, associated));
                        Assert.All(opened, b => Assert.Equal(0, b));
                        part[i] ^= (byte)(1 << (i % 8));
                    }
                }

                ccm.Decrypt(nonce, ciphertext, tag, opened, associated);
                Assert.Equal(s_message.AsSpan(0, length).ToArray(), opened);
            }
        }
    }

    /// <summary>A tag is no beginning of a longer one: its size is part of what it covers.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Tag_that_is_cut_short_is_refused(string id)
    {
        using var ccm = new AesCcm(KernelMatrix.Find(Algorithms.Aes.Kernels, id), s_key);
        byte[] ciphertext = new byte[20], tag = new byte[16], opened = new byte[20];
        ccm.Encrypt(s_nonce, s_message.AsSpan(0, 20), ciphertext, tag);
        for (var tagBytes = 4; tagBytes < 16; tagBytes += 2)
        {
            Assert.Throws<AuthenticationTagMismatchException>(
                () => ccm.Decrypt(s_nonce, ciphertext, tag.AsSpan(0, tagBytes), opened));
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Seal_gives_the_ciphertext_of_Encrypt_followed_by_its_tag(string id)
    {
        var kernel = KernelMatrix.Find(Algorithms.Aes.Kernels, id);
        foreach (var keyBytes in AesMatrix.KeyBytes)
        {
            var key = s_key.AsSpan(0, keyBytes).ToArray();
            using var ours = new AesCcm(kernel, key);
            using var theirs = new OracleCcm(key);
            foreach (var length in TestBytes.TwentyLengths)
            {
                var plaintext = s_message.AsSpan(0, length).ToArray();
                var data = s_associatedData.AsSpan(0, 1000).ToArray();
                byte[] expected = new byte[length + TagBytes], actual = new byte[length + TagBytes], opened = new byte[length];
                theirs.Encrypt(s_nonce, plaintext, expected.AsSpan(0, length), expected.AsSpan(length), data);

                Assert.Equal(expected, ours.Seal(s_nonce, plaintext, data));
                Assert.Equal(plaintext, ours.Open(s_nonce, expected, data));
                Assert.Equal(expected, AesCcm.Seal(key, s_nonce, plaintext, data));
                Assert.Equal(plaintext, AesCcm.Open(key, s_nonce, expected, data));
                Assert.Equal(length + TagBytes, AesCcm.Seal(kernel, key, s_nonce, plaintext, actual, data));
                Assert.Equal(expected, actual);
                Assert.Equal(length, AesCcm.Open(kernel, key, s_nonce, actual, opened, data));
                Assert.Equal(plaintext, opened);

                // In place, in a buffer longer than need be.
                byte[] buffer = [.. plaintext, .. new byte[TagBytes + 1]];
                Assert.Equal(length + TagBytes, ours.Seal(s_nonce, buffer.AsSpan(0, length), buffer.AsSpan(), data));
                Assert.Equal([.. expected, 0], buffer);
                Assert.Equal(length, ours.Open(s_nonce, buffer.AsSpan(0, length + TagBytes), buffer.AsSpan(), data));
                Assert.Equal(plaintext, buffer.AsSpan(0, length).ToArray());

                actual[length / 2] ^= 1;
                opened.AsSpan().Fill(0xA5);
                Assert.Throws<AuthenticationTagMismatchException>(() => AesCcm.Open(kernel, key, s_nonce, actual, opened, data));
                Assert.All(opened, b => Assert.Equal(0, b));
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Ciphertext_with_all_axes_at_random_is_right(string id)
    {
        var cases = from keyBytes in Gen.Elements(16, 24, 32)
                    from tagBytes in Gen.Choose(2, 8)
                    from nonceBytes in Gen.Choose(7, 13)
                    from length in Gen.Frequency((3, Gen.Choose(0, 600)), (1, Gen.Choose(0, 4096)))
                    from associated in Gen.Frequency((1, Gen.Constant(0)), (3, Gen.Choose(0, 600)), (1, Gen.Choose(0, 4096)))
                    from start in Gen.Choose(0, 63)
                    from target in Gen.Choose(0, 63)
                    from inPlace in Gen.Elements(true, false)
                    select (keyBytes, tagBytes, nonceBytes, length, associated, start, target, inPlace);
        Prop.ForAll(cases.ToArbitrary(), c =>
        {
            using var pair = new Pair(id, c.keyBytes, 2 * c.tagBytes, c.nonceBytes);
            var source = s_message.ToArray();
            var input = source.AsSpan(c.start, c.length);
            var output = c.inPlace ? input : new byte[5000].AsSpan(c.target, c.length);
            pair.Check(input, output, s_associatedData.AsSpan(c.target, c.associated));
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(400).WithQuietOnSuccess(true));
    }

    /// <summary>One key on both sides.</summary>
    private sealed class Pair : IDisposable
    {
        private readonly AesCcm _ours;
        private readonly OracleCcm _theirs;
        private readonly int _tagBytes, _nonceBytes;

        public Pair(string id, int keyBytes = 16, int tagBytes = TagBytes, int nonceBytes = 13)
        {
            var key = s_key.AsSpan(0, keyBytes);
            _ours = new AesCcm(KernelMatrix.Find(Algorithms.Aes.Kernels, id), key);
            _theirs = new OracleCcm(key);
            _tagBytes = tagBytes;
            _nonceBytes = nonceBytes;
        }

        /// <summary>Encrypts on both sides, and decrypts in the place where the plaintext was.</summary>
        public void Check(Span<byte> plaintext, Span<byte> ciphertext, ReadOnlySpan<byte> associatedData)
        {
            var nonce = s_nonce.AsSpan(0, _nonceBytes);
            byte[] original = plaintext.ToArray(), expected = new byte[plaintext.Length];
            byte[] expectedTag = new byte[_tagBytes], tag = new byte[_tagBytes];
            _theirs.Encrypt(nonce, original, expected, expectedTag, associatedData);
            _ours.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
            Assert.True(ciphertext.SequenceEqual(expected), $"ciphertext of {original.Length} bytes");
            Assert.True(tag.AsSpan().SequenceEqual(expectedTag), $"tag of {original.Length} and {associatedData.Length} bytes");

            _ours.Decrypt(nonce, ciphertext, tag, plaintext, associatedData);
            Assert.True(plaintext.SequenceEqual(original), $"plaintext of {original.Length} bytes");
        }

        public void Dispose()
        {
            _ours.Dispose();
            _theirs.Dispose();
        }
    }
}
