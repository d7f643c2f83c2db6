using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Kernels;
using ManagedCrypto.Proofs.Arm64;

namespace ManagedCrypto.Proofs;

/// <summary>
/// What the kernels of POLYVAL compute. A key has powers of H, of which each is a theorem's product of two others; a text is hashed with powers
/// that may be anything.
/// </summary>
internal static class PolyvalTheorems
{
    private const string Name = "Polyval", Key = "Expand", Whole512 = "PolyvalVpclmul512";

    private const int BlockBytes = PowersOfH.Bytes, KeyPowers = GcmLayout.KeyPowers, BatchPowers = GhashAvx512Steps.Powers;

    private static readonly bool[] s_isShort = [false, true];

    /// <summary>Bytes after whole batches of a text of any length.</summary>
    private static readonly int[] s_rests = [0, 1, 16, 49];

    public static IEnumerable<Theorem> All(bool isWhole) => Theorem.Kernels("GcmSiv").Concat(Theorem.Kernels("GcmSivArm64"))
        .Where(kernel => kernel.Program.Name.Contains(Name, StringComparison.Ordinal)).Select(kernel => Of(kernel, isWhole) with { IsSlow = true });

    private static Theorem Of(KernelCode kernel, bool isWhole) => kernel.Program.Name.StartsWith(Key, StringComparison.Ordinal)
        ? new(kernel, "the powers of any H", routine => Keys(routine, isWhole))
        : new(kernel, $"all powers of H, accumulators and texts, {(isWhole ? "of any number of batches and a rest" : "to 100 bytes")}", routine => Texts(routine, isWhole));

    private static IEnumerable<Action> Keys(Routine routine, bool isWhole) =>
        s_isShort.Where(isShort => isWhole || !isShort).Select(isShort => (Action)(() => ExpandKey(routine, isShort)));

    private static void ExpandKey(Routine routine, bool isShort)
    {
        var terms = new Terms(multipliesBits: true);
        var hasTable = routine.Name.EndsWith("512", StringComparison.Ordinal) && !isShort;
        var (subkey, before) = (terms.Unknowns("H", BlockBytes), terms.Unknowns("key", PowersOfH.PolyvalKeyBytes));
        int[] expected = routine is A64Routine
            ? PowersOfH.PolyvalKeyOnArm64(terms, subkey, before) : PowersOfH.PolyvalKey(terms, subkey, hasTable, before);
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Subkey", subkey);
        proof.SetNumber("Short", isShort ? 1 : 0);
        var key = proof.SetBuffer("Key", before);
        proof.Run();
        proof.Demand($"the key{(isShort ? " of a short message" : "")}", key, expected);
    }

    private static IEnumerable<Action> Texts(Routine routine, bool isWhole)
    {
        var batch = routine.Name switch
        {
            Whole512 => 512,
            "PolyvalVpclmul256" => 256,
            _ => 128,
        };
        int[] lengths = [17, 0, 100];
        if (isWhole)
            lengths = [lengths[0], batch + 1, .. lengths, 1, 15, 16, 33, 48, 63, 64, 65, batch - 1, batch, (2 * batch) + 17];
        var cases = lengths.Distinct().Select(length => (Action)(() => Text(new Terms(), routine, batch, length)));
        return isWhole ? cases.Concat(s_rests.Append(batch - 1).Select(rest => (Action)(() => Any(routine, batch, rest)))) : cases;
    }

    /// <summary>Of any number of batches and a rest.</summary>
    private static void Any(Routine routine, int batch, int rest)
    {
        var terms = new Terms();
        int[]? next = null;
        new Induction(terms, new Dictionary<string, Func<int, int>>
        {
            ["text"] = Induction.Later(terms, "text", batch),
            ["hash"] = i => next![i],
        }).Demand(routine, more => next = Text(terms, routine, batch, ((2 + more) * batch) + rest));
    }

    /// <returns>The hash after the first batch.</returns>
    private static int[] Text(Terms terms, Routine routine, int batch, int length)
    {
        var specification = new PolyvalSpecification<int, Terms>(terms);

        // All powers come from the key, or the kernel makes the rest of them, but not for a text that needs none.
        var isWholeTable = routine.Name == Whole512;
        var powers = PowersOfH.Unknowns(terms, isWholeTable ? BatchPowers : KeyPowers);
        int[] table = routine is A64Routine
            ? PowersOfH.OnArm64(terms, [.. powers, terms.Unknowns("power 9", BlockBytes)], terms.Unknowns("key", GcmArm64Layout.PolyvalKeyBytes))
            : isWholeTable ? PowersOfH.BatchTable(terms, powers)
            : [.. terms.Unknowns("before the powers", GcmSivKernels.KeyPowersOffset), .. PowersOfH.Table(powers)];
        if (length >= KeyPowers * BlockBytes)
            powers = PowersOfH.Extend(terms, powers, batch / BlockBytes, KeyPowers);

        var (text, hash) = (terms.Unknowns("text", length), terms.Unknowns("hash", BlockBytes));
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Key", table);
        proof.SetBuffer("Source", text);
        proof.SetNumber("Length", length);
        proof.SetBytes("Hash", hash);
        var first = hash;
        foreach (var (i, part) in text.Chunk(batch).Index())
        {
            int[][] blocks = [.. part.Chunk(BlockBytes).Select(block => (int[])[.. block, .. new int[BlockBytes - block.Length]])];
            blocks[0] = terms.Xor(blocks[0], hash);
            hash = terms.Name("the hash", specification.Dot(blocks, [.. powers.Take(blocks.Length).Reverse()]));
            if (i == 0)
                first = hash;
        }

        proof.Run();
        proof.DemandField($"the hash of {length} bytes", "Hash", hash);
        return first;
    }
}
