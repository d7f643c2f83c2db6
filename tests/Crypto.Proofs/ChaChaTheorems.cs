using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Kernels;
using ManagedCrypto.Proofs.Arm64;

namespace ManagedCrypto.Proofs;

/// <summary>What the kernels of ChaCha20 and Poly1305 compute.</summary>
internal static class ChaChaTheorems
{
    /// <summary>The most that the hash's third word is: it is less than 2^131.</summary>
    public const int MostOfHash = 7;

    private const int WordBytes = 8, MostBlocks = 5, CounterOffset = 48, CounterBytes = ChaChaSpecification<int, Terms>.WordBytes;

    public static IEnumerable<Theorem> All(bool isWhole) =>
        Theorem.Kernels("ChaChaPoly").Concat(Theorem.Kernels("ChaChaPolyArm64")).Select(kernel => kernel.Program.Name switch
        {
            "HashBmi2" or "HashArm64" => new Theorem(kernel, "all r, hashes and texts of any number of blocks", Hashes),
            _ when BatchBytes(kernel.Program.Name) is { } batchBytes => OfBatches(kernel, batchBytes, isWhole),
            _ => new(kernel, "all keys, nonces and counters", Keystreams),
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

    private static Theorem OfBatches(KernelCode kernel, int batchBytes, bool isWhole) =>
        new(kernel, $"all keys, nonces, counters, hashes and texts of {(isWhole ? "any number of batches" : "a batch")}, also in place", routine => Batches(routine, batchBytes, isWhole))
        {
            IsSlow = true,
        };

    private static IEnumerable<Action> Keystreams(Routine routine)
    {
        yield return () =>
        {
            var terms = new Terms();
            var input = terms.Unknowns("input", ChaChaSpecification<int, Terms>.BlockBytes);
            var (first, counter) = (terms.Unknowns("first counter", CounterBytes), terms.Unknowns("counter", CounterBytes));
            var blocks = routine.Name switch
            {
                "RowsAvx512Vl" or "RowsAvx2" => ChaChaRowsProgram.Blocks,
                "Keystream4Neon" => ChaChaPolyKernels.FewBlocks,
                _ => ChaChaWidth.Avx2.Blocks,
            };
            var proof = new Proof(terms, routine);
            proof.SetBuffer("Cipher", input);
            proof.SetBytes("Counter", counter);
            proof.SetBytes("FirstCounter", first);
            var destination = proof.SetBuffer("Destination", terms.Unknowns("destination", blocks * ChaChaSpecification<int, Terms>.BlockBytes));
            proof.Run();
            var specification = new ChaChaSpecification<int, Terms>(terms);
            proof.Demand($"{blocks} blocks", destination, [.. Enumerable.Range(0, blocks).SelectMany(i => specification.Block(input, i == 0 ? first : Plus(terms, counter, i)))]);
        };
    }

    private static IEnumerable<Action> Hashes(Routine routine)
    {
        foreach (var blocks in Enumerable.Range(1, MostBlocks))
            yield return () => Hash(new(integerBytes: WordBytes), routine, blocks);
        yield return () =>
        {
            var terms = new Terms(integerBytes: WordBytes);
            new Induction(terms, Later(terms, Poly1305Specification.BlockBytes)).Demand(routine, more => Hash(terms, routine, 2 + more));
        };
    }

    private static void Hash(Terms terms, Routine routine, int blocks)
    {
        var text = terms.Unknowns("text", blocks * Poly1305Specification.BlockBytes);
        var proof = new Proof(terms, routine);
        var hash = new HashState(terms, proof, routine, text, Poly1305Specification.BlockBytes);
        proof.SetBuffer("Source", text);
        proof.SetNumber("Length", text.Length);
        proof.Run();
        hash.Demand($"{blocks} blocks");
    }

    /// <summary>Sealing hashes a batch after it, and opening with it: to look at two rounds of the loop takes three batches or two.</summary>
    private static IEnumerable<Action> Batches(Routine routine, int batchBytes, bool isWhole)
    {
        foreach (var isInPlace in new[] { false, true })
            yield return () => Batches(new(integerBytes: WordBytes), routine, 1, batchBytes, isInPlace);
        foreach (var isInPlace in isWhole ? [false, true] : Array.Empty<bool>())
        {
            if (!Opens(routine))
                yield return () => Batches(new(integerBytes: WordBytes), routine, 2, batchBytes, isInPlace);
            yield return () =>
            {
                var terms = new Terms(integerBytes: WordBytes);
                new Induction(terms, Later(terms, batchBytes)).Demand(routine, more => Batches(terms, routine, (Opens(routine) ? 2 : 3) + more, batchBytes, isInPlace));
            };
        }
    }

    private static void Batches(Terms terms, Routine routine, int count, int batchBytes, bool isInPlace)
    {
        var specification = new ChaChaSpecification<int, Terms>(terms);
        var (input, counter) = (terms.Unknowns("input", ChaChaSpecification<int, Terms>.BlockBytes), terms.Unknowns("counter", CounterBytes));
        var text = terms.Unknowns("text", count * batchBytes);
        int[] Input(int after) => [.. input[..CounterOffset], .. Plus(terms, counter, after), .. input[(CounterOffset + CounterBytes)..]];

        var blocks = text.Length / ChaChaSpecification<int, Terms>.BlockBytes;
        int[] keystream = [.. Enumerable.Range(0, blocks).SelectMany(i => specification.Block(input, Plus(terms, counter, i)))];
        var result = terms.Xor(text, keystream);
        var proof = new Proof(terms, routine);
        var hash = new HashState(terms, proof, routine, Opens(routine) ? text : result, batchBytes);
        var cipher = proof.SetBuffer("Cipher", Input(0));
        proof.SetNumber("Length", text.Length);
        var (_, destination) = proof.SetText(text, isInPlace);
        proof.Run();
        var what = $"{count} batches{(isInPlace ? " in place" : "")}";
        proof.Demand($"the text of {what}", destination, result);
        proof.Demand($"the counter after {what}", cipher, Input(blocks));
        hash.Demand(what);
    }

    private static bool Opens(Routine routine) => routine.Name.StartsWith("Open", StringComparison.Ordinal);

    private static int[] Plus(Terms terms, int[] counter, int blocks) => terms.Add(counter, terms.Word((ulong)blocks, CounterBytes));

    /// <summary>What unknowns are after a round.</summary>
    private static Dictionary<string, Func<int, int>> Later(Terms terms, int roundBytes) => new()
    {
        ["text"] = Induction.Later(terms, "text", roundBytes),
        ["destination"] = Induction.Later(terms, "destination", roundBytes),
        ["counter"] = i => Plus(terms, terms.Unknowns("counter", CounterBytes), roundBytes / ChaChaSpecification<int, Terms>.BlockBytes)[i],
        [HashState.AfterRounds] = Induction.Later(terms, HashState.AfterRounds, HashState.MostWords * WordBytes),
    };

    /// <summary>
    /// Any <c>Poly1305State</c> that there can be, and what is demanded of it. At the end of each round of the main loop registers hold the hash of the
    /// text so far, modulo the prime and in its bounds; from there on it is any such hash.
    /// </summary>
    private sealed class HashState
    {
        public const string AfterRounds = "hash after rounds";

        /// <summary>Words of a hash: those of its number, and on x64 one that is still to be added.</summary>
        public const int MostWords = 4;

        private readonly Terms _terms;
        private readonly Proof _proof;
        private readonly int[] _key, _hash, _text;
        private readonly ulong _address;
        private readonly int _roundBytes;

        /// <summary>General registers that hold the words, and the most that the third one is after a block.</summary>
        private readonly (int[] Words, int Most) _registers;

        private Polynomial _soFar;
        private int _rounds;

        public HashState(Terms terms, Proof proof, Routine routine, int[] text, int roundBytes)
        {
            (_terms, _proof, _text, _roundBytes) = (terms, proof, text, roundBytes);
            int[] r = terms.And(terms.Unknowns("r", Poly1305Specification.BlockBytes), [.. Poly1305Specification.Clamp.Select(mask => (int)mask)]);
            _key = [.. r, .. terms.Unknowns("s", Poly1305Specification.BlockBytes)];
            _hash = Any("hash", 0, 3, MostOfHash);
            _soFar = Number(_hash);
            _address = proof.SetBuffer("Hash", [.. _key, .. _hash]);

            // x8 to x10; r10, r11, rbx, and r13, which is still to be added.
            _registers = routine is A64Routine ? ([8, 9, 10], MostOfHash) : ([10, 11, 3, 13], 3);
            routine.AtRoundEnd = AtRoundEnd;
        }

        /// <summary>Demands the hash of the text, modulo the prime and in its bounds, and that the key is as it was.</summary>
        public void Demand(string what)
        {
            _proof.Demand($"the key after {what}", _address, _key);
            DemandHash($"after {what}", _proof.Read(_address + (ulong)_key.Length, _hash.Length), _text.Length, MostOfHash);
        }

        private void AtRoundEnd(Span<int> general, Span<int> vectors)
        {
            int[] words = [];
            foreach (var register in _registers.Words)
                words = [.. words, .. general.Slice(register * WordBytes, WordBytes)];
            DemandHash($"in round {_rounds}", words, (_rounds + 1) * _roundBytes, _registers.Most);
            words = Any(AfterRounds, _rounds++, _registers.Words.Length, _registers.Most);
            _soFar = Number(words);
            foreach (var (register, word) in _registers.Words.Zip(words.Chunk(WordBytes)))
                word.CopyTo(general.Slice(register * WordBytes, WordBytes));
        }

        /// <summary>Demands the hash of so many bytes of the text.</summary>
        private void DemandHash(string when, int[] words, int bytes, int most)
        {
            if (bytes > _text.Length)
                throw new InvalidOperationException($"{when} there is no more text");
            var blocks = _text[(_rounds * _roundBytes)..bytes].Chunk(Poly1305Specification.BlockBytes).Select(block => Number(block) + Polynomial.Of(Poly1305Specification.End));
            var expected = Poly1305Specification.Hash(_soFar, Number(_key[..Poly1305Specification.BlockBytes]), blocks);
            if (!_terms.Integers.AreEqual(Number(words), expected))
                throw new InvalidOperationException($"the hash {when} is another modulo the prime");
            if (_terms.Integers.Of(words.AsSpan(2 * WordBytes, WordBytes)).Most > most)
                throw new InvalidOperationException($"the hash {when} may have more than its bits");
        }

        /// <summary>Any hash, of a place, whose third word is so much at most.</summary>
        private int[] Any(string name, int place, int words, int most)
        {
            var bytes = _terms.Unknowns(name, (place + 1) * MostWords * WordBytes)[(place * MostWords * WordBytes)..][..(words * WordBytes)];
            var third = bytes.AsSpan(2 * WordBytes, WordBytes);
            third[0] = _terms.And([third[0]], [most])[0];
            third[1..].Clear();
            return bytes;
        }

        /// <summary>What words are together: of three, the lowest first, and a fourth one that is added.</summary>
        private Polynomial Number(int[] words) => words.Chunk(WordBytes).Index()
            .Aggregate(Polynomial.Of(0), (sum, word) => sum + _terms.Integers.Of(word.Item).Polynomial.Times(BigInteger.One << (word.Index % 3 * 8 * WordBytes)));
    }
}
