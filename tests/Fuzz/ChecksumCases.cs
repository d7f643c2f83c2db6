using System;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

/// <summary>A checksum of messages whole and in pieces, and from any value on. The oracle goes by the standard.</summary>
internal sealed class ChecksumCases(HashSubject subject)
{
    private const int AdlerModulus = 65521;

    public void Run(Case c)
    {
        var message = c.Choices.Bytes("text", c.Choices.Length("length"));
        var way = c.Choices.Pick("way", new Action<Case, byte[]>[] { Whole, Pieces, Update });
        way(c, message);
    }

    private void Whole(Case c, byte[] message)
    {
        Placed source = c.Place(message), destination = c.Place(subject.DigestBytes);
        subject.Hash(default, source.Span, destination.Span);
        c.Same(subject.Expected([], message), destination.Span, $"{message.Length} bytes");
    }

    private void Pieces(Case c, byte[] message)
    {
        using var hash = subject.Create([]);
        var done = 0;
        foreach (var piece in c.Pieces(message.Length))
        {
            hash.TransformBlock(message, done, piece, null, 0);
            done += piece;
        }

        hash.TransformFinalBlock([], 0, 0);
        c.Same(subject.Expected([], message), hash.Hash, $"{message.Length} bytes in pieces");
        c.Same(subject.Expected([], []), hash.ComputeHash([]), "none after it");
    }

    private void Update(Case c, byte[] message)
    {
        // Both halves of Adler-32 are below the modulus; the remainder of a CRC may be anything.
        var value = ((uint)c.Choices.Draw("high", AdlerModulus - 1) << 16) | (uint)c.Choices.Draw("low", AdlerModulus - 1);
        using var reference = ReferenceChecksum.Of(subject.Algorithm);
        reference.BeginAt(value);
        reference.Append(message);
        var checksum = ((ChecksumAlgorithm)subject.Algorithm).With((ChecksumKernel)subject.Kernel);
        var actual = checksum.Finish(checksum.Append(value, c.Place(message).Span));
        c.Same(
            BitConverter.GetBytes(reference.Value), BitConverter.GetBytes(actual), $"{message.Length} bytes from {value:x8} on");
    }
}
