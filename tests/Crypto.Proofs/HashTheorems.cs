using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.Proofs.Arm64;

namespace ManagedCrypto.Proofs;

/// <summary>What the kernels of SHA-1, SHA-2, Keccak and PBKDF2 compute.</summary>
internal static class HashTheorems
{
    private const string Pbkdf2 = "Pbkdf2";

    private static readonly string[] s_families = ["Sha", "ShaLanes", "ShaArm64", "ShaLanesArm64"];

    /// <summary>Of each lane: a hash with fewer words leaves the rest alone.</summary>
    private const int StateBytes = 64;

    /// <summary>A bit of SHA-1's schedule is the XOR of up to 512 bits of a block; nothing else that counts has as many parts.</summary>
    private const int MostParts = 512;

    /// <summary>Blocks at the source and at the tail.</summary>
    private static readonly (int Source, int Tail)[] s_blocks = [(1, 0), (0, 0), (0, 1), (0, 2), (2, 1), (3, 0)];

    /// <summary>Lanes of a block of Keccak: those of all functions of FIPS 202, none at all, and all 25. The first two are always taken.</summary>
    private static readonly int[] s_lanes = [17, 25, 0, 9, 13, 18, 21];

    /// <summary>
    /// In the inner hash and in the outer one: the words that follow a digest are constants, most of them zeros, of which the schedule adds nothing.
    /// </summary>
    private static readonly string[] s_needlessInPair =
    [
        "266 paddd xmm3,xmm7", "298 paddd xmm10,xmm14", "324 sha256msg1 xmm5,xmm6", "353 sha256msg1 xmm12,xmm13",
        "8a8 paddd xmm3,xmm7", "8da paddd xmm10,xmm14", "966 sha256msg1 xmm5,xmm6", "995 sha256msg1 xmm12,xmm13",
    ];

    private static readonly int[] s_iterations = [1, 0, 2], s_blocksOfPairs = [1, 0, 2], s_blocksOfLanes = [1, 0, 2];

    private static readonly string[] s_functions = [.. new HashSpecification<int, Terms>(new Terms()).Functions.Keys];

    public static IEnumerable<Theorem> All(bool isWhole) =>
        from family in s_families
        from kernel in Theorem.Kernels(family)
        select Of(kernel, isWhole);

    private static Theorem Of(KernelCode kernel, bool isWhole)
    {
        var name = kernel.Program.Name;
        var function = s_functions.Single(function => name.StartsWith(function, StringComparison.Ordinal));
        var isPair = name.EndsWith("Pair", StringComparison.Ordinal);
        if (name.Contains(Pbkdf2, StringComparison.Ordinal))
        {
            return new(
                kernel, $"all keys and results, {(isWhole ? "any number of" : $"to {s_iterations.Max()}")} iterations",
                routine => Iterations(routine, function, isPair ? ["", "Other"] : [""], isWhole: isWhole))
            {
                IsSlow = true,
                Needless = isPair && kernel.Program is X64Program ? s_needlessInPair : [],
            };
        }

        var states = function == "Keccak" ? "states" : "chaining values";
        var most = isPair ? s_blocksOfPairs.Max() : s_blocks.Max(blocks => blocks.Source + blocks.Tail);
        return new(
            kernel, $"all {states} and texts, {(isWhole ? "any number of" : $"to {most}")} blocks",
            routine => isPair ? Pairs(routine, function, isWhole) : Blocks(routine, function, isWhole, name.StartsWith("Sha512Bmi2", StringComparison.Ordinal) ? 2 : 1))
        {
            IsSlow = true,
        };
    }

    /// <summary>Bytes of a word, of a chaining value, and of a block.</summary>
    private static (int Word, int Chain, int Block) Sizes(string function) => function switch
    {
        "Sha1" => (4, 20, 64),
        "Sha256" => (4, 32, 64),
        "Sha512" => (8, 64, 128),
        _ => (8, 200, 0),
    };

