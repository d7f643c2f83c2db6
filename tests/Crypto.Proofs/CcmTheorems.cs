using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>What the kernels of AES-CCM compute of whole messages.</summary>
internal static class CcmTheorems
{
    /// <summary>What their names end with; AES alone has the others.</summary>
    public const string Suffix = "Ccm";

    private const string Number = "number";

    private const int BlockBytes = 16, MostBytes = 81, CountingBytes = 8, LongBytes = (257 * BlockBytes) + 5;

    private static readonly int[] s_rounds = [10, 12, 14];

    /// <summary>Lengths under keys of other sizes, and in place.</summary>
    private static readonly int[] s_someBytes = [0, 1, 15, 16, 17, 48, 63];

    private static readonly int[] s_headBlocks = [1, 2, 3, 7];

    public static IEnumerable<Theorem> All => Theorem.Kernels("Aes").Concat(Theorem.Kernels("AesArm64")).Where(kernel => kernel.Program.Name.EndsWith(Suffix, StringComparison.Ordinal))
        .Select(kernel => new Theorem(
            kernel,
            $"all keys, nonces, associated data and texts of any length, also in place",
            Messages));

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
        foreach (var rounds in s_rounds)
        {
            foreach (var rest in rounds == s_rounds[0] ? [.. Enumerable.Range(0, BlockBytes)] : s_someBytes[..2])
                yield return () => AnyText(routine, rounds, rest);
        }

        yield return () => AnyHead(routine);
    }

    /// <summary>
    /// Any number of blocks of text before a rest. The counter's number is an unknown here, from which it counts. The tag's mask is the cipher of its
    /// block: whatever that makes of it, it makes of no later one. And what the chain comes to before the text may be anything.
    /// </summary>
    private static void AnyText(Routine routine, int rounds, int rest)
    {
        var terms = new Terms();
        var aes = new AesSpecification<int, Terms>(terms);
        var opens = routine.Name.StartsWith("Open", StringComparison.Ordinal);
        var (keys, head, text) = (AesTheorems.Keys(terms, "key", rounds), terms.Unknowns("head", BlockBytes), terms.Unknowns("text", BlockBytes));
        int[] counter = [.. terms.Unknowns("flags and nonce", BlockBytes - CountingBytes), .. terms.Unknowns(Number, CountingBytes)];
        var next = aes.Increment(counter, CcmSpecification<int, Terms>.Counting);
        int[] chain = aes.Cipher(head, keys), plaintext = opens ? terms.Xor(text, aes.Cipher(next, keys)) : text, chainAfter = aes.Cipher(terms.Xor(chain, plaintext), keys);
        var mask = new int[BlockBytes];
        terms.Aes(AesStep.Round, terms.Xor(counter, keys[0]), mask);
        var instead = terms.Xor(chain, keys[^1]).Zip(terms.Xor(chainAfter, keys[^1])).Concat(mask.Zip(mask)).ToDictionary();
        new Induction(
            terms,
            new Dictionary<string, Func<int, int>>
            {
                ["text"] = Induction.Later(terms, "text", BlockBytes),
                ["destination"] = Induction.Later(terms, "destination", BlockBytes),
                [Number] = i => next[BlockBytes - CountingBytes + i],
            },
            () => instead).Demand(routine, more => Message(terms, routine, rounds, 1, ((3 + more) * BlockBytes) + rest, isInPlace: false, isNumberKnown: false));
    }

    /// <summary>Any number of blocks before the text.</summary>
    private static void AnyHead(Routine routine)
    {
        var terms = new Terms();
        var aes = new AesSpecification<int, Terms>(terms);
        var (keys, head) = (AesTheorems.Keys(terms, "key", s_rounds[0]), terms.Unknowns("head", 2 * BlockBytes));
        var chain = aes.Cipher(head[..BlockBytes], keys);
        var instead = terms.Xor(chain, keys[^1]).Zip(terms.Xor(aes.Cipher(terms.Xor(chain, head[BlockBytes..]), keys), keys[^1])).ToDictionary();
        new Induction(terms, new Dictionary<string, Func<int, int>> { ["head"] = Induction.Later(terms, "head", BlockBytes) }, () => instead)
            .Demand(routine, more => Message(terms, routine, s_rounds[0], 4 + more, s_someBytes[^1], isInPlace: false));
    }

    private static void Message(Terms terms, Routine routine, int rounds, int headBlocks, int length, bool isInPlace, bool isNumberKnown = true)
    {
        var opens = routine.Name.StartsWith("Open", StringComparison.Ordinal);
        var keys = AesTheorems.Keys(terms, "key", rounds);
        var (head, text) = (terms.Unknowns("head", headBlocks * BlockBytes), terms.Unknowns("text", length));
        int[] number = isNumberKnown ? new int[CountingBytes] : terms.Unknowns(Number, CountingBytes);
        int[] counter = [.. terms.Unknowns("flags and nonce", BlockBytes - CountingBytes), .. number];
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
