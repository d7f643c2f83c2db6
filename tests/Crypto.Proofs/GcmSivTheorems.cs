using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Kernels;
using ManagedCrypto.Proofs.Arm64;

namespace ManagedCrypto.Proofs;

/// <summary>What the kernels of AES-GCM-SIV compute: keys of a message, and whole short messages.</summary>
internal static class GcmSivTheorems
{
    private const string Derive = "Derive", Short = "Short";

    private const int BlockBytes = PowersOfH.Bytes, NonceBytes = 12, BatchPowers = GhashAvx512Steps.Powers, MostBlocks = GcmSivBlocks.Bytes / BlockBytes;

    private static readonly int[] s_rounds = [10, 14];

    /// <summary>Whether the message is, whose key has fewer powers.</summary>
    private static readonly bool[] s_isShort = [false, true];

    /// <summary>Blocks of associated data, and bytes of text.</summary>
    private static readonly (int Data, int Text)[] s_lengths = [(1, 33), (0, 0), (7, 0), (0, 1), (0, 112), (3, 64), (2, 16), (1, 90), (0, 15)];

    public static IEnumerable<Theorem> All(bool isWhole) => Theorem.Kernels("GcmSiv").Concat(Theorem.Kernels("GcmSivArm64")).Where(IsHere).Select(kernel => Of(kernel, isWhole) with { IsSlow = true });

    private static bool IsHere(KernelCode kernel) =>
        kernel.Program.Name.StartsWith(Derive, StringComparison.Ordinal) || kernel.Program.Name.Contains(Short, StringComparison.Ordinal);

    private static Theorem Of(KernelCode kernel, bool isWhole) => kernel.Program.Name.StartsWith(Derive, StringComparison.Ordinal)
        ? new(kernel, $"the keys of {(isWhole ? "any message, of all keys" : "a short message, of keys of 128 bits")} and nonces", routine => Keys(routine, isWhole))
        : new(
            kernel, $"all keys, nonces, associated data and texts, {(isWhole ? "of each size" : "of 128 bits")}, to {MostBlocks} blocks in all",
            routine => Messages(routine, isWhole));

    private static IEnumerable<Action> Keys(Routine routine, bool isWhole)
    {
        var cases = s_rounds.SelectMany(_ => s_isShort, (rounds, isShort) => (Action)(() => DeriveKeys(routine, rounds, isShort)));
        return isWhole ? cases : cases.Skip(1).Take(1);
    }

    private static void DeriveKeys(Routine routine, int rounds, bool isShort)
    {
        var terms = new Terms(multipliesBits: true);
        var (keys, nonce) = (AesTheorems.Keys(terms, "key", rounds), terms.Unknowns("nonce", NonceBytes));
        var (subkey, messageKeys) = Derived(terms, keys, nonce);
        var hasTable = routine.Name.EndsWith("512", StringComparison.Ordinal) && !isShort;
        var before = terms.Unknowns("keys", GcmSivKernels.AfterSchedule + PowersOfH.PolyvalKeyBytes);
        int[] schedule = [.. messageKeys.SelectMany(key => key)];
        var behind = before[GcmSivKernels.AfterSchedule..];
        int[] expected =
        [
            .. schedule, .. before[schedule.Length..GcmSivKernels.AfterSchedule],
            .. routine is A64Routine ? PowersOfH.PolyvalKeyOnArm64(terms, subkey, behind) : PowersOfH.PolyvalKey(terms, subkey, hasTable, behind),
        ];

        var proof = new Proof(terms, routine);
        proof.SetBuffer("Key", [.. keys.SelectMany(key => key)]);
        var written = proof.SetBuffer("Keys", before);
        proof.SetNumber("Rounds", rounds);
        proof.SetNumber("Short", isShort ? 1 : 0);
        proof.SetBytes("Nonce", [.. nonce, 0, 0, 0, 0]);
        proof.Run();
        proof.Demand($"the keys of a message with {rounds} rounds{(isShort ? ", if it is short" : "")}", written, expected);
    }

    private static IEnumerable<Action> Messages(Routine routine, bool isWhole)
    {
        // Keys of both sizes first: what is wrong shows soon.
        foreach (var (data, text) in isWhole ? s_lengths : s_lengths[..2])
        {
            foreach (var rounds in isWhole ? s_rounds : s_rounds[..1])
                yield return () => Message(routine, rounds, data, text);
        }
    }

    private static void Message(Routine routine, int rounds, int dataBlocks, int textBytes)
    {
        var terms = new Terms(multipliesBits: true);
        var specification = new GcmSivSpecification<int, Terms>(terms);
        var opens = routine.Name.StartsWith("Open", StringComparison.Ordinal);
        var textBlocks = (textBytes + BlockBytes - 1) / BlockBytes;
        var padding = (textBlocks * BlockBytes) - textBytes;
        var (keys, nonce, given) = (AesTheorems.Keys(terms, "key", rounds), terms.Unknowns("nonce", NonceBytes), terms.Unknowns("given", BlockBytes));
        var (subkey, messageKeys) = Derived(terms, keys, nonce);
        var (data, lengths) = (terms.Unknowns("data", dataBlocks * BlockBytes), terms.Unknowns("lengths", BlockBytes));
        int[] text = [.. terms.Unknowns("text", textBytes), .. new int[padding]];
        int[] hashed = [.. data, .. text, .. lengths];
        var before = terms.Unknowns("before all", GcmSivBlocks.Bytes - hashed.Length);

        var proof = new Proof(terms, routine);
        proof.SetBuffer("Key", [.. keys.SelectMany(key => key)]);
        proof.SetNumber("Rounds", rounds);
        proof.SetNumber("HashedBytes", hashed.Length);
        proof.SetNumber("TextBytes", text.Length);
        proof.SetBytes("LastBytes", [.. Enumerable.Repeat((int)byte.MaxValue, BlockBytes - padding), .. new int[padding]]);
        proof.SetBytes("Nonce", [.. nonce, 0, 0, 0, 0]);
        proof.SetBytes("Given", given);
        proof.SetBytes("Gathered", [.. before, .. hashed]);

        // Behind an encrypted text there is keystream, which the caller does not take.
        int[] opened = opens ? [.. specification.Transform(messageKeys, given, text)[..textBytes], .. new int[padding]] : text;
        int[] plain = [.. data, .. opened, .. lengths];
        int[][] blocks = [.. plain.Chunk(BlockBytes)], powers = PowersOfH.Extend(terms, [subkey], GcmLayout.KeyPowers, BatchPowers);
        var hash = terms.Name("the hash", new PolyvalSpecification<int, Terms>(terms).Dot(blocks, [.. powers.Take(blocks.Length).Reverse()]));
        var tag = specification.Tag(messageKeys, hash, nonce);
        int[] result = opens ? opened : specification.Transform(messageKeys, tag, text);
        proof.Run();
        var what = $"{dataBlocks} blocks of data and {textBytes} bytes of text with {rounds} rounds";
        proof.DemandField($"the tag of {what}", "Tag", tag);
        proof.DemandField($"the text of {what}", "Gathered", [.. before, .. data, .. result, .. lengths]);
    }

    /// <summary>The subkey of a message, which has a name, and its round keys.</summary>
    public static (int[] Subkey, int[][] Keys) Derived(Terms terms, int[][] keys, int[] nonce)
    {
        var (subkey, key) = new GcmSivSpecification<int, Terms>(terms).DeriveKeys(keys, nonce);
        return (terms.Name("H", subkey), new AesSpecification<int, Terms>(terms).ExpandKey(key));
    }
}
