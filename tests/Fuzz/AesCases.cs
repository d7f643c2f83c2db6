using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using BclAes = System.Security.Cryptography.Aes;

namespace ManagedCrypto.Fuzz;

/// <summary>ECB, CBC and CFB with all paddings, in one call and in pieces. The oracle is .NET's Aes.</summary>
internal sealed class AesCases(AesKernel kernel)
{
    private const int Block = 16, Reach = 40;
    private const byte Untouched = 0x5A;

    /// <summary>One call, into a destination that may be too short, or lie across the source.</summary>
    public void OneShot(Case c)
    {
        var (mode, padding, decrypt) = Settings(c);
        using BclAes ours = new Aes(kernel), theirs = BclAes.Create();
        ours.Key = theirs.Key = Key(c);
        var iv = c.Choices.Bytes("iv", Block);
        var message = decrypt ? Ciphertext(c, mode, theirs, iv, padding) : Plaintext(c, mode, padding);
        var room = Math.Max(0, message.Length + Block - c.Choices.Draw("missing", c.Choices.Rarely("short", 8) ? Reach : 0));
        var (source, destination) = c.PlaceTwo(message, room, Reach);
        var placedIv = c.Place(iv);
        var isApart = !source.Span.Overlaps(destination.Span);
        if (isApart)
            destination.Span.Fill(Untouched);

        var done = c.SameOutcome(
            () => Refusing(message, () => Answer(theirs, message, iv, new byte[room])),
            () => Answer(ours, source.Span, placedIv.Span, destination.Span),
            $"{mode} {padding} {(decrypt ? "decryption" : "encryption")} of {message.Length} bytes into {room}");
        if (!isApart)
            return;

        c.Same(message, source.Span, "the source");
        var after = destination.Span.TrimStart((byte)0);
        if (!done && after.ContainsAnyExcept(Untouched))
            throw new FindingException("a refused call left something in the destination");

        byte[] Answer(BclAes aes, ReadOnlySpan<byte> from, ReadOnlySpan<byte> ivBytes, Span<byte> to)
        {
            var fits = decrypt
                ? mode.TryDecrypt(aes, from, ivBytes, to, padding, out var written)
                : mode.TryEncrypt(aes, from, ivBytes, to, padding, out written);
            var result = to[..written].ToArray();
            if (!decrypt && fits)
                result = Comparable(mode, theirs, iv, padding, result);
            return [fits ? (byte)1 : (byte)0, .. result];
        }
    }

    /// <summary>A transform given a message in pieces, itself or through a CryptoStream, and then given it again.</summary>
    public void Transform(Case c)
    {
        var (mode, padding, decrypt) = Settings(c);
        byte[] key = Key(c), iv = c.Choices.Bytes("iv", Block);
        using BclAes ours = mode.Set(new Aes(kernel), key, iv, padding), theirs = mode.Set(BclAes.Create(), key, iv, padding);
        var message = decrypt ? Ciphertext(c, mode, theirs, iv, padding) : Plaintext(c, mode, padding);
        var pieces = c.Pieces(message.Length);
        var feed = c.Choices.Pick("way", new Func<ICryptoTransform, byte[], int[], byte[]>[] { Blocks, Written, Read });
        using ICryptoTransform ourTransform = decrypt ? ours.CreateDecryptor() : ours.CreateEncryptor(),
            theirTransform = decrypt ? theirs.CreateDecryptor() : theirs.CreateEncryptor();
        var what = $"{mode} {padding} {(decrypt ? "decryptor" : "encryptor")}, {message.Length} bytes";
        var done = c.SameOutcome(
            () => Refusing(message, () => Answer(theirTransform)), () => Answer(ourTransform), what);
        if (done && c.Choices.Flag("again"))
            c.SameOutcome(() => Answer(theirTransform), () => Answer(ourTransform), what + " again");

        byte[] Answer(ICryptoTransform transform)
        {
            var result = feed(transform, message, pieces);
            return decrypt ? result : Comparable(mode, theirs, iv, padding, result);
        }
    }

    /// <summary>RFC 5649, of messages of up to 1,024 bytes: wrapping takes six calls for every eight of them.</summary>
    public void KeyWrap(Case c)
    {
        using BclAes ours = new Aes(kernel), theirs = BclAes.Create();
        ours.Key = theirs.Key = Key(c);
        var plaintext = c.Choices.Bytes("text", c.Choices.ShortLength("length"));
        var wrapped = new byte[((plaintext.Length + 7) / 8 * 8) + 8];
        var source = c.Place(plaintext);
        var destination = c.Place(wrapped.Length);
        if (!c.SameOutcome(
            () => Wrapped(theirs, plaintext, wrapped),
            () => Wrapped(ours, source.Span, destination.Span),
            $"{plaintext.Length} bytes wrapped"))
            return;

        if (c.Choices.Rarely("forged", 4))
            wrapped[c.Choices.Draw("at", wrapped.Length - 1)] ^= (byte)(1 + c.Choices.Draw("difference", 254));
        var room = Math.Max(0, wrapped.Length - 8 - c.Choices.Draw("missing", c.Choices.Rarely("short", 8) ? Reach : 0));
        var unwrapped = c.Place(room);
        var placedWrapped = c.Place(wrapped);
        c.SameOutcome(
            () => Unwrapped(theirs, wrapped, new byte[room]),
            () => Unwrapped(ours, placedWrapped.Span, unwrapped.Span),
            $"{wrapped.Length} bytes unwrapped into {room}");

        static byte[] Wrapped(BclAes aes, ReadOnlySpan<byte> from, Span<byte> to)
        {
            aes.EncryptKeyWrapPadded(from, to);
            return to.ToArray();
        }

        static byte[] Unwrapped(BclAes aes, ReadOnlySpan<byte> from, Span<byte> to)
        {
            var fits = aes.TryDecryptKeyWrapPadded(from, to, out var written);
            return [fits ? (byte)1 : (byte)0, .. to[..written]];
        }
    }

