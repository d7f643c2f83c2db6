using System;
using System.Linq;
using System.Security.Cryptography;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>AES-GCM as a whole on every kernel; the framework's own is the oracle.</summary>
public class AesGcmTests
{
    private const int TagBytes = 16;

    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_nonce = TestBytes.Random(12, 2);
    private static readonly byte[] s_message = TestBytes.Random(5000, 3);
    private static readonly byte[] s_associatedData = TestBytes.Random(1000, 4);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.AesGcm.Kernels);

    [Theory, MemberData(nameof(Kernels))]
    public void Ciphertext_of_every_length_is_right(string id)
    {
        foreach (var keyBytes in new[] { 16, 24, 32 })
        {
            using var pair = new Pair(id, keyBytes);
            for (var length = 0; length <= 4096; length++)
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
        foreach (var length in new[] { 0, 16, 77 })
        {
            for (var associated = 0; associated <= 1000; associated++)
                pair.Check(s_message.AsSpan(0, length), new byte[length], s_associatedData.AsSpan(0, associated));
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Tag_of_every_size_is_right(string id)
    {
        for (var tagBytes = 12; tagBytes <= 16; tagBytes++)
        {
            using var pair = new Pair(id, 16, tagBytes);
            foreach (var length in TestBytes.TwentyLengths)
                pair.Check(s_message.AsSpan(0, length), new byte[length], s_associatedData.AsSpan(0, length % 30));
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Output_in_the_memory_of_the_input_is_right(string id)
    {
        using var pair = new Pair(id);
        for (var length = 0; length <= 600; length++)
        {
            var buffer = s_message.AsSpan(0, length).ToArray();
            pair.Check(buffer, buffer, s_associatedData.AsSpan(0, 20));
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Memory_outside_the_buffers_is_not_touched(string id)
    {
        using GuardedBuffer keys = new(32), nonces = new(12), tags = new(16);
        using GuardedBuffer sources = new(300), destinations = new(300), data = new(300);
        foreach (var atEnd in new[] { false, true })
        {
            for (var length = 0; length <= 300; length++)
            {
                Span<byte> key = Place(keys, s_key, 32), nonce = Place(nonces, s_nonce, 12);
                Span<byte> source = Place(sources, s_message, length), associated = Place(data, s_associatedData, length);
                Span<byte> destination = Place(destinations, new byte[300], length), tag = Place(tags, new byte[16], TagBytes);
                using var gcm = new AesGcm(KernelMatrix.Find(Algorithms.AesGcm.Kernels, id), key, TagBytes);
                gcm.Encrypt(nonce, source, destination, tag, associated);
                gcm.Decrypt(nonce, destination, tag, source, associated);
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
        foreach (var tagBytes in new[] { 12, 13, 14, 15, 16 })
        {
            using var gcm = new AesGcm(KernelMatrix.Find(Algorithms.AesGcm.Kernels, id), s_key, tagBytes);
            foreach (var length in new[] { 0, 1, 33, 200 })
            {
                byte[] nonce = (byte[])s_nonce.Clone(), associated = s_associatedData.AsSpan(0, 21).ToArray();
                byte[] ciphertext = new byte[length], tag = new byte[tagBytes], opened = new byte[length];
                gcm.Encrypt(nonce, s_message.AsSpan(0, length), ciphertext, tag, associated);
                foreach (var part in new[] { tag, ciphertext, associated, nonce })
                {
                    for (var i = 0; i < part.Length; i++)
                    {
                        part[i] ^= (byte)(1 << (i % 8));
                        opened.AsSpan().Fill(0xA5);
                        Assert.Throws<AuthenticationTagMismatchException>(
                            () => gcm.Decrypt(nonce, ciphertext, tag, opened, associated));
                        Assert.All(opened, b => Assert.Equal(0, b));
                        part[i] ^= (byte)(1 << (i % 8));
                    }
                }

                gcm.Decrypt(nonce, ciphertext, tag, opened, associated);
                Assert.Equal(s_message.AsSpan(0, length).ToArray(), opened);
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Seal_gives_the_ciphertext_of_Encrypt_followed_by_its_tag(string id)
    {
        var kernel = KernelMatrix.Find(Algorithms.AesGcm.Kernels, id);
        foreach (var tagBytes in new[] { 12, 16 })
        {
            using var ours = new AesGcm(kernel, s_key, tagBytes);
            using var theirs = new OracleGcm(s_key, tagBytes);
            foreach (var length in TestBytes.TwentyLengths)
            {
                var plaintext = s_message.AsSpan(0, length).ToArray();
                var expected = new byte[length + tagBytes];
                theirs.Encrypt(s_nonce, plaintext, expected.AsSpan(0, length), expected.AsSpan(length), s_associatedData);

                Assert.Equal(expected, ours.Seal(s_nonce, plaintext, s_associatedData));
                Assert.Equal(plaintext, ours.Open(s_nonce, expected, s_associatedData));

                // In place, in a buffer longer than need be.
                byte[] buffer = [.. plaintext, .. new byte[tagBytes + 1]];
                Assert.Equal(length + tagBytes, ours.Seal(s_nonce, buffer.AsSpan(0, length), buffer.AsSpan(), s_associatedData));
                Assert.Equal([.. expected, 0], buffer);
                Assert.Equal(length, ours.Open(s_nonce, buffer.AsSpan(0, length + tagBytes), buffer.AsSpan(), s_associatedData));
                Assert.Equal(plaintext, buffer.AsSpan(0, length).ToArray());
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Static_Seal_and_Open_agree_with_the_framework(string id)
    {
        var kernel = KernelMatrix.Find(Algorithms.AesGcm.Kernels, id);
        foreach (var keyBytes in new[] { 16, 24, 32 })
        {
            var key = s_key.AsSpan(0, keyBytes).ToArray();
            using var theirs = new OracleGcm(key, TagBytes);
            foreach (var length in TestBytes.TwentyLengths)
            {
                var plaintext = s_message.AsSpan(0, length).ToArray();
                byte[] expected = new byte[length + TagBytes], actual = new byte[length + TagBytes], opened = new byte[length];
                theirs.Encrypt(s_nonce, plaintext, expected.AsSpan(0, length), expected.AsSpan(length), s_associatedData);

                Assert.Equal(length + TagBytes, AesGcm.Seal(kernel, key, s_nonce, plaintext, actual, s_associatedData));
                Assert.Equal(expected, actual);
                Assert.Equal(length, AesGcm.Open(kernel, key, s_nonce, actual, opened, s_associatedData));
                Assert.Equal(plaintext, opened);
                Assert.Equal(expected, AesGcm.Seal(key, s_nonce, plaintext, s_associatedData));
                Assert.Equal(plaintext, AesGcm.Open(key, s_nonce, expected, s_associatedData));

                actual[length / 2] ^= 1;
                opened.AsSpan().Fill(0xA5);
                Assert.Throws<AuthenticationTagMismatchException>(
                    () => AesGcm.Open(kernel, key, s_nonce, actual, opened, s_associatedData));
                Assert.All(opened, b => Assert.Equal(0, b));
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Ciphertext_with_all_axes_at_random_is_right(string id)
    {
        var cases = from keyBytes in Gen.Elements(16, 24, 32)
                    from tagBytes in Gen.Choose(12, 16)
                    from length in Gen.Frequency((3, Gen.Choose(0, 300)), (1, Gen.Choose(0, 4096)))
                    from associated in Gen.Frequency((1, Gen.Constant(0)), (3, Gen.Choose(0, 600)))
                    from start in Gen.Choose(0, 63)
                    from target in Gen.Choose(0, 63)
                    from inPlace in Gen.Elements(true, false)
                    select (keyBytes, tagBytes, length, associated, start, target, inPlace);
        Prop.ForAll(cases.ToArbitrary(), c =>
        {
            using var pair = new Pair(id, c.keyBytes, c.tagBytes);
            var source = s_message.ToArray();
            var input = source.AsSpan(c.start, c.length);
            var output = c.inPlace ? input : new byte[5000].AsSpan(c.target, c.length);
            pair.Check(input, output, s_associatedData.AsSpan(c.target, c.associated));
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(400).WithQuietOnSuccess(true));
    }

    /// <summary>One key on both sides.</summary>
    private sealed class Pair : IDisposable
    {
        private readonly AesGcm _ours;
        private readonly OracleGcm _theirs;
        private readonly int _tagBytes;

        public Pair(string id, int keyBytes = 16, int tagBytes = TagBytes)
        {
            var key = s_key.AsSpan(0, keyBytes);
            _ours = new AesGcm(KernelMatrix.Find(Algorithms.AesGcm.Kernels, id), key, tagBytes);
            _theirs = new OracleGcm(key, tagBytes);
            _tagBytes = tagBytes;
        }

        /// <summary>Encrypts on both sides, and decrypts in the place where the plaintext was.</summary>
        public void Check(Span<byte> plaintext, Span<byte> ciphertext, ReadOnlySpan<byte> associatedData)
        {
            byte[] original = plaintext.ToArray(), expected = new byte[plaintext.Length];
            byte[] expectedTag = new byte[_tagBytes], tag = new byte[_tagBytes];
            _theirs.Encrypt(s_nonce, original, expected, expectedTag, associatedData);
            _ours.Encrypt(s_nonce, plaintext, ciphertext, tag, associatedData);
            Assert.True(ciphertext.SequenceEqual(expected), $"ciphertext of {original.Length} bytes");
            Assert.True(tag.AsSpan().SequenceEqual(expectedTag), $"tag of {original.Length} and {associatedData.Length} bytes");

            _ours.Decrypt(s_nonce, ciphertext, tag, plaintext, associatedData);
            Assert.True(plaintext.SequenceEqual(original), $"plaintext of {original.Length} bytes");
        }

        public void Dispose()
        {
            _ours.Dispose();
            _theirs.Dispose();
        }
    }
}
