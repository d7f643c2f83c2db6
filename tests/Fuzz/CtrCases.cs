using System;
using System.Buffers.Binary;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using BclAes = System.Security.Cryptography.Aes;

namespace ManagedCrypto.Fuzz;

/// <summary>Counter mode from any position, in one call and in pieces. The oracle is .NET's ECB on counters.</summary>
internal sealed class CtrCases(AesKernel kernel)
{
    private const int Block = 16;

    public void OneShot(Case c)
    {
        byte[] key = Key(c), counter = Counter(c);
        var text = c.Choices.Bytes("text", c.Choices.Length("length"));
        var position = Position(c, text.Length);
        var room = text.Length + c.Choices.Draw("room", 3);
        var (source, destination) = c.Choices.Flag("in place") ? SameMemory(c, text) : (c.Place(text), c.Place(room));
        var placedCounter = c.Place(counter);
        if (c.Choices.Flag("with key"))
        {
            AesCtr.Transform(kernel, c.Place(key).Span, placedCounter.Span, source.Span, destination.Span, position);
        }
        else
        {
            using var ctr = new AesCtr(kernel, c.Place(key).Span);
            ctr.Transform(placedCounter.Span, source.Span, destination.Span, position);
        }

        c.Same(Expected(key, counter, text, position), destination.Span[..text.Length], $"{text.Length} bytes from {position}");
    }

    /// <summary>A transform that is moved to another position now and then.</summary>
    public void Transform(Case c)
    {
        byte[] key = Key(c), counter = Counter(c);
        var text = c.Choices.Bytes("text", c.Choices.Length("length"));
        var start = Position(c, text.Length);
        var expected = Expected(key, counter, text, start);
        using var ctr = new AesCtr(kernel, key);
        using var transform = ctr.CreateTransform(counter, start);
        var output = new byte[text.Length];
        var done = 0;
        var pieces = c.Pieces(text.Length);
        foreach (var piece in pieces.AsSpan(0, pieces.Length - 1))
        {
            if (piece == 0)
                continue;
            c.SameValue(piece, transform.TransformBlock(text, done, piece, output, done), "bytes of a piece");
            done += piece;
            if (!c.Choices.Rarely("seek", 4))
                continue;

            // Back to somewhere before, and from there on again.
            done = c.Choices.Draw("to", done);
            transform.Position = start + done;
        }

        transform.TransformFinalBlock(text, done, text.Length - done).CopyTo(output, done);
        c.Same(expected, output, $"{text.Length} bytes from {start} in pieces");
        c.SameValue(start + text.Length, transform.Position, "the position after the end");
        transform.Position = start;
        c.Same(expected, transform.TransformFinalBlock(text, 0, text.Length), "the message again");
    }

    public static byte[] Key(Case c) => c.Choices.Bytes("key", c.Choices.Pick("key bytes", AesMatrix.KeyBytes));

    /// <summary>Any counter, or one of which a part is about to begin anew.</summary>
    public static byte[] Counter(Case c)
    {
        var counter = c.Choices.Bytes("counter", Block);
        counter.AsSpan(Block - (4 * c.Choices.Draw("full words", 4))).Fill(byte.MaxValue);
        counter[^1] -= (byte)c.Choices.Draw("until then", byte.MaxValue);
        return counter;
    }

    public static long Position(Case c, int length) => c.Choices.Draw("from", 4) switch
    {
        0 or 1 => 0,
        2 => c.Choices.Draw("position", 300),
        3 => c.Choices.Draw("position", 1L << 40),
        _ => long.MaxValue - length - c.Choices.Draw("before the end", 300),
    };

    private static (Placed Source, Placed Destination) SameMemory(Case c, byte[] text)
    {
        var memory = c.Place(text);
        return (memory, memory);
    }

    /// <summary>By .NET.</summary>
    public static byte[] Expected(byte[] key, byte[] counter, byte[] text, long position)
    {
        var before = (int)(position % Block);
        var next = BinaryPrimitives.ReadUInt128BigEndian(counter) + (ulong)(position / Block);
        var counters = new byte[(before + text.Length + Block - 1) / Block * Block];
        for (var i = 0; i < counters.Length; i += Block)
            BinaryPrimitives.WriteUInt128BigEndian(counters.AsSpan(i), next++);

        using var aes = BclAes.Create();
        aes.Key = key;
        var result = aes.EncryptEcb(counters, PaddingMode.None)[before..(before + text.Length)];
        for (var i = 0; i < text.Length; i++)
            result[i] ^= text[i];
        return result;
    }
}
