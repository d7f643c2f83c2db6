using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

/// <summary>
/// Messages of some chunks, sealed and opened in one call and as streams, in any pieces, by any number of threads; with headers, chunks and
/// ends that were changed. The oracle is made of .NET's HMAC and AesGcm.
/// </summary>
internal sealed class CobblestoneCases(GcmKernel kernel)
{
    private const int Chunk = 16 * 1024, SaltBytes = 24, HeaderBytes = 56;

    public void Run(Case c)
    {
        byte[] key = c.Choices.Bytes("key", c.Choices.Flag("long key") ? 32 : 16), salt = c.Choices.Bytes("salt", SaltBytes);
        var context = c.Choices.Bytes("context", c.Choices.Flag("with context") ? c.Choices.ShortLength("context length") : 0);
        var length = Math.Max(0, (c.Choices.Draw("chunks", 3) * Chunk) + c.Choices.ShortLength("more") - c.Choices.Draw("less", 2));
        var text = c.Choices.Bytes("text", length);
        var options = new CobblestoneOptions { Parallelism = 1 + c.Choices.Draw("threads", 2) };
        var expected = ReferenceCobblestone.Seal(key, salt, context, text);
        var what = $"{length} bytes";

        if (c.Choices.Flag("sealed by stream"))
        {
            c.Same(expected, SealedByStream(c, key, salt, context, text, options), what + " sealed by a stream");
        }
        else
        {
            Placed message = c.Place(text), destination = c.Place(expected.Length);
            CobblestoneMessage.Seal(kernel, c.Place(key).Span, message.Span, destination.Span, c.Place(context).Span, options, salt);
            c.Same(expected, destination.Span, what + " sealed");
        }

        var isForged = c.Choices.Rarely("forged", 3);
        var given = isForged ? Forged(c, expected) : expected;
        var opened = c.Place(length);
        Func<byte[]> open = c.Choices.Flag("opened by stream") ? () => OpenedByStream(c, key, context, given, options) : () =>
        {
            CobblestoneMessage.Open(kernel, c.Place(key).Span, c.Place(given).Span, opened.Span, c.Place(context).Span, options);
            return opened.Span.ToArray();
        };
        if (isForged)
            c.Refused<AuthenticationTagMismatchException>(open, what + " forged");
        else
            c.Same(text, open(), what + " opened");
    }

    private static byte[] Forged(Case c, byte[] genuine)
    {
        var forged = (byte[])genuine.Clone();
        switch (c.Choices.Draw("forgery", 2))
        {
            case 0:
                forged[c.Choices.Draw("at", forged.Length - 1)] ^= (byte)(1 + c.Choices.Draw("difference", 254));
                return forged;
            case 1:
                forged[c.Choices.Draw("in header", HeaderBytes - 1)] ^= (byte)(1 + c.Choices.Draw("difference", 254));
                return forged;
            default:
                return forged[..c.Choices.Draw("bytes", forged.Length - 1)];
        }
    }

    private byte[] SealedByStream(Case c, byte[] key, byte[] salt, byte[] context, byte[] text, CobblestoneOptions options)
    {
        using var destination = new MemoryStream();
        using var stream = new CobblestoneSealingStream(kernel, destination, key, context, leaveOpen: true, options, salt);
        var done = 0;
        foreach (var piece in c.Pieces(text.Length))
        {
            stream.Write(text, done, piece);
            done += piece;
            if (c.Choices.Rarely("flush", 4))
                stream.Flush();
        }

        stream.Write(text, done, text.Length - done);
        stream.Complete();
        return destination.ToArray();
    }

    private byte[] OpenedByStream(Case c, byte[] key, byte[] context, byte[] ciphertext, CobblestoneOptions options)
    {
        using var source = new MemoryStream(ciphertext);
        using var stream = new CobblestoneOpeningStream(kernel, source, key, context, leaveOpen: true, options);
        using var text = new MemoryStream();
        if (c.Choices.Flag("length first"))
        {
            var length = stream.Length;
            c.SameValue(Cobblestone.GetMessageLength(ciphertext.Length), length, "length");
        }

        var buffer = c.Place(1 + c.Choices.Length("read"));
        for (int read; (read = stream.Read(buffer.Span)) > 0;)
            text.Write(buffer.Span[..read]);
        return text.ToArray();
    }
}