    public static IEnumerable<Action> Blocks(Routine routine, string function, bool isWhole, int atOnce)
    {
        var terms = new Terms(MostParts);
        var specification = Specification(terms, isRotated: routine is A64Routine);
        var (_, chainBytes, blockBytes) = Sizes(function);
        int[] sizes = function == "Keccak" ? [.. s_lanes[..(isWhole ? s_lanes.Length : 2)].Select(lanes => 8 * lanes)] : [blockBytes];
        foreach (var (size, (source, tail)) in sizes.SelectMany(_ => s_blocks, (size, blocks) => (size, blocks)))
        {
            if (size == sizes[0] || (source, tail) == s_blocks[0])
                yield return () => Case(size, source, tail);
        }

        foreach (var size in sizes.Where(size => isWhole && size > 0))
        {
            foreach (var rest in Enumerable.Range(0, atOnce))
                yield return () => Any(size, rest);
        }

        // Any number of blocks at the source: after a round the chaining value is another, and the source goes on.
        void Any(int size, int rest)
        {
            var round = terms.Unknowns("source", atOnce * size);
            var next = round.Chunk(size).Aggregate(terms.Unknowns("state", chainBytes), (value, block) => specification.Functions[function](value, block));
            new Induction(terms, new Dictionary<string, Func<int, int>>
            {
                ["source"] = Induction.Later(terms, "source", atOnce * size),
                ["state"] = i => next[i],
            }).Demand(routine, more => Case(size, ((2 + more) * atOnce) + rest, 1));
        }

        void Case(int size, int source, int tail)
        {
            var (chain, text, end) = (terms.Unknowns("state", chainBytes), terms.Unknowns("source", source * size), terms.Unknowns("tail", tail * size));
            int[][] blocks = size > 0 ? [.. text.Chunk(size), .. end.Chunk(size)] : [.. Enumerable.Repeat(text, source + tail)];
            int[] Compressed(int[] before) => blocks.Aggregate(before, (value, block) => specification.Functions[function](value, block));
            var expected = Compressed(chain);

            // AVX-512 also permutes what the upper halves of its registers hold, zeros to begin with, and nobody reads it. These lanes get names,
            // too, so that their terms stay short. Twice: a name given late in the first round may stand for what comes out early in it.
            for (var i = 0; i < 2 && function == "Keccak"; i++)
                Compressed(new int[chainBytes]);
            var proof = new Proof(terms, routine);
            var state = proof.SetBuffer("State", chain);
            proof.SetBuffer("Source", text);
            proof.SetBuffer("Tail", end);
            proof.SetNumber("SourceBlocks", source);
            proof.SetNumber("TailBlocks", tail);
            proof.SetNumber("BlockBytes", size);
            proof.Run();
            proof.Demand($"the state after {source} blocks and {tail} of the tail, of {size} bytes", state, expected);
        }
    }

    private static IEnumerable<Action> Pairs(Routine routine, string function, bool isWhole)
    {
        var terms = new Terms(MostParts);
        var specification = Specification(terms);
        var (_, chainBytes, blockBytes) = Sizes(function);
        Dictionary<string, Func<int, int>> later = [];
        for (var i = 0; i < 2; i++)
        {
            var next = specification.Functions[function](terms.Unknowns("state" + i, chainBytes), terms.Unknowns("source" + i, blockBytes));
            later.Add("state" + i, place => next[place]);
            later.Add("source" + i, Induction.Later(terms, "source" + i, blockBytes));
        }

        var cases = s_blocksOfPairs.Select(blocks => (Action)(() => Case(blocks)));
        return isWhole ? cases.Append(() => new Induction(terms, later).Demand(routine, more => Case(2 + more))) : cases;

        void Case(int blocks)
        {
            var proof = new Proof(terms, routine);
            proof.SetNumber("Blocks", blocks);
            var ends = new List<(ulong State, int[] Expected)>();
            for (var i = 0; i < 2; i++)
            {
                var (chain, text) = (terms.Unknowns("state" + i, chainBytes), terms.Unknowns("source" + i, blocks * blockBytes));
                var expected = text.Chunk(blockBytes).Aggregate(chain, (value, block) => specification.Functions[function](value, block));
                ends.Add((proof.SetBuffer("State" + i, chain), expected));
                proof.SetBuffer("Source" + i, text);
            }

            proof.Run();
            foreach (var (state, expected) in ends)
                proof.Demand($"a state after {blocks} blocks", state, expected);
        }
    }