    /// <summary>RFC 3394, of messages of up to 1,024 bytes. The oracle is written from it on .NET's ECB.</summary>
    public void WholeKeyWrap(Case c)
    {
        using var ours = new Aes(kernel);
        ours.Key = Key(c);
        var plaintext = c.Choices.Bytes("text", 16 + (c.Choices.ShortLength("length") & -8));
        var expected = ReferenceKeyWrap.Wrap(ours.Key, plaintext);
        Placed source = c.Place(plaintext), destination = c.Place(expected.Length), unwrapped = c.Place(plaintext.Length);
        ours.EncryptKeyWrap(source.Span, destination.Span);
        c.Same(expected, destination.Span, $"{plaintext.Length} bytes wrapped");
        ours.DecryptKeyWrap(destination.Span, unwrapped.Span);
        c.Same(plaintext, unwrapped.Span, $"{expected.Length} bytes unwrapped");

        expected[c.Choices.Draw("at", expected.Length - 1)] ^= (byte)(1 + c.Choices.Draw("difference", 254));
        c.Refused<CryptographicException>(() => ours.DecryptKeyWrap(expected), "a changed byte");
    }

    /// <summary>In CFB8 .NET runs off messages that are shorter than the padding that they claim.</summary>
    public static byte[] Refusing(byte[]? message, Func<byte[]> theirs)
    {
        try
        {
            return theirs();
        }
        catch (Exception exception) when (
            exception is IndexOutOfRangeException or ArgumentOutOfRangeException { ParamName: not "paddingMode" }
            && message?.Length is > 0 and < Block)
        {
            throw new CryptographicException("", exception);
        }
    }

    private static (AesMatrix Mode, PaddingMode Padding, bool Decrypt) Settings(Case c) => (
        c.Choices.Pick("mode", AesMatrix.Modes), c.Choices.Pick("padding", AesMatrix.Paddings), c.Choices.Flag("decrypt"));

    private static byte[] Key(Case c) => c.Choices.Bytes("key", c.Choices.Pick("key bytes", AesMatrix.KeyBytes));

    private static byte[] Plaintext(Case c, AesMatrix mode, PaddingMode padding)
    {
        var length = c.Choices.Length("length");
        if (padding == PaddingMode.None && !c.Choices.Rarely("ragged", 20))
            length -= length % mode.Unit;
        return c.Choices.Bytes("text", length);
    }

    /// <summary>One with the padding at its end, as a rule; or with something like it; or anything.</summary>
    private static byte[] Ciphertext(Case c, AesMatrix mode, BclAes theirs, byte[] iv, PaddingMode padding)
    {
        var text = Plaintext(c, mode, padding);
        if (!c.Choices.Rarely("unpadded", 4) && (padding != PaddingMode.None || text.Length % mode.Unit == 0))
        {
            // Random padding would not be the same again.
            return mode.Encrypt(theirs, text, iv, padding == PaddingMode.ISO10126 ? PaddingMode.ANSIX923 : padding);
        }

        if (c.Choices.Rarely("ragged", 20) && text.Length % mode.Unit != 0)
            return text;
        text = text[..^(text.Length % mode.Unit)];
        if (text.Length > 0)
            text[^1] = (byte)c.Choices.Draw("last byte", Block + 1);
        return mode.Encrypt(theirs, text, iv, PaddingMode.None);
    }

    /// <summary>A ciphertext, or, since random padding makes each its own, what .NET decrypts it to.</summary>
    public static byte[] Comparable(AesMatrix mode, BclAes theirs, byte[] iv, PaddingMode padding, byte[] ciphertext) =>
        padding == PaddingMode.ISO10126 ? mode.Decrypt(theirs, ciphertext, iv, padding) : ciphertext;

    private static byte[] Blocks(ICryptoTransform transform, byte[] message, int[] pieces)
    {
        using var result = new MemoryStream();
        var done = 0;
        foreach (var piece in pieces)
        {
            var whole = piece / Block * Block;
            if (whole == 0)
                continue;
            var output = new byte[whole + 1];
            result.Write(output, 1, transform.TransformBlock(message, done, whole, output, 1));
            done += whole;
        }

        result.Write(transform.TransformFinalBlock(message, done, message.Length - done));
        return result.ToArray();
    }

    private static byte[] Written(ICryptoTransform transform, byte[] message, int[] pieces)
    {
        using var result = new MemoryStream();
        var stream = new CryptoStream(result, transform, CryptoStreamMode.Write);
        var done = 0;
        foreach (var piece in pieces)
        {
            stream.Write(message, done, piece);
            done += piece;
        }

        stream.FlushFinalBlock();
        return result.ToArray();
    }

    private static byte[] Read(ICryptoTransform transform, byte[] message, int[] pieces)
    {
        using var result = new MemoryStream();
        var stream = new CryptoStream(new MemoryStream(message), transform, CryptoStreamMode.Read);
        foreach (var piece in pieces)
        {
            var part = new byte[piece];
            result.Write(part, 0, stream.Read(part, 0, piece));
        }

        stream.CopyTo(result);
        return result.ToArray();
    }
}
