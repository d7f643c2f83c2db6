using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler.Kernels;

namespace ManagedCrypto.Proofs;

/// <summary>Powers of H, from the first on, as the kernels of GHASH and POLYVAL make them and keep them.</summary>
internal static class PowersOfH
{
    public const int Bytes = GhashProducts.BlockBytes;

    /// <summary>Bytes of a key of POLYVAL at all widths.</summary>
    public const int PolyvalKeyBytes = (GhashAvx512Steps.Powers * Bytes) + GhashAvx512Steps.HalvesBytes;

    /// <summary>Powers that may be anything.</summary>
    public static int[][] Unknowns(Terms terms, int count) => [.. Enumerable.Range(1, count).Select(i => terms.Unknowns($"power {i}", Bytes))];

    /// <summary>
    /// So many powers, at least: from the first n come the next n, each times H^n, but n does not grow beyond <paramref name="most"/>. Each has
    /// a name.
    /// </summary>
    public static int[][] Extend(Terms terms, int[][] powers, int count, int most)
    {
        var field = new PolyvalSpecification<int, Terms>(terms);
        while (powers.Length < count)
        {
            var n = Math.Min(powers.Length, most);
            powers = [.. powers, .. powers[^n..].Select(power => terms.Name("a power", field.Dot([power], [powers[n - 1]])))];
        }

        return powers[..count];
    }

    /// <summary>As keys have them, the highest first.</summary>
    public static int[] Table(int[][] powers) => [.. powers.Reverse().SelectMany(power => power)];

    /// <summary>A key of POLYVAL: the whole table, or only the powers that every key has, and else what was there before.</summary>
    public static int[] PolyvalKey(Terms terms, int[] subkey, bool hasTable, int[] before)
    {
        var powers = Extend(terms, [subkey], hasTable ? GhashAvx512Steps.Powers : GcmLayout.KeyPowers, GhashAvx512Steps.Powers);
        return hasTable ? BatchTable(terms, powers)
            : [.. before[..GcmSivKernels.KeyPowersOffset], .. Table(powers), .. before[(GhashAvx512Steps.Powers * Bytes)..]];
    }

    /// <summary>The same on Arm64.</summary>
    public static int[] PolyvalKeyOnArm64(Terms terms, int[] subkey, int[] before) =>
        OnArm64(terms, Extend(terms, [subkey], GcmArm64Layout.Powers, GcmLayout.KeyPowers), before);

    /// <summary>What a key has on Arm64 behind round keys, if it has any: powers, and the sums of their halves.</summary>
    public static int[] OnArm64(Terms terms, int[][] powers, int[] before)
    {
        const int Half = Bytes / 2;
        int[] key = [.. before];
        Table(powers).CopyTo(key, 0);
        powers.Reverse().SelectMany(power => terms.Xor(power[..Half], power[Half..])).ToArray().CopyTo(key, GcmArm64Layout.SumsOffset - GcmArm64Layout.PowersOffset);
        return key;
    }

    /// <summary>
    /// The table of a batch of four blocks in a vector: powers, then the sums of their halves, those of a vector in the low halves of one, those
    /// of the next in the high ones.
    /// </summary>
    public static int[] BatchTable(Terms terms, int[][] powers)
    {
        const int Lanes = 4, Half = Bytes / 2;
        int[][] sums = [.. powers[..GhashAvx512Steps.Powers].Reverse().Select(power => terms.Xor(power[..Half], power[Half..]))];
        IEnumerable<int> halves = sums.Chunk(2 * Lanes).SelectMany(two => Enumerable.Range(0, Lanes).SelectMany(lane => two[lane].Concat(two[lane + Lanes])));
        return [.. Table(powers), .. halves];
    }
}
