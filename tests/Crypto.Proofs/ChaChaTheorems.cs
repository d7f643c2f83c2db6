using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Kernels;

namespace ManagedCrypto.Proofs;

/// <summary>What the kernels of ChaCha20 and Poly1305 compute.</summary>
internal static class ChaChaTheorems
{
    /// <summary>The most that the hash's third word is: it is less than 2^131.</summary>
    public const int MostOfHash = 7;

    private const int WordBytes = 8, MostBlocks = 5, CounterOffset = 48, CounterBytes = 4;

    /// <summary>The first block's counter, and from which the others count.</summary>
    private static readonly (uint First, uint Counter)[] s_counters = [(0, 0), (0, 1), (7, 0xFFFFFFFE), (0xFFFFFFFF, 0x12345678)];

    public static IEnumerable<Theorem> All(bool isWhole) =>
        Theorem.Kernels("ChaChaPoly").Concat(Theorem.Kernels("ChaChaPolyArm64")).Select(kernel => kernel.Program.Name switch
        {
            "HashBmi2" or "HashArm64" => new Theorem(kernel, $"all r, hashes and texts, to {MostBlocks} blocks", Hashes),
            _ when BatchBytes(kernel.Program.Name) is { } batchBytes => OfBatches(kernel, batchBytes, isWhole),
            _ => new(kernel, $"all keys and nonces, at {s_counters.Length} counters", Keystreams),
        });

    /// <summary>Bytes of a batch, or null of a kernel without any.</summary>
    public static int? BatchBytes(string kernel) => kernel switch
    {
        "SealAvx512" or "OpenAvx512" => ChaChaWidth.Avx512.BatchBytes,
        "SealAvx512Vl" or "OpenAvx512Vl" => ChaChaWidth.Avx512Vl.BatchBytes,
        "SealAvx2" or "OpenAvx2" => ChaChaWidth.Avx2.BatchBytes,
        "SealNeon" or "OpenNeon" => ChaChaPolyArm64Program.Blocks * ChaChaWidth.BlockBytes,
        _ => null,
    };

    private static Theorem OfBatches(KernelCode kernel, int batchBytes, bool isWhole)
    {
        var claim = $"all keys, nonces, hashes and texts of a batch{(isWhole ? " and of two" : "")}, also in place";
        return new(kernel, claim, routine => Batches(routine, batchBytes, isWhole)) { IsSlow = true };
    }

    private static IEnumerable<Action> Keystreams(Routine routine) => s_counters.Select(counters => (Action)(() =>
    {
        var terms = new Terms();
        var specification = new ChaChaSpecification<int, Terms>(terms);
        var input = terms.Unknowns("input", ChaChaSpecification<int, Terms>.BlockBytes);
        var blocks = routine.Name switch
        {
            "RowsAvx512Vl" or "RowsAvx2" => ChaChaRowsProgram.Blocks,
            "Keystream4Neon" => ChaChaPolyKernels.FewBlocks,
            _ => ChaChaWidth.Avx2.Blocks,
        };
        int[] expected = [.. Enumerable.Range(0, blocks).SelectMany(i => specification.Block(input, i == 0 ? counters.First : counters.Counter + (uint)i))];
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Cipher", input);
        proof.SetNumber("Counter", counters.Counter);
        proof.SetNumber("FirstCounter", counters.First);
        var destination = proof.SetBuffer("Destination", terms.Unknowns("destination", expected.Length));
        proof.Run();
        proof.Demand($"{blocks} blocks from {counters.First:x} and {counters.Counter:x}", destination, expected);
    }));

    private static IEnumerable<Action> Hashes(Routine routine) => Enumerable.Range(1, MostBlocks).Select(blocks => (Action)(() =>
    {
        var terms = new Terms(integerBytes: WordBytes);
        var text = terms.Unknowns("text", blocks * Poly1305Specification.BlockBytes);
        var proof = new Proof(terms, routine);
        var hash = new HashState(terms, proof);
        proof.SetBuffer("Source", text);
        proof.SetNumber("Length", text.Length);
        proof.Run();
        hash.Demand($"{blocks} blocks", text);
    }));