    public static IEnumerable<Action> Iterations(Routine routine, string name, string[] results, bool keepsPadding = false, bool isWhole = false)
    {
        var terms = new Terms(MostParts);
        var specification = Specification(terms);
        var (wordBytes, chainBytes, blockBytes) = Sizes(name);
        var isPadded = keepsPadding || (results.Length > 1 && routine is not A64Routine);
        int[] digests = name == "Sha512" ? [64, 48] : [chainBytes];
        var cases = digests.SelectMany(_ => s_iterations, (digestBytes, iterations) => (Action)(() => Case(digestBytes, iterations)));
        return !isWhole ? cases : cases.Concat(digests.Select(digestBytes => (Action)(() => Any(digestBytes))));

        // Any number of iterations: after one, the result is another, and the sum.
        void Any(int digestBytes)
        {
            Dictionary<string, Func<int, int>> later = [];
            foreach (var prefix in results)
            {
                var (block, sum) = Iterated(prefix, digestBytes, 1);
                later.Add(prefix + "sum", i => sum[i]);
                if (!isPadded)
                    later.Add(prefix + "block", i => block[i]);
                else
                    later.Add(prefix + "result", i => HashSpecification<int, Terms>.Reversed(block[..digestBytes], wordBytes)[i]);
            }

            // What a shorter digest leaves out is added up as well, and nobody reads it; in C# also what is behind the chaining value.
            var (function, beyond, behind) = (specification.Functions[name], routine.Arguments["Sum"].Offset, routine.Arguments["Outer"].Offset);
            var digest = function(terms.Unknowns("inner", chainBytes), FirstBlock("", digestBytes))[..digestBytes];
            var whole = function(terms.Unknowns("outer", chainBytes), specification.PaddedBlock(digest, wordBytes, blockBytes));
            var sumBytes = keepsPadding ? routine.Arguments["Sum"].Bytes : chainBytes;
            later.Add("argument", i => i - beyond is var place && place >= digestBytes && place < sumBytes
                ? terms.Xor([Argument(i)], [place < chainBytes ? whole[place] : Argument(behind + place)])[0] : Argument(i));
            new Induction(terms, later).Demand(routine, more => Case(digestBytes, 2 + more));

            int Argument(int i) => terms.Unknowns("argument", i + 1)[i];
        }

        // The block and the sum after so many iterations. Machine code knows the padding: the block to begin with may be any, but that of two results
        // is not read on x64. C# keeps what it finds.
        (int[] Block, int[] Sum) Iterated(string prefix, int digestBytes, int iterations)
        {
            var (sum, block) = (terms.Unknowns(prefix + "sum", digestBytes), FirstBlock(prefix, digestBytes));
            for (var i = 0; i < iterations; i++)
            {
                var result = specification.Hmac(specification.Functions[name], terms.Unknowns("inner", chainBytes), terms.Unknowns("outer", chainBytes), block, digestBytes, wordBytes);
                block = specification.PaddedBlock(result, wordBytes, blockBytes);
                sum = terms.Xor(sum, result);
            }

            return (block, sum);
        }

        int[] FirstBlock(string prefix, int digestBytes) => isPadded
            ? specification.PaddedBlock(terms.Unknowns(prefix + "result", digestBytes), wordBytes, blockBytes) : terms.Unknowns(prefix + "block", blockBytes);

        void Case(int digestBytes, int iterations)
        {
            var (inner, outer) = (terms.Unknowns("inner", chainBytes), terms.Unknowns("outer", chainBytes));
            var proof = new Proof(terms, routine);
            proof.SetBytes("Inner", inner);
            proof.SetBytes("Outer", outer);
            proof.SetNumber("Iterations", iterations);
            proof.SetNumber("DigestBytes", digestBytes);
            proof.SetNumber("BlockBytes", blockBytes);
            proof.SetNumber("ChainBytes", chainBytes);
            proof.SetNumber("WordBytes", wordBytes);
            proof.SetNumber("IsLittleEndian", 0);
            var ends = new List<(string Field, int[] Expected)>();
            foreach (var prefix in results)
            {
                proof.SetBytes(prefix + "Sum", terms.Unknowns(prefix + "sum", digestBytes));
                proof.SetBytes(prefix + "Block", FirstBlock(prefix, digestBytes));
                var (block, sum) = Iterated(prefix, digestBytes, iterations);
                ends.Add((prefix + "Sum", sum));
                ends.Add((prefix + "Block", block));
            }

            proof.Run();
            foreach (var (field, expected) in ends)
                proof.DemandField($"{field} after {iterations} iterations of {digestBytes} bytes", field, expected);
        }
    }

