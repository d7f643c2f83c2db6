using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

internal delegate int ChecksumTo(ChecksumKernel kernel, ReadOnlySpan<byte> source, Span<byte> destination);

/// <summary>A checksum of messages whole and in pieces, and from any value on. The oracle goes by the standard.</summary>
internal sealed unsafe class ChecksumCases(
    ChecksumAlgorithm algorithm,
    ChecksumKernel kernel,
    Func<ReferenceChecksum> oracle,
    Func<ChecksumKernel, HashAlgorithm> create,
    ChecksumTo hashTo)
{
    private const int DigestBytes = 4, AdlerModulus = 65521;

    public void Run(Case c)
    {
        var message = c.Choices.Bytes("text", c.Choices.Length("length"));
        var way = c.Choices.Pick("way", new Action<Case, byte[]>[] { Whole, Pieces, Update });
        way(c, message);
    }

    private void Whole(Case c, byte[] message)
    {
        Placed source = c.Place(message), destination = c.Place(DigestBytes);
        hashTo(kernel, source.Span, destination.Span);
        c.Same(oracle().ComputeHash(message), destination.Span, $"{message.Length} bytes");
    }

    private void Pieces(Case c, byte[] message)
    {
        using var hash = create(kernel);
        var done = 0;
        foreach (var piece in c.Pieces(message.Length))
        {
            hash.TransformBlock(message, done, piece, null, 0);
            done += piece;
        }

        hash.TransformFinalBlock([], 0, 0);
        c.Same(oracle().ComputeHash(message), hash.Hash, $"{message.Length} bytes in pieces");
        c.Same(oracle().ComputeHash([]), hash.ComputeHash([]), "none behind");
    }

    private void Update(Case c, byte[] message)
    {
        // Both halves of Adler-32 are below the modulus; a CRC's register may hold anything in their stead.
        var value = ((uint)c.Choices.Draw("high", AdlerModulus - 1) << 16) | (uint)c.Choices.Draw("low", AdlerModulus - 1);
        using var reference = oracle();
        reference.BeginAt(value);
        reference.Append(message);
        var source = c.Place(message);
        uint actual;
        fixed (byte* bytes = source.Span)
            actual = algorithm.Finish(kernel.Update(value, bytes, message.Length));
        c.Same(
            BitConverter.GetBytes(reference.Value), BitConverter.GetBytes(actual), $"{message.Length} bytes from {value:x8} on");
    }
}
