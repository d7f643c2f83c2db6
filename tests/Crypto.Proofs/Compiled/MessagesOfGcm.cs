using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Kernels;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>
/// What the kernels of AES-GCM compute of whole messages in C#, or C# around machine code, from the nonce to the tag; and what their keys hold.
/// </summary>
internal static unsafe class MessagesOfGcm
{
    /// <summary>Where the powers of H begin in a key of C#.</summary>
    private const int PowersOffset = 256;

    /// <summary>Bytes that C# takes at once.</summary>
    private const int Batch = HashedMessages.BatchBlocks * PowersOfH.Bytes;

    /// <summary>Enough in a part: they take long.</summary>
    private const int FewCases = 7, FewShapes = 3;

    private static readonly int[] s_rounds = [10, 12, 14], s_nonces = [12, 8, 16, 20], s_restsOfData = [0, 5, 64];

    /// <summary>Bytes of associated data, and of text.</summary>
    private static readonly (int Data, int Text)[] s_lengths =
    [
        (20, 33), (0, 0), (0, 1), (65, 48), (16, 100), (133, 0), (128, 5), (13, 16), (64, 112), (20, 113), (3, 128), (0, 127), (0, 145), (7, 273), (130, 200), (0, 512), (300, 641),
    ];

    /// <summary>Those by AES-NI and PCLMULQDQ.</summary>
    public static IEnumerable<GcmKernel> Kernels =>
        Algorithms.AesGcm.Kernels.Runnable.Where(kernel => kernel.Id.Contains("/x64-", StringComparison.Ordinal));

    public static IEnumerable<CompiledTheorem> All(bool isWhole) =>
        Kernels.SelectMany(kernel => Of(Algorithms.Aeads.Single(aead => aead.Name == "AES-GCM"), kernel, isWhole && kernel is not GcmMachineCode));

    private static IEnumerable<CompiledTheorem> Of(Aead gcm, GcmKernel kernel, bool isWhole) =>
    [
        new($"{gcm} by {kernel.Id} ExpandKey", without => new(Layouts.Gcm, (AeadKeyCall)kernel.ExpandKey)
        {
            Parameters = (_, field) => [field("Source"), field("Length"), field("Destination"), long.MaxValue],
            Without = without,
        }, routine => s_rounds.Select(rounds => (Action)(() => Key(routine, kernel, rounds)))) { MostOfPart = 1 },
        .. new[] { (Name: "Seal", Method: (AeadCall)kernel.Seal), (Name: "Open", Method: kernel.Open) }.Select(operation => new CompiledTheorem(
            $"{gcm} by {kernel.Id} {operation.Name}",
            without => new(Layouts.Gcm, operation.Method) { Without = without },
            routine => Messages(routine, kernel, operation.Name == "Open").Concat(isWhole ? LongMessages(routine, kernel, operation.Name == "Open") : [])) { MostOfPart = FewCases }),
        .. Enum.GetValues<PiecesUse>().Select(use => new PiecesOfGcm(kernel, use)).Select(pieces => new CompiledTheorem(
            pieces.Name,
            without => new(Layouts.Gcm, (AeadCall)pieces.Run) { Without = without },
            routine => Enumerable.Range(0, PiecesOfGcm.Shapes.Length).Select(shape => (Action)(() => InPieces(routine, kernel, pieces.Use, shape)))) { MostOfPart = FewShapes }),
    ];

    private static int[] KeyOf(Terms terms, GcmKernel kernel, int[][] keys, int[][] powers, int[] before)
    {
        if (kernel is GcmMachineCode)
            return GcmTheorems.KeyOf(terms, keys, powers, HashedMessages.Bits(kernel) == 512, before);
        int[] key = [.. before];
        keys.SelectMany(roundKey => roundKey).ToArray().CopyTo(key, 0);
        PowersOfH.Table(powers).CopyTo(key, PowersOffset);
        return key;
    }

