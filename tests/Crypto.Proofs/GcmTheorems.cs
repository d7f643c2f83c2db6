using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Kernels;
using ManagedCrypto.Machine;
using ManagedCrypto.Proofs.Arm64;

namespace ManagedCrypto.Proofs;

/// <summary>What the kernels of AES-GCM compute of whole messages, with powers of H that may be anything; and what their keys hold.</summary>
internal static class GcmTheorems
{
    /// <summary>Text of a part of a message is a multiple of so many bytes, where other parts follow.</summary>
    public const int PieceBytes = 512;

    private const GcmPart First = GcmPart.Unfinished, Middle = GcmPart.Continued | GcmPart.Unfinished, Last = GcmPart.Continued;

    /// <summary>Blocks of a batch of 512 bits. Where in it a counter begins must be known there, the counter's lowest five bits.</summary>
    private const int Places = 32;

    private const int BlockBytes = PowersOfH.Bytes, BatchVectors = 8, MostShortData = 4 * BlockBytes, BlocksBefore = 96;

    /// <summary>The table's powers beyond this one are products by it.</summary>
    private const int LastDoubled = 16;

    private static readonly int[] s_rounds = [10, 12, 14];

    private static readonly bool[] s_isShort = [false, true];

    /// <summary>Powers in the keys of programs, by their round keys, as they must be on this processor.</summary>
    private static readonly ConcurrentDictionary<string, byte[]> s_powers = new();

    /// <summary>Parts of a message: bytes of associated data, and of text in pieces of 512.</summary>
    private static readonly (GcmPart Part, int Data, int Pieces, int Bytes)[] s_parts =
    [
        (First, 64, 0, 0), (First, 5, 1, 0), (Middle, 0, 1, 0), (Middle, 48, 0, 0), (Last, 0, 0, 0), (Last, 0, 0, 33), (Last, 0, 1, 0), (Last, 7, 0, 16),
        (Middle, 0, 2, 0), (Last, 0, 1, 100),
    ];

    /// <summary>Bytes of associated data after whole batches.</summary>
    private static readonly int[] s_restsOfData = [0, 5, 64];

    public static IEnumerable<Theorem> All(bool isWhole) => Theorem.Kernels("Gcm").Concat(Theorem.Kernels("GcmArm64")).Select(kernel => Of(kernel, isWhole) with { IsSlow = true });

    private static Theorem Of(KernelCode kernel, bool isWhole) => kernel.Program.Name.StartsWith("Expand", StringComparison.Ordinal)
        ? new(kernel, $"the round keys and the powers of H of keys of {(isWhole ? "all sizes" : "128 bits")}", routine => Keys(routine, isWhole))
        : new(
            kernel, $"all keys, powers of H, nonces, associated data and texts, {(isWhole ? "of any number of batches and a rest" : "to 60 bytes")}",
            routine => Messages(routine, isWhole));

    /// <summary>Whether a key has the powers that its round keys make, as far as a message needs them.</summary>
    public static unsafe bool IsComplete(string kernel, byte* key, int rounds, bool isShort)
    {
        var hasTable = Bits(kernel) == 512 && !isShort;
        int[] roundKeys = [.. new ReadOnlySpan<byte>(key, (rounds + 1) * BlockBytes).ToArray().Select(number => (int)number)];
        var expected = s_powers.GetOrAdd($"{hasTable} {string.Join(' ', roundKeys)}", _ => Table([.. roundKeys.Chunk(BlockBytes)], hasTable));
        return new ReadOnlySpan<byte>(key + (Processor.IsArm64 ? GcmArm64Layout.PowersOffset : GcmLayout.KeyPowersOffset), expected.Length).SequenceEqual(expected);
    }

    /// <summary>The powers in a key of known round keys.</summary>
    public static byte[] Table(int[][] keys, bool hasTable)
    {
        var terms = new Terms();
        var powers = Processor.IsArm64 ? PowersOnArm64(terms, keys) : Powers(terms, keys, hasTable);
        int[] table = Processor.IsArm64 ? KeyOnArm64(terms, keys, powers, new int[GcmArm64Layout.SumsEnd])[GcmArm64Layout.PowersOffset..]
            : [.. PowersOfH.Table(powers[..GcmLayout.KeyPowers]), .. hasTable ? PowersOfH.BatchTable(terms, powers) : []];
        return Array.ConvertAll(table, number => (byte)number);
    }

