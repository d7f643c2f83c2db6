using System;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Vectors;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>What AES-SIV alone must do, besides <see cref="AeadTests"/>, on every kernel of AES: any number of associated data.</summary>
public class AesSivTests
{
    private const int TagBytes = 16, MostStrings = 126;

    private static readonly byte[] s_key = TestBytes.Random(64, 1);
    private static readonly byte[] s_nonce = TestBytes.Random(16, 2);
    private static readonly byte[] s_text = TestBytes.Random(3000, 3);
    private static readonly byte[] s_data = TestBytes.Random(3000, 4);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.AesSiv);

    /// <summary>RFC 5297, appendixes A.1 and A.2.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Examples_of_RFC_5297_come_out(string id)
    {
        (string Key, string[] Data, string Nonce, string Text, string Output)[] examples =
        [
            (
                "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
                ["101112131415161718191a1b1c1d1e1f2021222324252627"],
                "",
                "112233445566778899aabbccddee",
                "85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c"),
            (
                "7f7e7d7c7b7a79787776757473727170404142434445464748494a4b4c4d4e4f",
                ["00112233445566778899aabbccddeeffdeaddadadeaddadaffeeddccbbaa99887766554433221100", "102030405060708090a0"],
                "09f911029d74e35bd84156c5635688c0",
                "7468697320697320736f6d6520706c61696e7465787420746f20656e6372797074207573696e67205349562d414553",
                "7bdb6e3b432667eb06f4d14bff2fbd0fcb900f2fddbe404326601965c889bf17dba77ceb094fa663b7a3f748ba8af829ea64ad544a272e9c485b62a3fd5c0d"),
        ];
        foreach (var (key, data, nonce, text, output) in examples)
        {
            using var siv = new AesSiv(KernelMatrix.Find(Algorithms.AesSiv, id), Hex.Bytes(key));
            var associatedData = data.Select(one => (ReadOnlyMemory<byte>)Hex.Bytes(one)).ToArray();
            byte[] sealedText = new byte[output.Length / 2], opened = new byte[text.Length / 2];
            Assert.Equal(sealedText.Length, siv.Seal(Hex.Bytes(nonce), Hex.Bytes(text), sealedText, associatedData));
            Assert.Equal(Hex.Bytes(output), sealedText);
            Assert.Equal(opened.Length, siv.Open(Hex.Bytes(nonce), sealedText, opened, associatedData));
            Assert.Equal(Hex.Bytes(text), opened);
        }
    }

    /// <summary>None to the most, of lengths up to several chunks, with a nonce and without.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Any_number_of_associated_data_is_authenticated(string id)
    {
        foreach (var keyBytes in (int[])[32, 48, 64])
        {
            var key = s_key.AsSpan(0, keyBytes).ToArray();
            using var siv = new AesSiv(KernelMatrix.Find(Algorithms.AesSiv, id), key);
            foreach (var nonce in (byte[][])[[], s_nonce])
            {
                var most = nonce.Length == 0 ? MostStrings : MostStrings - 1;
                foreach (var count in (int[])[0, 1, 2, 3, 17, most])
                {
                    var text = s_text.AsSpan(0, 37 * count % 1100).ToArray();
                    var data = Enumerable.Range(0, count).Select(i => s_data.AsSpan(i, (count - i) * (count - i) * 7 % 2500).ToArray()).ToArray();
                    Check(siv, new ReferenceSiv(key), nonce, text, data);
                }
            }
        }
    }

    /// <summary>Of texts and of strings, around what is gathered and what goes in chunks.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Every_length_is_right(string id)
    {
        using var siv = new AesSiv(KernelMatrix.Find(Algorithms.AesSiv, id), s_key);
        var reference = new ReferenceSiv(s_key);
        foreach (var length in TestBytes.LengthsTo(80).Concat([.. Enumerable.Range(500, 60), .. Enumerable.Range(1010, 70), .. Enumerable.Range(2030, 80)]))
        {
            Check(siv, reference, [], s_text.AsSpan(0, length).ToArray(), []);
            Check(siv, reference, s_nonce, [1], [s_data.AsSpan(0, length).ToArray()]);
        }
    }

    [Fact]
    public void One_string_is_what_the_other_members_take_and_none_is_not()
    {
        using var siv = new AesSiv(s_key);
        byte[] text = s_text.AsSpan(0, 40).ToArray(), other = new byte[56];
        foreach (var data in (byte[][])[[], [1, 2, 3]])
        {
            siv.Seal(s_nonce, text, other, [data]);
            Assert.Equal(siv.SealToArray(s_nonce, text, data), other);
        }

        siv.Seal(s_nonce, text, other, Array.Empty<ReadOnlyMemory<byte>>());
        Assert.NotEqual(siv.SealToArray(s_nonce, text), other);

        // A nonce is the last string.
        siv.Seal([], text, other, [s_data, s_nonce]);
        Assert.Equal(siv.SealToArray(s_nonce, text, s_data), other);
    }

    [Fact]
    public void Strings_that_are_joined_split_or_in_another_order_are_refused()
    {
        using var siv = new AesSiv(s_key);
        byte[] text = s_text.AsSpan(0, 40).ToArray(), sealedText = new byte[56], opened = new byte[40];
        siv.Seal(s_nonce, text, sealedText, [new byte[] { 1, 2 }, new byte[] { 3 }]);
        Assert.Equal(40, siv.Open(s_nonce, sealedText, opened, [new byte[] { 1, 2 }, new byte[] { 3 }]));
        ReadOnlyMemory<byte>[][] others =
        [
            [], [new byte[] { 1, 2, 3 }], [new byte[] { 1 }, new byte[] { 2, 3 }], [new byte[] { 3 }, new byte[] { 1, 2 }],
            [new byte[] { 1, 2 }], [new byte[] { 1, 2 }, new byte[] { 3 }, default], [default, new byte[] { 1, 2 }, new byte[] { 3 }],
        ];
        foreach (var data in others)
        {
            opened.AsSpan().Fill(0xA5);
            Assert.Throws<AuthenticationTagMismatchException>(() => siv.Open(s_nonce, sealedText, opened, data));
            Assert.All(opened, b => Assert.Equal(0, b));
        }
    }

    [Fact]
    public void Bad_arguments_with_several_strings_are_refused_before_anything_is_written()
    {
        using var siv = new AesSiv(s_key);
        var memory = s_text.AsSpan(0, 200).ToArray();
        byte[] tooLong = new byte[65], text = new byte[50], tag = new byte[TagBytes];
        ReadOnlyMemory<byte>[] most = new ReadOnlyMemory<byte>[MostStrings], tooMany = new ReadOnlyMemory<byte>[MostStrings + 1];

        Refuses("nonce", () => siv.Encrypt(tooLong, text, At(0, 50), tag, most.AsSpan(1)));
        Refuses("nonce", () => siv.Decrypt(tooLong, text, tag, At(0, 50), most.AsSpan(1)));
        Refuses("nonce", () => siv.Seal(tooLong, text, At(0, 66), most.AsSpan(1)));
        Refuses("nonce", () => siv.Open(tooLong, new byte[66], At(0, 50), most.AsSpan(1)));
        Refuses("tag", () => siv.Encrypt([], text, At(0, 50), new byte[15], most));
        Refuses("tag", () => siv.Decrypt([], text, new byte[17], At(0, 50), most));
        Refuses(null, () => siv.Encrypt([], text, At(0, 49), tag, most));
        Refuses(null, () => siv.Decrypt([], text, tag, At(0, 51), most));
        Refuses("tag", () => siv.Encrypt([], text, At(0, 50), At(49, 16), most));
        Refuses("destination", () => siv.Seal([], text, At(0, 65), most));
        Refuses("destination", () => siv.Open([], new byte[66], At(0, 49), most));
        Refuses("destination", () => siv.Seal([], At(0, 50), At(0, 66), most));
        Refuses("destination", () => siv.Open([], At(0, 66), At(0, 50), most));
        Refuses("destination", () => siv.Open([], At(50, 66), At(15, 50), most));
        foreach (var (nonce, data) in new[] { (Array.Empty<byte>(), tooMany), (s_nonce, most) })
        {
            Refuses("associatedData", () => siv.Encrypt(nonce, text, At(0, 50), tag, data));
            Refuses("associatedData", () => siv.Decrypt(nonce, text, tag, At(0, 50), data));
            Refuses("associatedData", () => siv.Seal(nonce, text, At(0, 66), data));
            Refuses("associatedData", () => siv.Open(nonce, new byte[66], At(0, 50), data));
        }

        for (var length = 0; length < TagBytes; length++)
            Assert.Throws<AuthenticationTagMismatchException>(() => siv.Open([], new byte[length], [], most));
        Assert.Equal(s_text.AsSpan(0, 200).ToArray(), memory);

        Span<byte> At(int offset, int count) => memory.AsSpan(offset, count);

        static void Refuses(string? parameter, Action call) => Assert.Equal(parameter, Assert.Throws<ArgumentException>(call).ParamName);
    }

    /// <summary>Associated data are read before anything is written; of the others, what must be is copied.</summary>
    [Fact]
    public void What_overlaps_is_done_right_with_several_strings()
    {
        using var siv = new AesSiv(s_key);
        var reference = new ReferenceSiv(s_key);
        for (var shift = -40; shift <= 40; shift++)
        {
            var memory = s_text.AsSpan(0, 300).ToArray();
            Memory<byte> text = memory.AsMemory(100, 33), output = memory.AsMemory(100 + shift, 33), data = memory.AsMemory(90, 30);
            byte[] original = text.ToArray(), tag = new byte[TagBytes];
            var (c, v) = reference.Encrypt([data.ToArray(), s_nonce], original);
            siv.Encrypt(s_nonce, text.Span, output.Span, tag, [data]);
            Assert.Equal(c, output.ToArray());
            Assert.Equal(v, tag);

            // The tag, too, where it is written over.
            var moved = new byte[300];
            s_data.AsSpan(0, 70).CopyTo(moved.AsSpan(20));
            (c, v) = reference.Encrypt([s_data.AsSpan(0, 70).ToArray(), s_nonce], original);
            c.CopyTo(moved, 100);
            v.CopyTo(moved, 133);
            siv.Decrypt(s_nonce, moved.AsSpan(100, 33), moved.AsSpan(133, 16), moved.AsSpan(100 + shift, 33), [moved.AsMemory(20, 70)]);
            Assert.Equal(original, moved.AsSpan(100 + shift, 33).ToArray());
        }
    }

    [Fact]
    public void Calls_with_several_strings_allocate_nothing_and_a_disposed_object_refuses_them()
    {
        var siv = new AesSiv(s_key);
        byte[] text = new byte[50], ciphertext = new byte[50], tag = new byte[TagBytes], sealedText = new byte[66];
        ReadOnlyMemory<byte>[] data = [s_nonce, s_data];
        Assert.Equal(0, Contracts.Outcome.Allocated(() => siv.Encrypt(s_nonce, text, ciphertext, tag, data)));
        Assert.Equal(0, Contracts.Outcome.Allocated(() => siv.Decrypt(s_nonce, ciphertext, tag, text, data)));
        Assert.Equal(0, Contracts.Outcome.Allocated(() => siv.Seal(s_nonce, text, sealedText, data)));
        Assert.Equal(0, Contracts.Outcome.Allocated(() => siv.Open(s_nonce, sealedText, text, data)));
        siv.Dispose();
        foreach (var call in (Action[])
        [
            () => siv.Encrypt(s_nonce, text, ciphertext, tag, data), () => siv.Decrypt(s_nonce, ciphertext, tag, text, data),
            () => siv.Seal(s_nonce, text, sealedText, data), () => siv.Open(s_nonce, sealedText, text, data),
        ])
        {
            Assert.Equal(typeof(AesSiv).FullName, Assert.Throws<ObjectDisposedException>(call).ObjectName);
        }
    }

    private static void Check(AesSiv siv, ReferenceSiv reference, byte[] nonce, byte[] text, byte[][] data)
    {
        byte[] ciphertext = new byte[text.Length], tag = new byte[TagBytes], opened = new byte[text.Length], sealedText = new byte[text.Length + TagBytes];
        var associatedData = data.Select(one => (ReadOnlyMemory<byte>)one).ToArray();
        var (c, v) = reference.Encrypt(nonce.Length == 0 ? data : [.. data, nonce], text);
        var what = $"{text.Length} bytes with {data.Length} strings and a nonce of {nonce.Length} bytes";
        siv.Encrypt(nonce, text, ciphertext, tag, associatedData);
        Assert.True(c.AsSpan().SequenceEqual(ciphertext) && v.AsSpan().SequenceEqual(tag), what);
        siv.Decrypt(nonce, ciphertext, tag, opened, associatedData);
        Assert.True(opened.AsSpan().SequenceEqual(text), what);
        siv.Seal(nonce, text, sealedText, associatedData);
        Assert.True(sealedText.AsSpan(0, TagBytes).SequenceEqual(v) && sealedText.AsSpan(TagBytes).SequenceEqual(c), what);
        opened.AsSpan().Clear();
        siv.Open(nonce, sealedText, opened, associatedData);
        Assert.True(opened.AsSpan().SequenceEqual(text), what);
    }
}
