using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>
/// A message of an AEAD on terms, with the tag that came with it. If a kernel opens it, the text is the ciphertext. There is no key where its
/// round keys may be anything.
/// </summary>
internal sealed unsafe record AeadMessage(Terms Terms, AeadKernel Kernel, int[] Key, int[] Nonce, int[] Data, int[] Text, int[] Given, bool Opens)
{
    public int TagBytes => Given.Length;

    /// <summary>The lowest bits of a counter that is made of the tag, if a case is of these alone.</summary>
    public int? Counter { get; init; }

    /// <summary>A tag that has the lowest bits of the counter, if they are given.</summary>
    public int[] Placed(int[] tag)
    {
        const int Bits = 7;
        if (Counter is not { } bits)
            return tag;
        var last = Terms.Xor(Terms.And(Terms.Unknowns("last byte of the counter", 1), [byte.MaxValue - Bits]), [bits])[0];
        Terms.Assume(tag[^1], last);
        return [.. tag[..^1], last];
    }

    /// <summary>Runs a kernel's method on the message, and demands the other text and the tag.</summary>
    public void Prove(Routine routine, int[] expandedKey, int rounds, bool isInPlace, (int[] Text, int[] Tag) expected) =>
        Prove(routine, expandedKey, rounds, isInPlace, expected.Text, (proof, what) =>
        {
            var tag = expected.Tag;
            proof.DemandField(what, "Tag", tag[..Math.Min(tag.Length, sizeof(Block128))]);
            if (tag.Length > sizeof(Block128))
                proof.DemandField("the end of " + what, "TagEnd", tag[sizeof(Block128)..]);
        });

    /// <summary>The same, where a tag is demanded otherwise.</summary>
    public void Prove(Routine routine, int[] expandedKey, int rounds, bool isInPlace, int[] expectedText, Action<Proof, string> demandTag)
    {
        var proof = new Proof(Terms, routine);
        proof.SetBuffer("Key", expandedKey);
        proof.SetBuffer("AssociatedData", Data);
        proof.SetNumber("AssociatedDataLength", Data.Length);
        proof.SetNumber("Length", Text.Length);
        proof.SetNumber("Rounds", rounds);
        proof.SetBuffer("Nonce", Nonce);
        proof.SetNumber("NonceLength", Nonce.Length);
        proof.SetBuffer("Given", Given);
        proof.SetNumber("TagLength", TagBytes);
        var (source, destination) = proof.SetText(Text, isInPlace);
        proof.Run();

        var what = $"{Text.Length} bytes after {Data.Length} with {rounds} rounds and a nonce of {Nonce.Length}{(isInPlace ? ", in place" : "")}";
        proof.Demand($"the text of {what}", destination, expectedText);
        demandTag(proof, $"the tag of {what}");
        if (!isInPlace)
            proof.Demand($"the source of {what}", source, Text);
    }
}
