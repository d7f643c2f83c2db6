using System;
using System.IO;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

/// <summary>
/// Hashes or HMACs of messages whole, in pieces, from streams, one after another; of all the functions that have one kernel.
/// .NET is the oracle.
/// </summary>
internal sealed class HashCases(params HashSubject[] subjects)
{
    public void Run(Case c)
    {
        var key = subjects[0].IsKeyed ? c.Choices.Bytes("key", c.Choices.ShortLength("key bytes")) : [];
        var subject = c.Choices.Pick("algorithm", subjects);
        var message = c.Choices.Bytes("text", c.Choices.Length("length"));
        var ways = new Action<Case, HashSubject, byte[], byte[]>[] { Whole, Blocks, Pieces };
        c.Choices.Pick("way", ways)(c, subject, key, message);
    }

    private static void Whole(Case c, HashSubject subject, byte[] key, byte[] message)
    {
        Placed source = c.Place(message), destination = c.Place(subject.DigestBytes);
        subject.Hash(subject.IsKeyed ? c.Place(key).Span : default, source.Span, destination.Span);
        c.Same(subject.Expected(key, message), destination.Span, $"{subject.Name} of {message.Length} bytes");
    }

    private static void Blocks(Case c, HashSubject subject, byte[] key, byte[] message)
    {
        using var hash = subject.Create(key);
        var expected = subject.Expected(key, message);
        var what = $"{subject.Name} of {message.Length} bytes, an object's";
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

    private static void Pieces(Case c, HashSubject subject, byte[] key, byte[] message)
    {
        using var hash = subject.CreateIncremental(key);
        var source = c.Place(message);
        var what = $"{subject.Name} of {message.Length} bytes in pieces";
        var done = 0;
        foreach (var piece in c.Pieces(message.Length))
        {
            hash.AppendData(source.Slice(done, piece).Span);
            done += piece;
            if (c.Choices.Rarely("look", 6))
                c.Same(subject.Expected(key, message[..done]), hash.GetCurrentHash(), what + ", midway");
            if (c.Choices.Rarely("copy", 6))
            {
                using var copy = hash.Clone();
                copy.AppendData(message);
                c.Same(subject.Expected(key, [.. message[..done], .. message]), copy.GetHashAndReset(), what + ", a copy");
            }
        }

        c.Same(subject.Expected(key, message), hash.GetHashAndReset(), what);
        c.Same(subject.Expected(key, []), hash.GetHashAndReset(), what + ", and none after it");
    }
}
