using System;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What sealing and opening of XAES-256-GCM promise, besides <see cref="AeadContractTests"/>.</summary>
public class XAes256GcmContractTests
{
    private static readonly byte[] s_key = TestBytes.Random(32, 1);

    [Fact]
    public void Bad_arguments_are_refused_and_the_object_stays_usable()
    {
        using var xaes = new XAes256Gcm(s_key);
        byte[] text = new byte[5], sealedText = xaes.Seal(text);
        Outcome.Throws<ArgumentNullException>("key", () => new XAes256Gcm(null!).Dispose());
        Outcome.Throws<ArgumentNullException>("plaintext", () => xaes.Seal(null!));
        Outcome.Throws<ArgumentNullException>("ciphertext", () => xaes.Open(null!));
        Outcome.Throws<ArgumentNullException>("key", () => XAes256Gcm.Seal(null!, text, null));
        Outcome.Throws<ArgumentNullException>("plaintext", () => XAes256Gcm.Seal(s_key, null!, null));
        Outcome.Throws<ArgumentNullException>("key", () => XAes256Gcm.Open(null!, sealedText, null));
        Outcome.Throws<ArgumentNullException>("ciphertext", () => XAes256Gcm.Open(s_key, null!, null));
        Outcome.Throws<ArgumentException>("destination", () => xaes.Seal(text, new byte[44].AsSpan()));
        Outcome.Throws<ArgumentException>("destination", () => xaes.Open(sealedText, new byte[4].AsSpan()));
        Outcome.Throws<ArgumentException>("destination", () => XAes256Gcm.Seal(s_key, text, new byte[44].AsSpan()));
        Outcome.Throws<ArgumentException>("destination", () => XAes256Gcm.Open(s_key, sealedText, new byte[4].AsSpan()));
        foreach (var keyBytes in new[] { 0, 16, 24, 31, 33, 64 })
        {
            Assert.Throws<CryptographicException>(() => new XAes256Gcm(new byte[keyBytes]).Dispose());
            Assert.Throws<CryptographicException>(() => new XAes256Gcm(new byte[keyBytes].AsSpan()).Dispose());
            Assert.Throws<CryptographicException>(() => XAes256Gcm.Seal(new byte[keyBytes], text));
            Assert.Throws<CryptographicException>(() => XAes256Gcm.Open(new byte[keyBytes], sealedText));
        }

        // Too short even for a nonce and a tag: not a mistake of the caller, but a message that cannot be authentic.
        for (var length = 0; length < 40; length++)
        {
            Assert.Throws<AuthenticationTagMismatchException>(() => xaes.Open(new byte[length]));
            Assert.Throws<AuthenticationTagMismatchException>(() => XAes256Gcm.Open(s_key, new byte[length]));
        }

        Assert.Equal(text, xaes.Open(sealedText));
    }

    /// <summary>In place, a text lies where its ciphertext goes: 24 bytes after the nonce.</summary>
    [Fact]
    public void Buffers_that_overlap_in_part_are_refused_before_anything_is_written()
    {
        using var xaes = new XAes256Gcm(s_key);
        var original = TestBytes.Random(300, 3);
        var memory = (byte[])original.Clone();
        byte[] text = new byte[50], sealedText = xaes.Seal(text);
        foreach (var shift in new[] { -49, -24, -1, 1, 24, 49 })
        {
            Refuses("destination", () => xaes.Seal(At(124 + shift, 50), At(100, 90)));
            Refuses("destination", () => XAes256Gcm.Seal(s_key, At(124 + shift, 50), At(100, 90)));
            Refuses("destination", () => xaes.Open(At(100, 90), At(124 + shift, 50)));
            Refuses("destination", () => XAes256Gcm.Open(s_key, At(100, 90), At(124 + shift, 50)));
        }

        foreach (var at in new[] { 109, 124, 173 })
        {
            Refuses("associatedData", () => xaes.Seal(text, At(100, 90), At(at, 16)));
            Refuses("associatedData", () => xaes.Open(sealedText, At(124, 50), At(at, 16)));
        }

        // The tag is still to be read.
        Refuses("destination", () => xaes.Open(At(100, 90), At(180, 50)));

        Assert.Equal(original, memory);
        Assert.Equal(text, xaes.Open(sealedText));

        Span<byte> At(int offset, int count) => memory.AsSpan(offset, count);

        static void Refuses(string parameter, Action call) => Outcome.Throws<ArgumentException>(parameter, call);
    }