    private static int Bits(Routine routine) => Bits(routine.Name);

    private static int Bits(string name) => name.Contains("512", StringComparison.Ordinal) ? 512
        : name.Contains("256", StringComparison.Ordinal) ? 256 : 128;

    private static IEnumerable<Action> Keys(Routine routine, bool isWhole)
    {
        var cases = s_rounds.SelectMany(_ => s_isShort, (rounds, isShort) => (Action)(() => Key(routine, rounds, isShort)));
        return isWhole ? cases : cases.Take(1);
    }

    private static void Key(Routine routine, int rounds, bool isShort)
    {
        var terms = new Terms(multipliesBits: true);
        var key = terms.Unknowns("key", (rounds - 6) * 4);
        int[][] keys = new AesSpecification<int, Terms>(terms).ExpandKey(key);
        var hasTable = Bits(routine) == 512 && !isShort;
        var powers = routine is A64Routine ? PowersOnArm64(terms, keys) : Powers(terms, keys, hasTable);
        var before = terms.Unknowns("schedule", KeyBytes(routine));
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Key", key);
        proof.SetNumber("Rounds", rounds);
        proof.SetNumber("Short", isShort ? 1 : 0);
        var schedule = proof.SetBuffer("Schedule", before);
        proof.Run();
        proof.Demand($"the key of {key.Length} bytes{(isShort ? ", short messages" : "")}", schedule, KeyOf(routine, terms, keys, powers, hasTable, before));
    }

    private static int KeyBytes(Routine routine) => routine is A64Routine ? GcmArm64Layout.SumsEnd
        : Bits(routine) == 512 ? GcmLayout.KeyBytes512 : GcmLayout.ShortKeyBytes;

    private static int[] KeyOf(Routine routine, Terms terms, int[][] keys, int[][] powers, bool hasTable, int[] before) =>
        routine is A64Routine ? KeyOnArm64(terms, keys, powers, before) : KeyOf(terms, keys, powers, hasTable, before);

    /// <summary>An expanded key on Arm64: round keys, the powers with their halves exchanged, the sums of halves.</summary>
    private static int[] KeyOnArm64(Terms terms, int[][] keys, int[][] powers, int[] before)
    {
        int[] key = [.. before[..GcmArm64Layout.PowersOffset], .. PowersOfH.OnArm64(terms, [.. powers.Select(ExchangeHalves)], before[GcmArm64Layout.PowersOffset..])];
        keys.SelectMany(roundKey => roundKey).ToArray().CopyTo(key, 0);
        return key;
    }

    /// <summary>Those of the H that round keys make.</summary>
    private static int[][] Powers(Terms terms, int[][] keys, bool hasTable) =>
        PowersOfH.Extend(terms, [Specification(terms).FirstPower(keys)], hasTable ? GcmLayout.TablePowers : GcmLayout.KeyPowers, LastDoubled);

    private static int[][] PowersOnArm64(Terms terms, int[][] keys) =>
        PowersOfH.Extend(terms, [Specification(terms).FirstPower(keys)], GcmArm64Layout.Powers, BatchVectors);

    /// <summary>An expanded key: round keys, the powers that every key has, and those of a batch with the sums of halves.</summary>
    public static int[] KeyOf(Terms terms, int[][] keys, int[][] powers, bool hasTable, int[] before)
    {
        int[] key = [.. before];
        keys.SelectMany(roundKey => roundKey).ToArray().CopyTo(key, 0);
        PowersOfH.Table(powers[..GcmLayout.KeyPowers]).CopyTo(key, GcmLayout.KeyPowersOffset);
        if (hasTable)
            PowersOfH.BatchTable(terms, powers).CopyTo(key, GcmLayout.KeyPowersEnd);
        return key;
    }

    private static int[] ExchangeHalves(int[] block) => [.. block[(BlockBytes / 2)..], .. block[..(BlockBytes / 2)]];

