using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Kernels;
using ManagedCrypto.Machine;

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
            ? new Theorem(kernel, "the powers of any H", Keys)
            : new Theorem(kernel, $"all powers of H, accumulators and texts, to {(isWhole ? "two batches" : "a batch")} and a rest", routine => Texts(routine, isWhole)));

    /// <summary>From the first n powers come the next n: each times H^n.</summary>
    private static IEnumerable<Action> Keys(Routine routine) => s_isShort.Select(isShort => (Action)(() =>
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
        int[][] table = [.. powers.Reverse()];
        int[] expected = hasTable
            ? [.. table.SelectMany(power => power), .. Halves(terms, table)]
            : [.. before[..GcmSivKernels.KeyPowersOffset], .. table[^GcmLayout.KeyPowers..].SelectMany(power => power), .. before[(BatchPowers * BlockBytes)..]];
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Subkey", powers[0]);
        proof.SetNumber("Short", isShort ? 1 : 0);
        var key = proof.SetBuffer("Key", before);
        proof.Run();
        proof.Demand($"the key{(isShort ? " of a short message" : "")}", key, expected);
    }));

    private static IEnumerable<Action> Texts(Routine routine, bool isWhole)
    {
        var batch = routine.Name switch
        {
            Whole512 => 512,
            "PolyvalVpclmul256" => 256,
            _ => 128,
        };
        int[] lengths = [17, batch + 1, 0, 1, 15, 16, 33, 48, 63, 64, 65, 100];
        if (isWhole)
            lengths = [.. lengths, batch - 1, batch, (2 * batch) + 17];
        return lengths.Distinct().Select(length => (Action)(() => Text(routine, batch, length)));
    }

    private static void Text(Routine routine, int batch, int length)
    {
        var terms = new Terms();
        var specification = new PolyvalSpecification<int, Terms>(terms);

        // Half of the powers come from the key, or all of them where its table is that of a batch; the rest are products of those by the highest.
        var isWholeTable = routine.Name == Whole512;
        int[][] powers = [.. Enumerable.Range(1, isWholeTable ? batch / BlockBytes : GcmLayout.KeyPowers).Select(i => terms.Unknowns($"power {i}", BlockBytes))];
        int[] table = [.. powers.Reverse().SelectMany(power => power)];
        if (isWholeTable)
            table = [.. table, .. Halves(terms, [.. powers.Reverse()])];
        else
            table = [.. terms.Unknowns("before the powers", GcmSivKernels.KeyPowersOffset), .. table];
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

    /// <summary>The sums of the halves of each power, those of a vector in the low halves of one, those of the next in the high ones.</summary>
    private static IEnumerable<int> Halves(Terms terms, int[][] powers)
    {
        const int Lanes = 4, Half = BlockBytes / 2;
        int[][] sums = [.. powers.Select(power =>
        {
            var sum = new int[Half];
            terms.Xor(power.AsSpan(0, Half), power.AsSpan(Half), sum);
            return sum;
        })];
        return sums.Chunk(2 * Lanes).SelectMany(two => Enumerable.Range(0, Lanes).SelectMany(lane => two[lane].Concat(two[lane + Lanes])));
    }
}

/// <summary>The field of POLYVAL (RFC 8452, section 3), on numbers or on terms.</summary>
internal sealed class PolyvalSpecification<T, TValues>(TValues values)
    where T : unmanaged
    where TValues : IValues<T>
{
    private const int BlockBytes = 16, Half = 8;

    /// <summary>x^57 + x^62 + x^63: the polynomial x^128 + x^127 + x^126 + x^121 + 1 without its ends, divided by x^64.</summary>
    private const ulong Middle = 0xC200000000000000;

    /// <summary>The sum of the products of blocks, each by a block of its own and by x^-128.</summary>
    public T[] Dot(T[][] blocks, T[][] others)
    {
        var sum = Zeros(2 * BlockBytes);
        foreach (var (block, other) in blocks.Zip(others))
        {
            for (var i = 0; i < BlockBytes; i += Half)
            {
                for (var k = 0; k < BlockBytes; k += Half)
                    AddProduct(block.AsSpan(i, Half), other.AsSpan(k, Half), sum.AsSpan(i + k, BlockBytes));
            }
        }

        // A multiple of the polynomial clears the lowest 64 bits: what they are adds to the 64 above by the middle, and whole to those above these.
        T[] middle = [.. BitConverter.GetBytes(Middle).Select(values.Of)];
        for (var i = 0; i < BlockBytes; i += Half)
        {
            AddProduct(sum.AsSpan(i, Half), middle, sum.AsSpan(i + Half, BlockBytes));
            values.Xor(sum.AsSpan(i + BlockBytes, Half), sum.AsSpan(i, Half), sum.AsSpan(i + BlockBytes, Half));
        }

        return sum[BlockBytes..];
    }

    private void AddProduct(ReadOnlySpan<T> one, ReadOnlySpan<T> other, Span<T> sum)
    {
        var product = new T[BlockBytes];
        values.MultiplyPolynomials(one, other, product);
        values.Xor(sum, product, sum);
    }

    private T[] Zeros(int bytes)
    {
        var zeros = new T[bytes];
        zeros.AsSpan().Fill(values.Of(0));
        return zeros;
    }
}
