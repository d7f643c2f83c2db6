using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>The other text and the tag of a message, as a standard has it.</summary>
internal delegate (int[] Text, int[] Tag) AeadSpecification(Terms terms, int[] key, int[] nonce, int[] data, int[] text, bool opens, int tagBytes);

/// <summary>What the kernels of AEADs compute of whole messages: the key is expanded by the kernel first.</summary>
internal static unsafe class AeadTheorems
{
    private static readonly int[] s_texts = [0, 1, 16, 17, 33, 64, 65, 128, 129, 200], s_data = [0, 20, 16, 1, 130];

    private static readonly bool[] s_places = [false, true];

    public static IEnumerable<CompiledTheorem> All =>
    [
        .. Of("AES-CCM", (terms, key, nonce, data, text, opens, tagBytes) => new CcmSpecification<int, Terms>(terms).Transform(key, nonce, data, text, opens, tagBytes)),
        .. Of("AEGIS-128L", (terms, key, nonce, data, text, opens, tagBytes) => Aegis(terms).Transform128(1, key, nonce, data, text, opens, tagBytes)),
        .. Of("AEGIS-128X2", (terms, key, nonce, data, text, opens, tagBytes) => Aegis(terms).Transform128(2, key, nonce, data, text, opens, tagBytes)),
        .. Of("AEGIS-128X4", (terms, key, nonce, data, text, opens, tagBytes) => Aegis(terms).Transform128(4, key, nonce, data, text, opens, tagBytes)),
        .. Of("AEGIS-256", (terms, key, nonce, data, text, opens, tagBytes) => Aegis(terms).Transform256(key, nonce, data, text, opens, tagBytes)),
    ];

    private static AegisSpecification<int, Terms> Aegis(Terms terms) => new(terms);

    /// <summary>On kernels that have rounds of AES for instructions, and do not make them of shuffles, tables or logic.</summary>
    private static IEnumerable<CompiledTheorem> Of(string name, AeadSpecification specification)
    {
        var aead = Algorithms.Aeads.Single(one => one.Name == name);
        return aead.Kernels.Runnable.Where(kernel => kernel.Id.Contains("/x64-", StringComparison.Ordinal))
            .SelectMany(kernel => new[] { (Name: "Seal", Method: (AeadCall)kernel.Seal), (Name: "Open", Method: kernel.Open) }.Select(operation => new CompiledTheorem(
                $"{aead} by {kernel.Id} {operation.Name}",
                without => new(Layouts.Gcm, operation.Method) { Without = without },
                routine => Messages(routine, aead, kernel, specification, operation.Name == "Open"))));
    }

    private static IEnumerable<Action> Messages(Routine routine, Aead aead, AeadKernel kernel, AeadSpecification specification, bool opens)
    {
        // Of all cases, so that what one has shown of a round is known in the next.
        var terms = new Terms();
        var expansion = new CompiledRoutine(Layouts.Gcm, (AeadKeyCall)kernel.ExpandKey)
        {
            Parameters = (_, field) => [field("Source"), field("Length"), field("Destination"), long.MaxValue],
        };
        return s_texts.SelectMany((_, way) => s_places, (length, isInPlace) => (Action)(() =>
            Message(terms, routine, expansion, aead, kernel, specification, opens, length, isInPlace)));
    }

    /// <summary>
    /// In C#, CTR compares the lower half of the counter block with what is left below a carry, which is no term where it is unknown: there, the nonces of
    /// CCM are those that end before it.
    /// </summary>
    private static int[] NoncesOf(Aead aead, AeadKernel kernel) =>
        kernel is CcmComposed && kernel.Id.EndsWith("/x64-aesni", StringComparison.Ordinal) ? aead.NonceBytes[..1] : aead.NonceBytes;

    /// <summary>With a key, a nonce, a tag and associated data of one size or another.</summary>
    private static void Message(
        Terms terms, Routine routine, Routine expansion, Aead aead, AeadKernel kernel, AeadSpecification specification, bool opens, int length, bool isInPlace)
    {
        int Drawn(int[] sizes) => sizes[Array.IndexOf(s_texts, length) % sizes.Length];
        var (key, nonce) = (terms.Unknowns("key", Drawn(aead.KeyBytes)), terms.Unknowns("nonce", Drawn(NoncesOf(aead, kernel))));
        var (data, text, tagBytes) = (terms.Unknowns("data", Drawn(s_data)), terms.Unknowns("text", length), Drawn(aead.TagBytes));
        var first = new Proof(terms, expansion);
        first.SetBuffer("Source", key);
        first.SetNumber("Length", key.Length);
        var expanded = first.SetBuffer("Destination", terms.Unknowns("room", kernel.KeyBytes));
        first.Run();

        var proof = new Proof(terms, routine);
        proof.SetBuffer("Key", first.Read(expanded, kernel.KeyBytes));
        proof.SetBuffer("AssociatedData", data);
        proof.SetNumber("AssociatedDataLength", data.Length);
        proof.SetNumber("Length", length);
        proof.SetNumber("Rounds", kernel.RoundsFor(key.Length));
        proof.SetBuffer("Nonce", nonce);
        proof.SetNumber("NonceLength", nonce.Length);
        proof.SetBuffer("Given", terms.Unknowns("given", tagBytes));
        proof.SetNumber("TagLength", tagBytes);
        var (source, destination) = proof.SetText(text, isInPlace);
        proof.Run();

        var (expected, tag) = specification(terms, key, nonce, data, text, opens, tagBytes);
        var what = $"{length} bytes after {data.Length} with a key of {key.Length}{(isInPlace ? " in place" : "")}";
        proof.Demand($"the text of {what}", destination, expected);
        proof.DemandField($"the tag of {what}", "Tag", tag[..Math.Min(tag.Length, sizeof(Block128))]);
        if (tag.Length > sizeof(Block128))
            proof.DemandField($"the end of the tag of {what}", "TagEnd", tag[sizeof(Block128)..]);
        if (!isInPlace)
            proof.Demand($"the source of {what}", source, text);
    }
}