    private static IEnumerable<Action> Messages(Routine routine, bool isWhole)
    {
        var batch = BatchVectors * Bits(routine) / 8;
        (int Data, int Text)[] lengths = [(20, 33)];
        if (isWhole)
        {
            lengths =
            [
                .. lengths, (0, batch + 17), (65, 48), (16, 100), (batch + 5, 0), (batch, 5), (0, 0), (0, 1), (13, 16), (64, 48), (0, 49),
                (3, batch), (0, batch - 1), (0, 2 * batch), (7, (2 * batch) + 17), (31, 96), (32, 97),
                .. Enumerable.Range(0, 16).Select(vectors => (0, (vectors * batch / BatchVectors) + 9)),
            ];
        }

        // Keys of 256 bits go through the rounds of all others. On Arm64 those of 192 bits come to them another way.
        int[] sizes = !isWhole ? [s_rounds[0]] : routine is A64Routine ? s_rounds : [s_rounds[0], s_rounds[^1]];
        foreach (var (data, text) in lengths.Distinct())
        {
            foreach (var rounds in sizes)
                yield return () => Message(routine, batch, rounds, data, text, isInPlace: false);
        }

        foreach (var rounds in isWhole ? s_rounds : s_rounds[^1..])
            yield return () => Message(routine, batch, rounds, 20, 60, isInPlace: true);

        foreach (var place in Enumerable.Range(0, isWhole && Bits(routine) == 512 ? Places : 0))
            yield return () => Message(routine, batch, s_rounds[0], 0, batch + 17, isInPlace: false, place: place);

        if (isWhole)
        {
            yield return () => AnyText(routine, batch, Middle, 0, 0);
            yield return () => AnyText(routine, batch, Last, 0, 17);
            foreach (var rest in Enumerable.Range(0, BatchVectors).Select(vectors => (vectors * batch / BatchVectors) + 9))
            {
                yield return () => Message(routine, batch, s_rounds[0], 20, (2 * batch) + rest, isInPlace: false);
                yield return () => AnyText(routine, batch, GcmPart.Whole, 20, rest);
            }

            foreach (var data in s_restsOfData)
                yield return () => AnyData(routine, batch, data, 33);
        }

        foreach (var (part, data, pieces, rest) in isWhole ? s_parts : [])
        {
            var before = part == First ? 0 : BlocksBefore;
            var text = (pieces * PieceBytes) + rest;
            yield return () => Message(routine, batch, s_rounds[0], data, text, isInPlace: false, part, before);
        }
    }

    /// <summary>A message, or its last part or one in the middle, with any number of batches of text before a rest, three to begin with.</summary>
    private static void AnyText(Routine routine, int batch, GcmPart part, int dataBytes, int rest)
    {
        var terms = new Terms();
        var (round, before) = part == GcmPart.Whole ? (batch, 0) : (part == Middle ? PieceBytes : batch, BlocksBefore);
        AnyText(
            terms, routine, round, dataBytes, routine is A64Routine ? before + Blocks((6 * round) + rest) : null,
            more => Message(routine, batch, s_rounds[0], dataBytes, ((3 + more) * round) + rest, isInPlace: false, part, before, terms: terms));
    }

    /// <summary>
    /// A message with any number of rounds of text. The tag's mask is the cipher of J0: whatever that makes of J0, it makes of no counter block, since
    /// these come later. And what comes before the text is in its hash alone, which may be any.
    /// </summary>
    /// <param name="terms">Of all runs.</param>
    /// <param name="routine">The kernel.</param>
    /// <param name="round">Bytes of a round.</param>
    /// <param name="dataBytes">Those of associated data.</param>
    /// <param name="mostBlocks">If J0 is loaded again after the text, so many counters come of it at most: of J0 nothing is another, but of these.</param>
    /// <param name="prove">Proves the message with so many rounds more.</param>
    public static void AnyText(Terms terms, Routine routine, int round, int dataBytes, int? mostBlocks, Func<int, Shown> prove)
    {
        int[] counter = [], mask = new int[BlockBytes];
        Dictionary<int, int> instead = [];
        Dictionary<string, Func<int, int>> later = new()
        {
            ["text"] = Induction.Later(terms, "text", round),
            ["destination"] = Induction.Later(terms, "destination", round),
        };
        if (mostBlocks is null)
            later.Add("J0", i => counter[i]);
        new Induction(terms, later, () => instead).Demand(routine, more =>
        {
            var message = prove(more);
            counter = message.Specification.Count(message.J0, round / BlockBytes);
            terms.Aes(AesStep.Round, terms.Xor(message.J0, message.Keys[0]), mask);
            instead = mask.Zip(mask).Concat(message.After(dataBytes, 0).Zip(message.After(dataBytes, round))).ToDictionary();
            for (var i = 1; i <= mostBlocks; i++)
            {
                foreach (var (one, other) in message.Specification.Count(message.J0, i)[^4..].Zip(message.Specification.Count(message.J0, i + (round / BlockBytes))[^4..]))
                    instead[one] = other;
            }
        });
    }

