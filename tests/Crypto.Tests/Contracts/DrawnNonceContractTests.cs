using System;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What AEADs that draw their nonces promise, besides <see cref="AeadContractTests"/>.</summary>
public class DrawnNonceContractTests
{
    private static readonly byte[] s_key = TestBytes.Random(32, 1);

    public static TheoryData<string> Names => [.. DrawnNonceFace.Names];

    [Theory, MemberData(nameof(Names))]
    public void Bad_arguments_are_refused_and_the_object_stays_usable(string name)
    {
        using var aead = DrawnNonceFace.Create(name, s_key);
        byte[] text = new byte[5], sealedText = aead.SealArrays(text);
        Outcome.Throws<ArgumentNullException>("key", () => DrawnNonceFace.Create(name, null!).Dispose());
        Outcome.Throws<ArgumentNullException>("plaintext", () => aead.SealArrays(null!));
        Outcome.Throws<ArgumentNullException>("ciphertext", () => aead.OpenArrays(null!));
        Outcome.Throws<ArgumentNullException>("key", () => aead.SealArraysOnce(null!, text, null));
        Outcome.Throws<ArgumentNullException>("plaintext", () => aead.SealArraysOnce(s_key, null!, null));
        Outcome.Throws<ArgumentNullException>("key", () => aead.OpenArraysOnce(null!, sealedText, null));
        Outcome.Throws<ArgumentNullException>("ciphertext", () => aead.OpenArraysOnce(s_key, null!, null));
        Outcome.Throws<ArgumentException>("destination", () => aead.Seal(text, new byte[44]));
        Outcome.Throws<ArgumentException>("destination", () => aead.Open(sealedText, new byte[4]));
        Outcome.Throws<ArgumentException>("destination", () => aead.SealOnce(s_key, text, new byte[44]));
        Outcome.Throws<ArgumentException>("destination", () => aead.OpenOnce(s_key, sealedText, new byte[4]));
        foreach (var keyBytes in new[] { 0, 16, 24, 31, 33, 64 })
        {
            Assert.Throws<CryptographicException>(() => DrawnNonceFace.Create(name, new byte[keyBytes]).Dispose());
            Assert.Throws<CryptographicException>(() => DrawnNonceFace.Create(name, new byte[keyBytes].AsSpan()).Dispose());
            Assert.Throws<CryptographicException>(() => aead.SealArraysOnce(new byte[keyBytes], text));
            Assert.Throws<CryptographicException>(() => aead.OpenArraysOnce(new byte[keyBytes], sealedText));
        }

        // Too short even for a nonce and a tag: not a mistake of the caller, but a message that cannot be authentic.
        for (var length = 0; length < 40; length++)
        {
            Assert.Throws<AuthenticationTagMismatchException>(() => aead.OpenArrays(new byte[length]));
            Assert.Throws<AuthenticationTagMismatchException>(() => aead.OpenArraysOnce(s_key, new byte[length]));
        }

        Assert.Equal(text, aead.OpenArrays(sealedText));
    }

    /// <summary>In place, a text lies where its ciphertext goes: 24 bytes after the nonce.</summary>
    [Theory, MemberData(nameof(Names))]
    public void Buffers_that_overlap_in_part_are_refused_before_anything_is_written(string name)
    {
        using var aead = DrawnNonceFace.Create(name, s_key);
        var original = TestBytes.Random(300, 3);
        var memory = (byte[])original.Clone();
        byte[] text = new byte[50], sealedText = aead.SealArrays(text);
        foreach (var shift in new[] { -49, -24, -1, 1, 24, 49 })
        {
            Refuses("destination", () => aead.Seal(At(124 + shift, 50), At(100, 90)));
            Refuses("destination", () => aead.SealOnce(s_key, At(124 + shift, 50), At(100, 90)));
            Refuses("destination", () => aead.Open(At(100, 90), At(124 + shift, 50)));
            Refuses("destination", () => aead.OpenOnce(s_key, At(100, 90), At(124 + shift, 50)));
        }

        foreach (var at in new[] { 109, 124, 173 })
        {
            Refuses("associatedData", () => aead.Seal(text, At(100, 90), At(at, 16)));
            Refuses("associatedData", () => aead.Open(sealedText, At(124, 50), At(at, 16)));
        }

        // The tag is still to be read.
        Refuses("destination", () => aead.Open(At(100, 90), At(180, 50)));

        Assert.Equal(original, memory);
        Assert.Equal(text, aead.OpenArrays(sealedText));

        Span<byte> At(int offset, int count) => memory.AsSpan(offset, count);

        static void Refuses(string parameter, Action call) => Outcome.Throws<ArgumentException>(parameter, call);
    }