    private static IEnumerable<Action> Batches(Routine routine, int batchBytes, bool isWhole)
    {
        yield return () => Batches(routine, 1, batchBytes, 1, isInPlace: false);
        yield return () => Batches(routine, 1, batchBytes, 0xFFFFFFFC, isInPlace: true);
        if (isWhole)
            yield return () => Batches(routine, 2, batchBytes, 1, isInPlace: false);
    }

    private static void Batches(Routine routine, int count, int batchBytes, uint counter, bool isInPlace)
    {
        var terms = new Terms(integerBytes: WordBytes);
        var specification = new ChaChaSpecification<int, Terms>(terms);
        var input = terms.Unknowns("input", ChaChaSpecification<int, Terms>.BlockBytes);
        var text = terms.Unknowns("text", count * batchBytes);
        int[] Input(uint next) =>
            [.. input[..CounterOffset], .. terms.Word(next, CounterBytes), .. input[(CounterOffset + CounterBytes)..]];

        var blocks = (uint)(text.Length / ChaChaSpecification<int, Terms>.BlockBytes);
        int[] keystream = [.. Enumerable.Range(0, (int)blocks).SelectMany(i => specification.Block(input, counter + (uint)i))];
        var result = terms.Xor(text, keystream);
        var proof = new Proof(terms, routine);
        var hash = new HashState(terms, proof);
        var cipher = proof.SetBuffer("Cipher", Input(counter));
        proof.SetNumber("Length", text.Length);
        var (_, destination) = proof.SetText(text, isInPlace);
        proof.Run();
        var what = $"{count} batches from {counter:x}{(isInPlace ? " in place" : "")}";
        proof.Demand($"the text of {what}", destination, result);
        proof.Demand($"the counter after {what}", cipher, Input(counter + blocks));
        hash.Demand(what, routine.Name.StartsWith("Open", StringComparison.Ordinal) ? text : result);
    }

    /// <summary>Any <c>Poly1305State</c> that there can be, and what is demanded of it.</summary>
    private sealed class HashState
    {
        private readonly Integers _integers;
        private readonly Proof _proof;
        private readonly int[] _key, _hash;
        private readonly ulong _address;

        public HashState(Terms terms, Proof proof)
        {
            (_proof, _integers) = (proof, terms.Integers);
            int[] r = terms.And(terms.Unknowns("r", Poly1305Specification.BlockBytes), [.. Poly1305Specification.Clamp.Select(mask => (int)mask)]);
            _key = [.. r, .. terms.Unknowns("s", Poly1305Specification.BlockBytes)];
            _hash = [.. terms.Unknowns("hash", 2 * WordBytes), .. _integers.Unknown(MostOfHash)];
            _address = proof.SetBuffer("Hash", [.. _key, .. _hash]);
        }

        /// <summary>Demands the hash of a text of whole blocks, modulo the prime and in its bounds, and that the key is as it was.</summary>
        public void Demand(string what, int[] text)
        {
            _proof.Demand($"the key after {what}", _address, _key);
            var hash = _proof.Read(_address + (ulong)_key.Length, _hash.Length);
            var blocks = text.Chunk(Poly1305Specification.BlockBytes).Select(block => Number(block) + Polynomial.Of(Poly1305Specification.End));
            var expected = Poly1305Specification.Hash(Number(_hash), Number(_key[..Poly1305Specification.BlockBytes]), blocks);
            if (!Number(hash).Equals(expected))
                throw new InvalidOperationException($"the hash after {what} is another modulo the prime");
            if (_integers.Of(hash.AsSpan(2 * WordBytes)).Most > MostOfHash)
                throw new InvalidOperationException($"the hash after {what} may have more than 131 bits");
        }

        /// <summary>What words are together, the lowest first.</summary>
        private Polynomial Number(int[] words) => words.Chunk(WordBytes).Reverse()
            .Aggregate(Polynomial.Of(0), (sum, word) => sum.Times(BigInteger.One << (8 * WordBytes)) + _integers.Of(word).Polynomial);
    }
}