    /// <summary>Messages side by side.</summary>
    public static IEnumerable<Action> Lanes(Routine routine, string function, int lanes, int blockBytes, bool isWhole)
    {
        var terms = new Terms(MostParts);
        var specification = Specification(terms);
        var chainBytes = Sizes(function).Chain;
        var cases = s_blocksOfLanes.Select(blocks => (Action)(() => Case(blocks)));
        return isWhole ? cases.Append(Any) : cases;

        void Any()
        {
            Dictionary<string, Func<int, int>> later = [];
            for (var i = 0; i < lanes; i++)
            {
                var state = terms.Unknowns("state" + i, Math.Max(chainBytes, StateBytes));
                var next = specification.Functions[function](state[..chainBytes], terms.Unknowns("source" + i, blockBytes));
                later.Add("state" + i, place => place < chainBytes ? next[place] : state[place]);
                later.Add("source" + i, Induction.Later(terms, "source" + i, blockBytes));
            }

            new Induction(terms, later).Demand(routine, more => Case(2 + more));
        }

        void Case(int blocks)
        {
            var proof = new Proof(terms, routine);
            var ends = new List<(ulong State, int[] Expected)>();
            int[] states = [], sources = [];
            for (var i = 0; i < lanes; i++)
            {
                int[] state = terms.Unknowns("state" + i, Math.Max(chainBytes, StateBytes)), text = terms.Unknowns("source" + i, blocks * blockBytes);
                var expected = text.Chunk(blockBytes).Aggregate(state[..chainBytes], (value, block) => specification.Functions[function](value, block));
                ends.Add((proof.PutBuffer(state, isWritable: true), [.. expected, .. state[chainBytes..]]));
                states = [.. states, .. terms.Word(ends[^1].State, sizeof(ulong))];
                sources = [.. sources, .. terms.Word(proof.PutBuffer(text, isWritable: false), sizeof(ulong))];
            }

            proof.SetBuffer("States", states);
            proof.SetBuffer("Sources", sources);
            proof.SetNumber("Blocks", blocks);
            proof.SetNumber("BlockBytes", blockBytes);
            proof.Run();
            for (var i = 0; i < lanes; i++)
                proof.Demand($"the state of lane {i} after {blocks} blocks", ends[i].State, ends[i].Expected);
        }
    }

    /// <param name="terms">What words are.</param>
    /// <param name="isRotated">Whether a kernel keeps lanes rotated.</param>
    private static HashSpecification<int, Terms> Specification(Terms terms, bool isRotated = false)
    {
        const string Name = "the state between pi and chi";
        return new(terms, word => isRotated ? terms.NameRotated(Name, word) : terms.Name(Name, word));
    }
}