    private static void Key(Routine routine, GcmKernel kernel, int rounds)
    {
        var terms = new Terms(multipliesBits: true);
        var key = terms.Unknowns("key", (rounds - 6) * 4);
        int[][] keys = new AesSpecification<int, Terms>(terms).ExpandKey(key);
        var powers = PowersOfH.Extend(terms, [GcmTheorems.Specification(terms).FirstPower(keys)], HashedMessages.PowersOfGcm(kernel), GhashIntrinsics.Powers);
        var before = terms.Unknowns("room", kernel.KeyBytes);
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Source", key);
        proof.SetNumber("Length", key.Length);
        var expanded = proof.SetBuffer("Destination", before);
        proof.Run();
        proof.Demand($"the key of {key.Length} bytes", expanded, KeyOf(terms, kernel, keys, powers, before));
    }

    private static IEnumerable<Action> Messages(Routine routine, GcmKernel kernel, bool opens)
    {
        foreach (var (i, (data, text)) in s_lengths.Index())
            yield return () => Message(routine, kernel, opens, s_rounds[i % s_rounds.Length], GcmKernel.NonceBytes, data, text, isInPlace: i % 4 == 3);

        foreach (var nonce in s_nonces)
            yield return () => Message(routine, kernel, opens, s_rounds[0], nonce, 20, 60, isInPlace: false);
    }

    private static void Message(
        Routine routine, GcmKernel kernel, bool opens, int rounds, int nonceBytes, int dataBytes, int textBytes, bool isInPlace)
    {
        var terms = new Terms();
        var (keys, powers, key) = UnderAnyKey(terms, kernel, rounds);
        AeadMessage message = new(
            terms, kernel, [], terms.Unknowns("nonce", nonceBytes), terms.Unknowns("data", dataBytes), terms.Unknowns("text", textBytes),
            terms.Unknowns("given", PowersOfH.Bytes), opens);
        message.Prove(routine, key, rounds, isInPlace, HashedMessages.Gcm(message, keys, powers));
    }

    /// <summary>
    /// Any number of batches of text, with each number of blocks that are left, and of associated data. J0 and the block of lengths may be anything: where
    /// there is a nonce they are made before all else.
    /// </summary>
    private static IEnumerable<Action> LongMessages(Routine routine, GcmKernel kernel, bool opens)
    {
        const int Fewest = 5, DataBytes = 20;
        foreach (var rest in Enumerable.Range(0, Batch / PowersOfH.Bytes).Select(blocks => (blocks * PowersOfH.Bytes) + 9))
        {
            yield return () =>
            {
                var terms = new Terms();
                GcmTheorems.AnyText(
                    terms, routine, Batch, DataBytes, GcmTheorems.Blocks((Fewest + 3) * Batch),
                    more => LongMessage(terms, routine, kernel, opens, DataBytes, ((Fewest + more) * Batch) + rest));
            };
        }

        foreach (var rest in s_restsOfData)
        {
            yield return () =>
            {
                var terms = new Terms();
                GcmTheorems.AnyData(terms, routine, Batch, more => LongMessage(terms, routine, kernel, opens, ((Fewest + more) * Batch) + rest, 33));
            };
        }
    }