    /// <summary>The nonce and the tag are written after all else was read, and the nonce is read before all else.</summary>
    [Fact]
    public void Text_and_data_in_the_place_of_the_nonce_and_the_tag_are_taken()
    {
        const int Bytes = 20, Sealed = Bytes + 40;
        using var xaes = new XAes256Gcm(s_key);
        foreach (var (textAt, dataAt) in new[] { (85, 0), (150, 0), (0, 85), (0, 150), (104, 150), (150, 104) })
        {
            // The nonce is at 100, the ciphertext at 124, the tag at 144.
            var memory = TestBytes.Random(300, 3);
            byte[] text = memory.AsSpan(textAt, Bytes).ToArray(), data = memory.AsSpan(dataAt, Bytes).ToArray();
            xaes.Seal(memory.AsSpan(textAt, Bytes), memory.AsSpan(100, Sealed), memory.AsSpan(dataAt, Bytes));
            Assert.Equal(text, xaes.Open(memory.AsSpan(100, Sealed).ToArray(), data));
            foreach (var at in new[] { 85, 100, 104, 124 })
            {
                var copy = (byte[])memory.Clone();
                Assert.Equal(Bytes, xaes.Open(copy.AsSpan(100, Sealed), copy.AsSpan(at, Bytes), data));
                Assert.Equal(text, copy.AsSpan(at, Bytes).ToArray());
            }
        }
    }

    [Fact]
    public void Disposed_object_seals_and_opens_nothing()
    {
        var xaes = new XAes256Gcm(s_key);
        var sealedText = xaes.Seal(new byte[100]);
        xaes.Dispose();
        byte[] output = [.. Enumerable.Repeat((byte)0xA5, 140)];
        Assert.Throws<ObjectDisposedException>(() => xaes.Seal(new byte[100], output.AsSpan()));
        Assert.Equal(new byte[100], output.AsSpan(24, 100).ToArray());
        output.AsSpan().Fill(0xA5);
        Assert.Throws<ObjectDisposedException>(() => xaes.Open(sealedText, output.AsSpan()));
        Assert.Equal(new byte[100], output.AsSpan(0, 100).ToArray());
        Assert.Throws<ObjectDisposedException>(() => xaes.Seal(output));
        Assert.Throws<ObjectDisposedException>(() => xaes.Open(sealedText));
    }

    [Fact]
    public void Calls_with_spans_allocate_nothing_and_calls_with_arrays_their_result()
    {
        using var xaes = new XAes256Gcm(s_key);
        byte[] text = new byte[100], buffer = new byte[140], sealedText = xaes.Seal(text, s_key);
        Assert.Equal(0, Outcome.Allocated(() => xaes.Seal(text, buffer.AsSpan(), s_key)));
        Assert.Equal(0, Outcome.Allocated(() => xaes.Open(sealedText, buffer.AsSpan(), s_key)));
        Assert.Equal(0, Outcome.Allocated(() => XAes256Gcm.Seal(s_key, text, buffer.AsSpan(), s_key)));
        Assert.Equal(0, Outcome.Allocated(() => XAes256Gcm.Open(s_key, sealedText, buffer.AsSpan(), s_key)));

        var sealedBytes = Outcome.Allocated(() => GC.KeepAlive(new byte[140]));
        var openedBytes = Outcome.Allocated(() => GC.KeepAlive(new byte[100]));
        Assert.Equal(sealedBytes, Outcome.Allocated(() => xaes.Seal(text, s_key)));
        Assert.Equal(openedBytes, Outcome.Allocated(() => xaes.Open(sealedText, s_key)));
        Assert.Equal(sealedBytes, Outcome.Allocated(() => XAes256Gcm.Seal(s_key, text, s_key)));
        Assert.Equal(openedBytes, Outcome.Allocated(() => XAes256Gcm.Open(s_key, sealedText, s_key)));
    }
}