    /// <summary>The nonce and the tag are written after all else was read, and the nonce is read before all else.</summary>
    [Theory, MemberData(nameof(Names))]
    public void Text_and_data_in_the_place_of_the_nonce_and_the_tag_are_taken(string name)
    {
        const int Bytes = 20, Sealed = Bytes + 40;
        using var aead = DrawnNonceFace.Create(name, s_key);
        foreach (var (textAt, dataAt) in new[] { (85, 0), (150, 0), (0, 85), (0, 150), (104, 150), (150, 104) })
        {
            // The nonce is at 100, the ciphertext at 124, the tag at 144.
            var memory = TestBytes.Random(300, 3);
            byte[] text = memory.AsSpan(textAt, Bytes).ToArray(), data = memory.AsSpan(dataAt, Bytes).ToArray();
            aead.Seal(memory.AsSpan(textAt, Bytes), memory.AsSpan(100, Sealed), memory.AsSpan(dataAt, Bytes));
            Assert.Equal(text, aead.OpenArrays(memory.AsSpan(100, Sealed).ToArray(), data));
            foreach (var at in new[] { 85, 100, 104, 124 })
            {
                var copy = (byte[])memory.Clone();
                Assert.Equal(Bytes, aead.Open(copy.AsSpan(100, Sealed), copy.AsSpan(at, Bytes), data));
                Assert.Equal(text, copy.AsSpan(at, Bytes).ToArray());
            }
        }
    }

    [Theory, MemberData(nameof(Names))]
    public void Disposed_object_seals_and_opens_nothing(string name)
    {
        var aead = DrawnNonceFace.Create(name, s_key);
        var sealedText = aead.SealArrays(new byte[100]);
        aead.Dispose();
        byte[] output = [.. Enumerable.Repeat((byte)0xA5, 140)];
        Assert.Throws<ObjectDisposedException>(() => aead.Seal(new byte[100], output));
        Assert.Equal(new byte[100], output.AsSpan(24, 100).ToArray());
        output.AsSpan().Fill(0xA5);
        Assert.Throws<ObjectDisposedException>(() => aead.Open(sealedText, output));
        Assert.Equal(new byte[100], output.AsSpan(0, 100).ToArray());
        Assert.Throws<ObjectDisposedException>(() => aead.SealArrays(output));
        Assert.Throws<ObjectDisposedException>(() => aead.OpenArrays(sealedText));
    }

    [Theory, MemberData(nameof(Names))]
    public void Calls_with_spans_allocate_nothing_and_calls_with_arrays_their_result(string name)
    {
        using var aead = DrawnNonceFace.Create(name, s_key);
        byte[] text = new byte[100], buffer = new byte[140], sealedText = aead.SealArrays(text, s_key);
        Assert.Equal(0, Outcome.Allocated(() => aead.Seal(text, buffer, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => aead.Open(sealedText, buffer, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => aead.SealOnce(s_key, text, buffer, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => aead.OpenOnce(s_key, sealedText, buffer, s_key)));

        var sealedBytes = Outcome.Allocated(() => GC.KeepAlive(new byte[140]));
        var openedBytes = Outcome.Allocated(() => GC.KeepAlive(new byte[100]));
        Assert.Equal(sealedBytes, Outcome.Allocated(() => aead.SealArrays(text, s_key)));
        Assert.Equal(openedBytes, Outcome.Allocated(() => aead.OpenArrays(sealedText, s_key)));
        Assert.Equal(sealedBytes, Outcome.Allocated(() => aead.SealArraysOnce(s_key, text, s_key)));
        Assert.Equal(openedBytes, Outcome.Allocated(() => aead.OpenArraysOnce(s_key, sealedText, s_key)));
    }
}