    private static GcmTheorems.Shown LongMessage(Terms terms, Routine routine, GcmKernel kernel, bool opens, int dataBytes, int textBytes)
    {
        var (keys, powers, key) = UnderAnyKey(terms, kernel, s_rounds[0]);
        int[] j0 = terms.Unknowns("J0", PowersOfH.Bytes), lengths = terms.Unknowns("lengths", PowersOfH.Bytes);
        var (data, text, specification) = (terms.Unknowns("data", dataBytes), terms.Unknowns("text", textBytes), GcmTheorems.Specification(terms));
        var (expected, hash) = Transform(data, text, lengths);
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Key", key);
        proof.SetNumber("Rounds", s_rounds[0]);
        proof.SetNumber("NonceLength", 0);
        proof.SetBytes("J0", j0);
        proof.SetBytes("LastBlock", lengths);
        proof.SetBuffer("AssociatedData", data);
        proof.SetNumber("AssociatedDataLength", dataBytes);
        proof.SetNumber("Length", textBytes);
        var (_, destination) = proof.SetText(text, isInPlace: false);
        proof.Run();
        var what = $"{textBytes} bytes after {dataBytes} at any J0";
        proof.Demand($"the text of {what}", destination, expected);
        proof.DemandField($"the tag of {what}", "Tag", specification.Tag(keys, j0, hash));
        return new(specification, keys, j0, (dataSoFar, textSoFar) => Transform(data[..dataSoFar], text[..textSoFar], []).Hash);

        (int[] Text, int[] Hash) Transform(int[] data, int[] text, int[] lengths) => specification.Transform(
            keys, powers, specification.Count(j0, 1), new int[PowersOfH.Bytes], data, text, lengths, opens,
            lengths.Length > 0 ? HashedMessages.GroupsOfGcm(kernel, data.Length, text.Length, opens)
                : GcmTheorems.Groups(data.Length, Batch).Concat(GcmTheorems.Groups(text.Length, Batch)));
    }

    private static void InPieces(Routine routine, GcmKernel kernel, PiecesUse use, int shape)
    {
        var (data, text, counter) = PiecesOfGcm.Shapes[shape];
        var terms = new Terms();
        var rounds = s_rounds[shape % s_rounds.Length];
        var (keys, powers, key) = UnderAnyKey(terms, kernel, rounds);
        int[] j0 = [.. terms.Unknowns("J0", GcmKernel.NonceBytes), .. terms.Word(counter, sizeof(uint)).Reverse()];
        AeadMessage message = new(
            terms, kernel, [], [], terms.Unknowns("data", data.Sum()), terms.Unknowns("text", text.Sum()), [], use != PiecesUse.Seal);
        var (expected, tag) = HashedMessages.Gcm(message, keys, powers, j0, PiecesOfGcm.Calls(use, data, text));
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Key", key);
        proof.SetNumber("Rounds", rounds);
        proof.SetBytes("J0", j0);
        proof.SetNumber("NonceLength", shape);
        proof.SetBuffer("AssociatedData", message.Data);
        proof.SetNumber("AssociatedDataLength", message.Data.Length);
        proof.SetNumber("Length", message.Text.Length);
        var isInPlace = use == PiecesUse.Verify || shape % 2 == 1;
        var (source, destination) = proof.SetText(message.Text, isInPlace);
        proof.Run();
        var what = $"pieces of {string.Join(", ", data)} bytes of data and {string.Join(", ", text)} of text with {rounds} rounds{(isInPlace ? ", in place" : "")}";
        proof.Demand($"the text of {what}", destination, use == PiecesUse.Verify ? message.Text : expected);
        proof.DemandField($"the tag of {what}", "Tag", tag);
        if (!isInPlace)
            proof.Demand($"the source of {what}", source, message.Text);
    }

    /// <summary>Round keys, powers of H, and the key with both, all of which may be anything.</summary>
    private static (int[][] Keys, int[][] Powers, int[] Key) UnderAnyKey(Terms terms, GcmKernel kernel, int rounds)
    {
        var keys = AesTheorems.Keys(terms, "key", rounds);
        var powers = PowersOfH.Unknowns(terms, HashedMessages.PowersOfGcm(kernel));
        var key = KeyOf(terms, kernel, keys, powers, terms.Unknowns("behind the keys", kernel.KeyBytes));
        return (keys, powers.Length < HashedMessages.BatchOfGcm(kernel) ? PowersOfH.Extend(terms, powers, HashedMessages.BatchOfGcm(kernel), GcmLayout.KeyPowers) : powers, key);
    }
}
