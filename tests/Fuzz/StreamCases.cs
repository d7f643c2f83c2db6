using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using BclAes = System.Security.Cryptography.Aes;

namespace ManagedCrypto.Fuzz;

/// <summary>The streams in CBC and in counter mode, written and read in any pieces and from any place. The oracle is .NET's Aes.</summary>
internal sealed class StreamCases(AesKernel kernel)
{
    private const int Block = 16;

    /// <summary>A text is written; and then a ciphertext read, which may have no padding, or not end with a block.</summary>
    public void Cbc(Case c)
    {
        byte[] key = CtrCases.Key(c), iv = c.Choices.Bytes("iv", Block);
        var padding = c.Choices.Pick("padding", AesMatrix.Paddings);
        using var theirs = AesMatrix.Cbc.Set(BclAes.Create(), key, iv, padding);
        var text = Text(c, padding);
        var what = $"{padding}, {text.Length} bytes";
        c.SameOutcome(
            () => AesCases.Comparable(AesMatrix.Cbc, theirs, iv, padding, Whole(theirs.CreateEncryptor(), text)),
            () => AesCases.Comparable(AesMatrix.Cbc, theirs, iv, padding, Written(c, key, iv, padding, text)),
            what + " written");

        // Without padding, a block's last byte is any; and a ciphertext that lacks bytes is none. .NET takes an empty one for an empty text;
        // here it is one that was cut short.
        var given = theirs.EncryptCbc(
            text.AsSpan(..^(text.Length % Block)), iv, c.Choices.Rarely("unpadded", 4) ? PaddingMode.None : PaddingMode.ANSIX923);
        if (c.Choices.Rarely("ragged", 20))
            given = given[..^c.Choices.Draw("missing", Math.Min(Block, given.Length))];
        what = $"{padding}, {given.Length} bytes read";
        if (given.Length == 0 && Array.IndexOf(AesMatrix.RemovablePaddings, padding) >= 0)
            c.Refused<CryptographicException>(() => Read(c, key, iv, padding, given), what);
        else
            c.SameOutcome(() => Whole(theirs.CreateDecryptor(), given), () => Read(c, key, iv, padding, given), what);
    }

    /// <summary>A text is written from any place on, parts of it once more, and it is read from any place.</summary>
    public void Ctr(Case c)
    {
        byte[] key = CtrCases.Key(c), counter = CtrCases.Counter(c);
        var text = c.Choices.Bytes("text", c.Choices.Length("length"));
        var start = CtrCases.Position(c, text.Length);
        using var beneath = new StreamBeneath { MostBytes = Most(c) };
        using (var stream = new AesCtrStream(kernel, beneath, key, counter, leaveOpen: true, start))
        {
            var done = 0;
            foreach (var piece in c.Pieces(text.Length))
            {
                stream.Write(text, done, piece);
                done += piece;
                if (c.Choices.Rarely("seek", 4))
                    stream.Position = start + (done = c.Choices.Draw("to", done));
            }

            stream.Write(text, done, text.Length - done);
        }

        c.Same(CtrCases.Expected(key, counter, text, start), beneath.ToArray(), $"{text.Length} bytes from {start} written");
        beneath.Position = 0;
        using var reading = new AesCtrStream(kernel, beneath, key, counter, leaveOpen: true, start);
        c.Same(text, All(c, reading), $"{text.Length} bytes from {start} read");
        ReadSomewhere(c, reading, text, start);
    }

    private static byte[] Text(Case c, PaddingMode padding)
    {
        var length = c.Choices.Length("length");
        if (padding == PaddingMode.None && !c.Choices.Rarely("ragged text", 20))
            length -= length % Block;
        return c.Choices.Bytes("text", length);
    }

    private static int Most(Case c) => c.Choices.Rarely("short reads", 4) ? 1 + c.Choices.ShortLength("most") : int.MaxValue;

    private static byte[] Whole(ICryptoTransform transform, byte[] message)
    {
        using (transform)
            return transform.TransformFinalBlock(message, 0, message.Length);
    }

    private byte[] Written(Case c, byte[] key, byte[] iv, PaddingMode padding, byte[] text)
    {
        using var destination = new MemoryStream();
        using var stream = new AesCbcEncryptingStream(kernel, destination, key, iv, padding, leaveOpen: true);
        var done = 0;
        foreach (var piece in c.Pieces(text.Length))
        {
            stream.Write(text, done, piece);
            done += piece;
            if (c.Choices.Rarely("flush", 4))
                stream.Flush();
        }

        stream.Complete();
        return destination.ToArray();
    }

    private byte[] Read(Case c, byte[] key, byte[] iv, PaddingMode padding, byte[] ciphertext)
    {
        using var source = new StreamBeneath { IsSeekable = c.Choices.Flag("seekable"), MostBytes = Most(c) };
        source.Write(ciphertext, 0, ciphertext.Length);
        source.Seek(0, SeekOrigin.Begin);
        using var stream = new AesCbcDecryptingStream(kernel, source, key, iv, padding, leaveOpen: true);
        var text = All(c, stream);
        if (stream.CanSeek)
            ReadSomewhere(c, stream, text, 0);
        return text;
    }

    private static byte[] All(Case c, Stream stream)
    {
        using var all = new MemoryStream();
        var buffer = c.Place(1 + c.Choices.Length("read"));
        for (int read; (read = stream.Read(buffer.Span)) > 0;)
            all.Write(buffer.Span[..read]);
        return all.ToArray();
    }

    private static void ReadSomewhere(Case c, Stream stream, byte[] text, long start)
    {
        for (var times = c.Choices.Draw("times", 4); times > 0; times--)
        {
            var place = c.Choices.Draw("place", text.Length);
            var part = c.Place(c.Choices.Draw("bytes", text.Length - place));
            stream.Position = start + place;
            stream.ReadExactly(part.Span);
            c.Same(text.AsSpan(place, part.Span.Length), part.Span, $"{part.Span.Length} bytes from {place}");
        }
    }
}
