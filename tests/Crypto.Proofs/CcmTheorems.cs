using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Proofs;

/// <summary>What the kernels of AES-CCM compute of whole messages.</summary>
internal static class CcmTheorems
{
    /// <summary>What their names end with; AES alone has the others.</summary>
    public const string Suffix = "Ccm";

    private const int BlockBytes = 16, MostBytes = 81, CountingBytes = 8, LongBytes = (257 * BlockBytes) + 5;

    private static readonly int[] s_rounds = [10, 12, 14];

    /// <summary>Lengths under keys of other sizes, and in place.</summary>
    private static readonly int[] s_someBytes = [0, 1, 15, 16, 17, 48, 63];

    private static readonly int[] s_headBlocks = [1, 2, 3, 7];

    public static IEnumerable<Theorem> All => Theorem.Kernels("Aes").Where(kernel => kernel.Program.Name.EndsWith(Suffix, StringComparison.Ordinal))
        .Select(kernel => new Theorem(
            kernel, $"all keys, nonces, associated data and texts, to {MostBytes} bytes and of {LongBytes}, also in place", Messages));

    private static IEnumerable<Action> Messages(Routine routine)
    {
        // Of all cases, so that what one has shown of a round is known in the next.
        var terms = new Terms();
        foreach (var rounds in s_rounds)
        {
            foreach (var length in rounds == s_rounds[0] ? [.. Enumerable.Range(0, MostBytes + 1)] : s_someBytes)
                yield return () => Message(terms, routine, rounds, s_headBlocks[length % s_headBlocks.Length], length, isInPlace: false);
            foreach (var length in s_someBytes)
                yield return () => Message(terms, routine, rounds, 1, length, isInPlace: true);
        }

        // Its number goes beyond a byte.
        yield return () => Message(terms, routine, s_rounds[0], 2, LongBytes, isInPlace: false);
    }

    private static void Message(Terms terms, Routine routine, int rounds, int headBlocks, int length, bool isInPlace)
    {
        var opens = routine.Name.StartsWith("Open", StringComparison.Ordinal);
        var keys = AesTheorems.Keys(terms, "key", rounds);
        var (head, text) = (terms.Unknowns("head", headBlocks * BlockBytes), terms.Unknowns("text", length));
        int[] counter = [.. terms.Unknowns("flags and nonce", BlockBytes - CountingBytes), .. new int[CountingBytes]];
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Schedule", [.. keys.SelectMany(key => key)]);
        proof.SetBuffer("Head", head);
        proof.SetNumber("HeadLength", head.Length);
        proof.SetNumber("Length", length);
        proof.SetNumber("Rounds", rounds);
        proof.SetBytes("Counter", counter);
        var (source, destination) = proof.SetText(text, isInPlace);
        proof.Run();

        var (expected, tag) = new CcmSpecification<int, Terms>(terms).Transform(keys, head, counter, text, opens);
        var what = $"{length} bytes after {headBlocks} blocks with {rounds} rounds{(isInPlace ? " in place" : "")}";
        proof.Demand($"the text of {what}", destination, expected);
        proof.DemandField($"the tag of {what}", "Tag", tag);
        if (!isInPlace)
            proof.Demand($"the source of {what}", source, text);
    }
}