    /// <summary>A message with any number of batches of associated data before a rest.</summary>
    private static void AnyData(Routine routine, int batch, int rest, int textBytes)
    {
        var terms = new Terms();
        AnyData(terms, routine, batch, more => Message(routine, batch, s_rounds[0], ((3 + more) * batch) + rest, textBytes, isInPlace: false, terms: terms));
    }

    /// <summary>The same, of what proves it with so many batches more.</summary>
    public static void AnyData(Terms terms, Routine routine, int batch, Func<int, Shown> prove)
    {
        Dictionary<int, int> instead = [];
        new Induction(terms, new Dictionary<string, Func<int, int>> { ["data"] = Induction.Later(terms, "data", batch) }, () => instead).Demand(routine, more =>
        {
            var message = prove(more);
            instead = message.After(batch, 0).Zip(message.After(2 * batch, 0)).ToDictionary();
        });
    }

    private static Shown Message(
        Routine routine, int batch, int rounds, int dataBytes, int textBytes, bool isInPlace,
        GcmPart part = GcmPart.Whole, int blocksBefore = 0, int? place = null, Terms? terms = null)
    {
        terms ??= new Terms();

        // Of less than half a block, which Arm64 hashes by itself before a batch, one product of Karatsuba's is the hash, and would have its name wherever
        // it is added.
        var isHalf = routine is A64Routine && dataBytes is > 0 and < BlockBytes / 2 && textBytes >= batch && (part & GcmPart.Continued) == 0;
        var specification = Specification(terms, withoutName: isHalf ? 1 : 0);
        var opens = routine.Name.StartsWith("Open", StringComparison.Ordinal);
        var has512 = Bits(routine) == 512;
        var keys = AesTheorems.Keys(terms, "key", rounds);
        var powers = PowersOfH.Unknowns(terms, routine is A64Routine ? GcmArm64Layout.Powers : has512 ? GcmLayout.TablePowers : GcmLayout.KeyPowers);
        var before = terms.Unknowns("behind the keys", KeyBytes(routine));
        var key = KeyOf(routine, terms, keys, powers, has512, before);
        if (routine is not A64Routine && !has512 && Math.Max(dataBytes, textBytes) >= GcmLayout.KeyPowers * BlockBytes)
            powers = PowersOfH.Extend(terms, powers, batch / BlockBytes, GcmLayout.KeyPowers);

        var j0 = terms.Unknowns("J0", BlockBytes);
        if (has512 && textBytes >= PieceBytes)
            j0 = [.. j0[..^1], .. terms.Xor(terms.And(j0[^1..], [byte.MaxValue - Places + 1]), [place ?? textBytes % Places])];
        var (data, text, lengths) = (terms.Unknowns("data", dataBytes), terms.Unknowns("text", textBytes), terms.Unknowns("lengths", BlockBytes));
        var (isContinued, isUnfinished) = ((part & GcmPart.Continued) != 0, (part & GcmPart.Unfinished) != 0);
        var hash = terms.Unknowns("hash", BlockBytes);
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Key", key);
        proof.SetNumber("Rounds", rounds);
        proof.SetNumber("Part", (long)part);
        proof.SetNumber("BlocksBefore", blocksBefore);
        proof.SetBytes("Hash", Kept(hash));
        proof.SetBytes("J0", j0);
        proof.SetBytes("LastBlock", lengths);
        proof.SetBuffer("AssociatedData", data);
        proof.SetNumber("AssociatedDataLength", dataBytes);
        proof.SetNumber("Length", textBytes);
        var (_, destination) = proof.SetText(text, isInPlace);
        int[] groups = routine is A64Routine ? [.. GroupsOnArm64(dataBytes, textBytes, part)] : has512 ? [.. GroupsOf512(dataBytes, textBytes, opens, part)]
            : [.. Groups(dataBytes, batch), .. Groups(textBytes, batch), .. Groups(isUnfinished ? 0 : BlockBytes, batch)];
        var (expected, after) = specification.Transform(
            keys, powers, specification.Count(j0, blocksBefore + 1), isContinued ? hash : new int[BlockBytes], data, text, isUnfinished ? [] : lengths, opens, groups);
        proof.Run();
        var what = $"{dataBytes} bytes of data and {textBytes} of text with {rounds} rounds{(part == GcmPart.Whole ? "" : $", part {part}")}";
        proof.Demand($"the text of {what}", destination, expected);
        if (isUnfinished)
            proof.DemandField($"the hash after {what}", "Hash", Kept(after));
        else
            proof.DemandField($"the tag of {what}", "Tag", specification.Tag(keys, j0, after));

        // Elsewhere the search of memory shows that it is wiped.
        if (!isUnfinished && routine is A64Routine)
            proof.DemandField($"the hash left of {what}", "Hash", new int[BlockBytes]);

        // As the kernel's powers are, with halves exchanged.
        int[] Kept(int[] block) => routine is A64Routine ? ExchangeHalves(block) : block;

        return new(specification, keys, j0, (dataSoFar, textSoFar) => specification.Transform(
            keys, powers, specification.Count(j0, blocksBefore + 1), isContinued ? hash : new int[BlockBytes], data[..dataSoFar], text[..textSoFar], [], opens,
            Groups(dataSoFar, batch).Concat(Groups(textSoFar, batch))).Hash);
    }

