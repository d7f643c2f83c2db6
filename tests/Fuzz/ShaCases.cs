using System;
using System.IO;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Fuzz;

/// <summary>SHA and HMAC of messages whole, in pieces, from streams, one after another. .NET is the oracle.</summary>
internal sealed class ShaCases(ShaKernel kernel, params HashFace[] faces)
{
    public void Hash(Case c) => Run(c, null);

    public void Code(Case c) => Run(c, c.Choices.Bytes("key", c.Choices.ShortLength("key bytes")));

    private void Run(Case c, byte[]? key)
    {
        var face = c.Choices.Pick("algorithm", faces);
        var message = c.Choices.Bytes("text", c.Choices.Length("length"));
        var expected = face.Expected(key, message);
        var ways = new Action<Case, HashFace, byte[]?, byte[], byte[]>[] { Whole, Blocks, Pieces };
        c.Choices.Pick("way", ways)(c, face, key, message, expected);
    }

    private void Whole(Case c, HashFace face, byte[]? key, byte[] message, byte[] expected)
    {
        Placed source = c.Place(message), destination = c.Place(expected.Length);
        var written = key is null
            ? face.Hash(kernel, source.Span, destination.Span)
            : face.Code(kernel, c.Place(key).Span, source.Span, destination.Span);
        c.SameValue(expected.Length, written, "bytes written");
        c.Same(expected, destination.Span, $"{face.Algorithm.HashName} of {message.Length} bytes");
    }

    private void Blocks(Case c, HashFace face, byte[]? key, byte[] message, byte[] expected)
    {
        using var hash = key is null ? face.Create(kernel) : face.CreateKeyed(kernel, key);
        var what = $"{face.Algorithm.HashName} of {message.Length} bytes, an object's";
        var done = 0;
        foreach (var piece in c.Pieces(message.Length))
        {
            hash.TransformBlock(message, done, piece, null, 0);
            done += piece;
        }

        hash.TransformFinalBlock([], 0, 0);
        c.Same(expected, hash.Hash, what);
        c.Same(expected, hash.ComputeHash(new MemoryStream(message)), what + " again, of a stream");
    }

    private void Pieces(Case c, HashFace face, byte[]? key, byte[] message, byte[] expected)
    {
        using var hash = key is null
            ? new IncrementalHash(kernel, face.Algorithm)
            : new IncrementalHash(kernel, face.Algorithm, key);
        var source = c.Place(message);
        var what = $"{face.Algorithm.HashName} of {message.Length} bytes in pieces";
        var done = 0;
        foreach (var piece in c.Pieces(message.Length))
        {
            hash.AppendData(source.Slice(done, piece).Span);
            done += piece;
            if (c.Choices.Rarely("look", 6))
                c.Same(face.Expected(key, message.AsSpan(0, done)), hash.GetCurrentHash(), what + ", midway");
            if (c.Choices.Rarely("copy", 6))
            {
                using var copy = hash.Clone();
                copy.AppendData(message);
                c.Same(face.Expected(key, [.. message[..done], .. message]), copy.GetHashAndReset(), what + ", a copy");
            }
        }

        c.Same(expected, hash.GetHashAndReset(), what);
        c.Same(face.Expected(key, []), hash.GetHashAndReset(), what + ", and none behind");
    }
}
