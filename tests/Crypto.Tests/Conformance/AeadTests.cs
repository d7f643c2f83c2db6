using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>What every AEAD must do, on every kernel: the right ciphertext and tag, and no text without the right tag.</summary>
public class AeadTests
{
    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_longKey = TestBytes.Random(Algorithms.Aeads.Max(aead => aead.KeyBytes[^1]), 1);
    private static readonly byte[] s_nonce = TestBytes.Random(Algorithms.Aeads.Max(aead => aead.NonceBytes[^1]), 2);
    private static readonly byte[] s_message = TestBytes.Random(5000, 3);
    private static readonly byte[] s_associatedData = TestBytes.Random(5000, 4);

    public static IEnumerable<TheoryDataRow<string, string>> Subjects => AeadRows.All;

    public static IEnumerable<TheoryDataRow<string, string>> SealingSubjects => AeadRows.Sealing;

    [Theory, MemberData(nameof(Subjects))]
    public void Ciphertext_of_every_length_is_right(string name, string kernel)
    {
        var subject = AeadSubject.Find(name, kernel);
        var pairs = subject.KeyBytes.Select(keyBytes => new Pair(subject, keyBytes)).ToList();
        foreach (var length in TestBytes.LengthsTo(subject.LongestText).Concat([2160, 2161, 3183, 3184, 3185, 4096, 4500]))
        {
            // Three sizes of keys take turns: each meets whole blocks and every remainder. Of two, one would have all even lengths.
            foreach (var pair in pairs.Count == 3 && !TestBytes.AllLengths ? [pairs[length % 3]] : pairs)
                pair.Check(s_message.AsSpan(0, length), new byte[length], default);
        }

        pairs.ForEach(pair => pair.Dispose());
    }

