using System;
using System.Collections.Generic;
using System.Linq;
using FsCheck;
using FsCheck.Fluent;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>AES-GCM in pieces on every kernel: whatever the pieces, the result is that of the whole message.</summary>
public class AesGcmPiecesTests
{
    private const int TagBytes = 16;

    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_nonce = TestBytes.Random(12, 2);
    private static readonly byte[] s_message = TestBytes.Random(40_000, 3);
    private static readonly byte[] s_associatedData = TestBytes.Random(20_000, 4);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.AesGcm.Kernels);

    [Theory, MemberData(nameof(Kernels))]
    public void Text_in_any_two_pieces_is_sealed_and_opened(string id)
    {
        using var subject = new Subject(id);
        for (var length = 0; length <= 100; length++)
        {
            for (var split = 0; split <= length; split++)
                subject.Check(s_associatedData.AsSpan(0, 5), [], s_message.AsSpan(0, length), [split]);
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Associated_data_in_any_two_pieces_are_authenticated(string id)
    {
        using var subject = new Subject(id);
        for (var length = 0; length <= 70; length++)
        {
            for (var split = 0; split <= length; split++)
                subject.Check(s_associatedData.AsSpan(0, length), [split], s_message.AsSpan(0, 20), []);
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Message_of_every_length_comes_out_byte_by_byte_and_at_once(string id)
    {
        using var subject = new Subject(id);
        for (var length = 0; length <= 600; length++)
        {
            var pieces = length % 50 == 0 ? Enumerable.Repeat(1, length).ToArray() : [];
            subject.Check(s_associatedData.AsSpan(0, length), pieces, s_message.AsSpan(0, length), pieces);
        }
    }

    /// <summary>Among them those that a kernel, or the buffer of what is hashed alone, takes in several parts.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Pieces_with_all_axes_at_random_give_the_whole(string id)
    {
        var pieces = from count in Gen.Choose(0, 8)
                     from lengths in Gen.ArrayOf(
                         Gen.Frequency((4, Gen.Choose(0, 40)), (3, Gen.Choose(0, 25).Select(n => 16 * n)), (1, Gen.Choose(0, 9000))),
                         count)
                     select lengths;
        var cases = from keyBytes in Gen.Elements(16, 24, 32)
                    from tagBytes in Gen.Choose(12, 16)
                    from nonceBytes in Gen.Frequency((2, Gen.Constant(12)), (1, Gen.Choose(1, 300)))
                    from data in pieces
                    from text in pieces
                    from inPlace in Gen.Elements(true, false)
                    select (keyBytes, tagBytes, nonceBytes, data, text, inPlace);
        Prop.ForAll(cases.ToArbitrary(), c =>
        {
            using var subject = new Subject(id, c.keyBytes, c.tagBytes, TestBytes.Random(c.nonceBytes, c.nonceBytes));
            int dataBytes = Math.Min(c.data.Sum(), s_associatedData.Length), bytes = Math.Min(c.text.Sum(), s_message.Length);
            subject.Check(s_associatedData.AsSpan(0, dataBytes), c.data, s_message.AsSpan(0, bytes), c.text, c.inPlace);
        }).Check(RandomCases.Quietly(200));
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Memory_outside_the_pieces_is_not_touched(string id)
    {
        using GuardedBuffer keys = new(32), nonces = new(12), tags = new(TagBytes), sources = new(300), destinations = new(300);
        foreach (var atEnd in new[] { false, true })
        {
            using var sealer = new AesGcmSealer(Find(id), Place(keys, s_key, 32), Place(nonces, s_nonce, 12), TagBytes);
            using var opener = new AesGcmUnverifiedOpener(Find(id), Place(keys, s_key, 32), Place(nonces, s_nonce, 12), TagBytes);
            for (var length = 0; length <= 300; length++)
            {
                var data = Place(sources, s_associatedData, length);
                sealer.AppendAssociatedData(data);
                opener.AppendAssociatedData(data);
                for (var piece = 0; piece < 2; piece++)
                {
                    Span<byte> source = Place(sources, s_message, length), destination = Place(destinations, new byte[300], length);
                    sealer.Seal(source, destination);
                    source.Clear();
                    opener.OpenUnverified(destination, source);
                    Assert.True(source.SequenceEqual(s_message.AsSpan(0, length)), $"{length} bytes");
                }

                var tag = Place(tags, new byte[TagBytes], TagBytes);
                sealer.Finish(tag);
                opener.VerifyTag(tag);
                var next = BitConverter.GetBytes(length);
                sealer.Begin(next);
                opener.Begin(next);
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
    public void Message_with_any_bit_flipped_is_not_verified(string id)
    {
        using var gcm = new AesGcm(Find(id), s_key, TagBytes);
        using var opener = new AesGcmUnverifiedOpener(Find(id), s_key, s_nonce, TagBytes);
        foreach (var length in new[] { 0, 1, 33, 70 })
        {
            byte[] data = s_associatedData[..21], ciphertext = new byte[length], tag = new byte[TagBytes];
            gcm.Encrypt(s_nonce, s_message.AsSpan(0, length), ciphertext, tag, data);
            foreach (var part in new[] { tag, ciphertext, data })
            {
                for (var i = 0; i < part.Length; i++)
                {
                    part[i] ^= (byte)(1 << (i % 8));
                    Assert.False(Opens());
                    Assert.False(gcm.Verify(s_nonce, ciphertext, tag, data));
                    part[i] ^= (byte)(1 << (i % 8));
                }
            }

            Assert.True(Opens());
            Assert.True(gcm.Verify(s_nonce, ciphertext, tag, data));

            bool Opens()
            {
                opener.Begin(s_nonce);
                opener.AppendAssociatedData(data);
                opener.OpenUnverifiedToArray(ciphertext);
                return opener.TryVerifyTag(tag);
            }
        }
    }

    private static GcmKernel Find(string id) => KernelMatrix.Find(Algorithms.AesGcm.Kernels, id);

    /// <summary>One key and nonce: the whole message, and pieces of it.</summary>
    private sealed class Subject : IDisposable
    {
        private readonly AesGcm _whole;
        private readonly AesGcmSealer _sealer;
        private readonly AesGcmUnverifiedOpener _opener;
        private readonly byte[] _nonce;

        public Subject(string id, int keyBytes = 32, int tagBytes = TagBytes, byte[]? nonce = null)
        {
            var key = s_key.AsSpan(0, keyBytes);
            _nonce = nonce ?? s_nonce;
            _whole = new AesGcm(Find(id), key, tagBytes, takesAnyNonce: true);
            _sealer = new AesGcmSealer(Find(id), key, [1], tagBytes);
            _opener = new AesGcmUnverifiedOpener(Find(id), key, [1], tagBytes);
        }

        public void Check(ReadOnlySpan<byte> data, int[] dataPieces, ReadOnlySpan<byte> text, int[] textPieces, bool inPlace = false)
        {
            byte[] expected = new byte[text.Length], expectedTag = new byte[_sealer.TagSizeInBytes];
            _whole.Encrypt(_nonce, text, expected, expectedTag, data);
            var what = $"{data.Length} bytes of data as {string.Join(",", dataPieces)}, {text.Length} as {string.Join(",", textPieces)}";

            byte[] source = text.ToArray(), destination = inPlace ? source : new byte[text.Length];
            _sealer.Begin([2]);
            _sealer.Begin(_nonce);
            _opener.Begin(_nonce);
            foreach (var (start, length) in Pieces(dataPieces, data.Length))
            {
                _sealer.AppendAssociatedData(data.Slice(start, length));
                _opener.AppendAssociatedData(data.Slice(start, length));
            }

            foreach (var (start, length) in Pieces(textPieces, text.Length))
                Assert.Equal(length, _sealer.Seal(source.AsSpan(start, length), destination.AsSpan(start)));
            Assert.True(expected.AsSpan().SequenceEqual(destination), "sealed " + what);
            Assert.True(expectedTag.AsSpan().SequenceEqual(_sealer.Finish()), "tag of " + what);

            var opened = inPlace ? destination : new byte[text.Length];
            foreach (var (start, length) in Pieces(textPieces, text.Length))
                Assert.Equal(length, _opener.OpenUnverified(destination.AsSpan(start, length), opened.AsSpan(start)));
            Assert.True(text.SequenceEqual(opened), "opened " + what);
            Assert.True(_opener.TryVerifyTag(expectedTag), "verified " + what);
            Assert.True(_whole.Verify(_nonce, expected, expectedTag, data), "verified as a whole " + what);
        }

        public void Dispose()
        {
            _whole.Dispose();
            _sealer.Dispose();
            _opener.Dispose();
        }

        /// <summary>What the lengths leave is the last piece; what they have too much is none.</summary>
        private static IEnumerable<(int Start, int Length)> Pieces(int[] lengths, int bytes)
        {
            var start = 0;
            foreach (var length in lengths.Append(bytes))
            {
                var piece = Math.Min(length, bytes - start);
                yield return (start, piece);
                start += piece;
            }
        }
    }
}