    /// <summary>Blocks that are hashed with one reduction: whole batches, and a rest.</summary>
    public static IEnumerable<int> Groups(int bytes, int batch)
    {
        for (; bytes >= batch; bytes -= batch)
            yield return batch / BlockBytes;
        if (bytes > 0)
            yield return Blocks(bytes);
    }

    /// <summary>
    /// All of a short message at once; of others, what is left of the text with the lengths. That may be a whole batch; but opening takes a text
    /// of one batch by itself.
    /// </summary>
    public static IEnumerable<int> GroupsOf512(int data, int text, bool opens, GcmPart part)
    {
        const int Batch = PieceBytes;
        if (part == GcmPart.Whole && text <= GcmLayout.ShortMessageBytes && data <= MostShortData)
            return [Blocks(data) + Blocks(text) + 1];
        if ((part & GcmPart.Unfinished) != 0)
            return [.. Groups(data, Batch), .. Groups(text, Batch)];
        var batches = opens && text == Batch ? 1 : Math.Max(0, text - 1) / Batch;
        return [.. Groups(data, Batch), .. Enumerable.Repeat(Batch / BlockBytes, batches), Blocks(text - (batches * Batch)) + 1];
    }

    /// <summary>What fills no batch has the lengths in its group, and associated data, too, if all is at most eight blocks.</summary>
    private static IEnumerable<int> GroupsOnArm64(int data, int text, GcmPart part)
    {
        const int Batch = BatchVectors * BlockBytes;
        if ((part & GcmPart.Unfinished) != 0)
            return [.. Groups(data, Batch), .. Groups(text, Batch)];
        var (rest, blocks) = (Blocks(data % Batch), Blocks(text));
        var whole = Enumerable.Repeat(BatchVectors, data / Batch);
        return rest > 0 && rest + blocks <= BatchVectors
            ? [.. whole, rest + blocks + 1]
            : [.. whole, .. rest > 0 ? new[] { rest } : [], .. Enumerable.Repeat(BatchVectors, text / Batch), Blocks(text % Batch) + 1];
    }

    public static int Blocks(int bytes) => (bytes + BlockBytes - 1) / BlockBytes;

    /// <param name="terms">Those of a proof.</param>
    /// <param name="withoutName">Of the hash after so many groups, bytes that are XORs of unknown bytes have no name.</param>
    public static GcmSpecification<int, Terms> Specification(Terms terms, int withoutName = 0) =>
        new(terms, block => withoutName-- > 0 ? terms.NameMixed("the hash", block) : terms.Name("the hash", block));

    /// <param name="Specification">Of the message's terms.</param>
    /// <param name="Keys">Its round keys.</param>
    /// <param name="J0">Its J0.</param>
    /// <param name="After">The hash after so many bytes of associated data and of text.</param>
    public sealed record Shown(GcmSpecification<int, Terms> Specification, int[][] Keys, int[] J0, Func<int, int, int[]> After);
}