    [Theory, MemberData(nameof(Subjects))]
    public void Ciphertext_at_every_alignment_is_right(string name, string kernel)
    {
        using var pair = new Pair(AeadSubject.Find(name, kernel));
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

    [Theory, MemberData(nameof(Subjects))]
    public void Associated_data_of_every_length_are_authenticated(string name, string kernel)
    {
        var subject = AeadSubject.Find(name, kernel);
        using var pair = new Pair(subject);
        var longest = TestBytes.AllLengths ? 1000 : subject.LongestAssociatedData;
        foreach (var length in new[] { 0, 16, 77, 600 })
        {
            foreach (var associated in TestBytes.LengthsTo(length < 600 ? longest : Math.Min(600, longest)))
                pair.Check(s_message.AsSpan(0, length), new byte[length], s_associatedData.AsSpan(0, associated));
        }
    }

    [Theory, MemberData(nameof(Subjects))]
    public void Tag_and_nonce_of_every_size_are_right(string name, string kernel)
    {
        var subject = AeadSubject.Find(name, kernel);
        foreach (var tagBytes in subject.TagBytes)
        {
            foreach (var nonceBytes in subject.NonceBytes)
            {
                using var pair = new Pair(subject, tagBytes: tagBytes, nonceBytes: nonceBytes);
                foreach (var length in TestBytes.TwentyLengths)
                    pair.Check(s_message.AsSpan(0, length), new byte[length], s_associatedData.AsSpan(0, length % 30));
            }
        }
    }

    [Theory, MemberData(nameof(Subjects))]
    public void Output_in_the_memory_of_the_input_is_right(string name, string kernel)
    {
        using var pair = new Pair(AeadSubject.Find(name, kernel));
        foreach (var length in Enumerable.Range(0, 700).Append(2048).Append(3000))
        {
            var buffer = s_message.AsSpan(0, length).ToArray();
            pair.Check(buffer, buffer, s_associatedData.AsSpan(0, 20));
        }
    }

    [Theory, MemberData(nameof(Subjects))]
    public void Memory_outside_the_buffers_is_not_touched(string name, string kernel)
    {
        const int Longest = 700;
        var subject = AeadSubject.Find(name, kernel);
        using GuardedBuffer keys = new(32), nonces = new(s_nonce.Length), tags = new(32);
        using GuardedBuffer sources = new(Longest), destinations = new(Longest + 16), data = new(Longest);
        foreach (var atEnd in new[] { false, true })
        {
            foreach (var length in TestBytes.LengthsTo(Longest))
            {
                var tagBytes = subject.TagBytes[length % subject.TagBytes.Length];
                var nonce = Place(nonces, s_nonce, subject.NonceBytes[length % subject.NonceBytes.Length]);
                Span<byte> source = Place(sources, s_message, length), associated = Place(data, s_associatedData, length);
                Span<byte> destination = Place(destinations, new byte[Longest], length), tag = Place(tags, new byte[32], tagBytes);
                using var aead = subject.Create(subject.KeyOf(s_key), tagBytes);
                aead.Encrypt(nonce, source, destination, tag, associated);
                aead.Decrypt(nonce, destination, tag, source, associated);
                Assert.True(source.SequenceEqual(s_message.AsSpan(0, length)), $"{length} bytes");

                if (!subject.SealsUnderGivenNonce)
                    continue;
                var key = Place(keys, s_key, subject.KeyOf(s_key).Length);
                destination = Place(destinations, new byte[Longest + 16], length + 16);
                subject.Seal(key, nonce, source, destination, associated);
                subject.Open(key, nonce, destination, source, associated);
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

    [Theory, MemberData(nameof(Subjects))]
    public void Decrypt_with_any_bit_of_its_inputs_flipped_is_refused(string name, string kernel)
    {
        var subject = AeadSubject.Find(name, kernel);
        foreach (var tagBytes in subject.TagBytes)
        {
            using var aead = subject.Create(subject.KeyOf(s_key), tagBytes);
            foreach (var length in new[] { 0, 1, 33, 200 })
            {
                byte[] nonce = s_nonce.AsSpan(0, subject.NonceBytes[^1]).ToArray(), associated = s_associatedData.AsSpan(0, 21).ToArray();
                byte[] ciphertext = new byte[length], tag = new byte[tagBytes], opened = new byte[length];
                aead.Encrypt(nonce, s_message.AsSpan(0, length), ciphertext, tag, associated);
                foreach (var part in new[] { tag, ciphertext, associated, nonce })
                {
                    for (var i = 0; i < part.Length; i++)
                    {
                        part[i] ^= (byte)(1 << (i % 8));
                        opened.AsSpan().Fill(0xA5);
                        Assert.Throws<AuthenticationTagMismatchException>(
                            () => aead.Decrypt(nonce, ciphertext, tag, opened, associated));
                        Assert.All(opened, b => Assert.Equal(0, b));
                        part[i] ^= (byte)(1 << (i % 8));
                    }
                }

                aead.Decrypt(nonce, ciphertext, tag, opened, associated);
                Assert.Equal(s_message.AsSpan(0, length).ToArray(), opened);
            }
        }
    }

    [Theory, MemberData(nameof(SealingSubjects))]
    public void Seal_gives_the_ciphertext_of_Encrypt_and_its_tag(string name, string kernel)
    {
        var subject = AeadSubject.Find(name, kernel);
        var nonce = s_nonce.AsSpan(0, subject.NonceBytes[^1]).ToArray();
        var data = s_associatedData.AsSpan(0, 1000).ToArray();
        foreach (var keyBytes in subject.KeyBytes)
        {
            foreach (var tagBytes in subject.SealedTagBytes)
            {
                var key = s_longKey.AsSpan(0, keyBytes).ToArray();
                using var ours = subject.Create(key, tagBytes);
                var theirs = subject.Oracle(key, tagBytes);
                foreach (var length in TestBytes.TwentyLengths)
                {
                    var plaintext = s_message.AsSpan(0, length).ToArray();
                    var expected = new byte[length + tagBytes];
                    theirs(nonce, plaintext, subject.TextIn(expected, tagBytes), subject.TagIn(expected, tagBytes), data);

                    Assert.Equal(expected, ours.SealArrays(nonce, plaintext, data));
                    Assert.Equal(plaintext, ours.OpenArrays(nonce, expected, data));

                    // In place, in a buffer longer than need be.
                    byte[] buffer = new byte[length + tagBytes + 1];
                    var inside = buffer.AsSpan(subject.TextOffset, length);
                    plaintext.CopyTo(inside);
                    Assert.Equal(length + tagBytes, ours.Seal(nonce, inside, buffer, data));
                    Assert.Equal([.. expected, 0], buffer);
                    Assert.Equal(length, ours.Open(nonce, buffer.AsSpan(0, length + tagBytes), buffer.AsSpan(subject.TextOffset), data));
                    Assert.Equal(plaintext, inside.ToArray());
                }
            }
        }
    }

    [Theory, MemberData(nameof(SealingSubjects))]
    public void Static_Seal_and_Open_give_the_same(string name, string kernel)
    {
        var subject = AeadSubject.Find(name, kernel);
        var seal = AeadFace.Static<SealArraysOnce>(subject.Type, "SealToArray");
        var open = AeadFace.Static<SealArraysOnce>(subject.Type, "OpenToArray");
        var nonce = s_nonce.AsSpan(0, subject.NonceBytes[^1]).ToArray();
        var data = s_associatedData.AsSpan(0, 1000).ToArray();
        foreach (var keyBytes in subject.KeyBytes)
        {
            var key = s_longKey.AsSpan(0, keyBytes).ToArray();
            var theirs = subject.Oracle(key, 16);
            foreach (var length in TestBytes.TwentyLengths)
            {
                var plaintext = s_message.AsSpan(0, length).ToArray();
                byte[] expected = new byte[length + 16], actual = new byte[length + 16], opened = new byte[length];
                theirs(nonce, plaintext, subject.TextIn(expected), subject.TagIn(expected), data);

                Assert.Equal(length + 16, subject.Seal(key, nonce, plaintext, actual, data));
                Assert.Equal(expected, actual);
                Assert.Equal(length, subject.Open(key, nonce, actual, opened, data));
                Assert.Equal(plaintext, opened);
                Assert.Equal(expected, seal(key, nonce, plaintext, data));
                Assert.Equal(plaintext, open(key, nonce, expected, data));

                actual[length / 2] ^= 1;
                opened.AsSpan().Fill(0xA5);
                Assert.Throws<AuthenticationTagMismatchException>(() => subject.Open(key, nonce, actual, opened, data));
                Assert.All(opened, b => Assert.Equal(0, b));
            }
        }
    }

    [Theory, MemberData(nameof(Subjects))]
    public void Ciphertext_with_all_axes_at_random_is_right(string name, string kernel)
    {
        var subject = AeadSubject.Find(name, kernel);
        var cases = from keyBytes in Gen.Elements(subject.KeyBytes)
                    from tagBytes in Gen.Elements(subject.TagBytes)
                    from nonceBytes in Gen.Elements(subject.NonceBytes)
                    from length in Gen.Frequency((3, Gen.Choose(0, 600)), (1, Gen.Choose(0, 4096)))
                    from associated in Gen.Frequency((1, Gen.Constant(0)), (3, Gen.Choose(0, 600)), (1, Gen.Choose(0, 4096)))
                    from start in Gen.Choose(0, 63)
                    from target in Gen.Choose(0, 63)
                    from inPlace in Gen.Elements(true, false)
                    select (keyBytes, tagBytes, nonceBytes, length, associated, start, target, inPlace);
        Prop.ForAll(cases.ToArbitrary(), c =>
        {
            using var pair = new Pair(subject, c.keyBytes, c.tagBytes, c.nonceBytes);
            var source = s_message.ToArray();
            var input = source.AsSpan(c.start, c.length);
            var output = c.inPlace ? input : new byte[5000].AsSpan(c.target, c.length);
            pair.Check(input, output, s_associatedData.AsSpan(c.target, c.associated));
        }).Check(RandomCases.Quietly(400));
    }

    /// <summary>One key on both sides.</summary>
    internal sealed class Pair : IDisposable
    {
        private readonly AeadFace _ours;
        private readonly EncryptSpans _theirs;
        private readonly int _tagBytes, _nonceBytes;

        public Pair(AeadSubject subject, int? keyBytes = null, int tagBytes = 16, int? nonceBytes = null)
        {
            var key = s_longKey.AsSpan(0, keyBytes ?? subject.KeyOf(s_key).Length).ToArray();
            _ours = subject.Create(key, tagBytes);
            _theirs = subject.Oracle(key, tagBytes);
            _tagBytes = tagBytes;
            _nonceBytes = nonceBytes ?? subject.NonceBytes[^1];
        }

        /// <summary>Encrypts on both sides, and decrypts in the place where the plaintext was.</summary>
        public void Check(Span<byte> plaintext, Span<byte> ciphertext, ReadOnlySpan<byte> associatedData)
        {
            var nonce = s_nonce.AsSpan(0, _nonceBytes);
            byte[] original = plaintext.ToArray(), expected = new byte[plaintext.Length];
            byte[] expectedTag = new byte[_tagBytes], tag = new byte[_tagBytes];
            _theirs(nonce, original, expected, expectedTag, associatedData);
            _ours.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
            Assert.True(ciphertext.SequenceEqual(expected), $"ciphertext of {original.Length} bytes");
            Assert.True(tag.AsSpan().SequenceEqual(expectedTag), $"tag of {original.Length} and {associatedData.Length} bytes");

            _ours.Decrypt(nonce, ciphertext, tag, plaintext, associatedData);
            Assert.True(plaintext.SequenceEqual(original), $"plaintext of {original.Length} bytes");
        }

        public void Dispose() => _ours.Dispose();
    }
}
