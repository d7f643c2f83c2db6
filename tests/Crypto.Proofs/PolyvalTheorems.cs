using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Kernels;

namespace ManagedCrypto.Proofs;

/// <summary>
/// What the kernels of POLYVAL compute. A key has powers of H, of which each is a theorem's product of two others; a text is hashed with powers
/// that may be anything.
/// </summary>
internal static class PolyvalTheorems
{
    private const string Name = "Polyval", Key = "Expand", Whole512 = "PolyvalVpclmul512";

    private const int BlockBytes = GhashProducts.BlockBytes, BatchPowers = GhashAvx512Steps.Powers;

    private static readonly bool[] s_isShort = [false, true];

    public static IEnumerable<Theorem> All(bool isWhole) => Families.All.Single(family => family.Name == "GcmSiv").Kernels.Select(kernel => kernel.Code)
        .Where(kernel => kernel.Program.Name.Contains(Name, StringComparison.Ordinal))
        .Select(kernel => kernel.Program.Name.StartsWith(Key, StringComparison.Ordinal)
            ? new Theorem(kernel, "the powers of any H", routine => Keys(routine, isWhole))
            : new Theorem(kernel, $"all powers of H, accumulators and texts, to {(isWhole ? "two batches and a rest" : "100 bytes")}", routine => Texts(routine, isWhole)));

    /// <summary>From the first n powers come the next n: each times H^n.</summary>
    private static IEnumerable<Action> Keys(Routine routine, bool isWhole) =>
        s_isShort.Where(isShort => isWhole || !isShort).Select(isShort => (Action)(() => ExpandKey(routine, isShort)));

    private static void ExpandKey(Routine routine, bool isShort)
    {
        var terms = new Terms();
        var specification = new PolyvalSpecification<int, Terms>(terms);
        int[][] powers = [terms.Unknowns("H", BlockBytes)];
        while (powers.Length < BatchPowers)
        {
            powers =
            [
                .. powers, .. powers.Select(power => terms.Name("a power", specification.Dot([power], [powers[^1]]))),
            ];
        }

        var hasTable = routine.Name.EndsWith("512", StringComparison.Ordinal) && !isShort;
        var before = terms.Unknowns("key", (BatchPowers * BlockBytes) + GhashAvx512Steps.HalvesBytes);
        int[] expected = hasTable
            ? [.. Table(powers), .. Halves(terms, powers)]
            : [.. before[..GcmSivKernels.KeyPowersOffset], .. Table(powers[..GcmLayout.KeyPowers]), .. before[(BatchPowers * BlockBytes)..]];
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Subkey", powers[0]);
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
        return lengths.Distinct().Select(length => (Action)(() => Text(routine, batch, length)));
    }

    private static void Text(Routine routine, int batch, int length)
    {
        var terms = new Terms();
        var specification = new PolyvalSpecification<int, Terms>(terms);

        // Half of the powers come from the key, or all of them where its table is that of a batch; the rest are products of those by the highest.
        var isWholeTable = routine.Name == Whole512;
        int[][] powers = [.. Enumerable.Range(1, isWholeTable ? batch / BlockBytes : GcmLayout.KeyPowers).Select(i => terms.Unknowns($"power {i}", BlockBytes))];
        int[] table = isWholeTable
            ? [.. Table(powers), .. Halves(terms, powers)]
            : [.. terms.Unknowns("before the powers", GcmSivKernels.KeyPowersOffset), .. Table(powers)];
        while (powers.Length < batch / BlockBytes)
        {
            powers =
            [
                .. powers,
                .. powers[^GcmLayout.KeyPowers..].Select(power => terms.Name("a power", specification.Dot([power], [powers[GcmLayout.KeyPowers - 1]]))),
            ];
        }

        var (text, hash) = (terms.Unknowns("text", length), terms.Unknowns("hash", BlockBytes));
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Key", table);
        proof.SetBuffer("Source", text);
        proof.SetNumber("Length", length);
        proof.SetBytes("Hash", hash);
        foreach (var part in text.Chunk(batch))
        {
            int[][] blocks = [.. part.Chunk(BlockBytes).Select(block => (int[])[.. block, .. new int[BlockBytes - block.Length]])];
            terms.Xor(blocks[0], hash, blocks[0]);
            hash = terms.Name("the hash", specification.Dot(blocks, [.. powers.Take(blocks.Length).Reverse()]));
        }

        proof.Run();
        proof.DemandField($"the hash of {length} bytes", "Hash", hash);
    }

    /// <summary>Powers as a key has them, the highest first.</summary>
    public static int[] Table(int[][] powers) => [.. powers.Reverse().SelectMany(power => power)];

    /// <summary>The sums of the halves of each power, the highest first, those of a vector in the low halves of one, those of the next in the high ones.</summary>
    public static IEnumerable<int> Halves(Terms terms, int[][] powers)
    {
        const int Lanes = 4, Half = BlockBytes / 2;
        int[][] sums = [.. powers.Reverse().Select(power =>
        {
            var sum = new int[Half];
            terms.Xor(power.AsSpan(0, Half), power.AsSpan(Half), sum);
            return sum;
        })];
        return sums.Chunk(2 * Lanes).SelectMany(two => Enumerable.Range(0, Lanes).SelectMany(lane => two[lane].Concat(two[lane + Lanes])));
    }
}
