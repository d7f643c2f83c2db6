using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Kernels;
using ManagedCrypto.Proofs.Arm64;

namespace ManagedCrypto.Proofs;

/// <summary>What the kernels of ChaCha20 and Poly1305 compute.</summary>
internal static class ChaChaTheorems
{
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

    private static void Hash(Terms terms, Routine routine, int blocks) => Hash(terms, routine, blocks * Poly1305Specification.BlockBytes, PlaceOf(routine));

    /// <summary>The hash of a text, the last block filled up with zeros.</summary>
    /// <returns>Its words.</returns>
    public static int[] Hash(Terms terms, Routine routine, int bytes, HashPlace? place)
    {
        var text = terms.Unknowns("text", bytes);
        var proof = new Proof(terms, routine);
        var hash = new HashState(terms, proof, [.. text, .. new int[-bytes & (Poly1305Specification.BlockBytes - 1)]], Poly1305Specification.BlockBytes);
        var address = proof.SetBuffer("Hash", hash.Bytes);
        hash.Follow(routine, address, place);
        proof.SetBuffer("Source", text);
        proof.SetNumber("Length", text.Length);
        proof.Run();
        hash.Demand($"{bytes} bytes");
        return proof.Read(address, hash.Bytes.Length)[(2 * Poly1305Specification.BlockBytes)..];
    }

    /// <summary>The registers that hold the hash at the end of a round: x8 to x10; r10, r11, rbx, and r13, which is still to be added.</summary>
    private static HashPlace PlaceOf(Routine routine) => routine is A64Routine ? new([8, 9, 10], HashState.MostOfHash) : new([10, 11, 3, 13], 3);

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

    private static void Batches(Terms terms, Routine routine, int count, int batchBytes, bool isInPlace) => Batches(terms, routine, count, batchBytes, isInPlace, (proof, input, hash) =>
    {
        hash.Follow(routine, proof.SetBuffer("Hash", hash.Bytes), PlaceOf(routine));
        return (proof.SetBuffer("Cipher", input), null);
    });

    /// <summary>Batches of text.</summary>
    /// <param name="terms">Those of a proof.</param>
    /// <param name="routine">The kernel.</param>
    /// <param name="count">How many there are.</param>
    /// <param name="batchBytes">Bytes of each.</param>
    /// <param name="isInPlace">Whether source and destination are the same.</param>
    /// <param name="prepare">Puts the input of a block and a hash, and says where the input is, and the hash in the end, or null if that is in its state.</param>
    public static void Batches(
        Terms terms, Routine routine, int count, int batchBytes, bool isInPlace, Func<Proof, int[], HashState, (ulong Cipher, HashPlace? End)> prepare)
    {
        var specification = new ChaChaSpecification<int, Terms>(terms);
        var (input, counter) = (terms.Unknowns("input", ChaChaSpecification<int, Terms>.BlockBytes), terms.Unknowns("counter", CounterBytes));
        var text = terms.Unknowns("text", count * batchBytes);
        int[] Input(int after) => [.. input[..CounterOffset], .. Plus(terms, counter, after), .. input[(CounterOffset + CounterBytes)..]];

        var blocks = text.Length / ChaChaSpecification<int, Terms>.BlockBytes;
        int[] keystream = [.. Enumerable.Range(0, blocks).SelectMany(i => specification.Block(input, Plus(terms, counter, i)))];
        var result = terms.Xor(text, keystream);

        // What is hashed is short, then, and so are the limbs of its words.
        if (!Opens(routine))
            result = terms.Name("ciphertext", result);
        var proof = new Proof(terms, routine);
        var hash = new HashState(terms, proof, Opens(routine) ? text : result, batchBytes);
        var (cipher, end) = prepare(proof, Input(0), hash);
        proof.SetNumber("Length", text.Length);
        var (_, destination) = proof.SetText(text, isInPlace);
        proof.Run();
        var what = $"{count} batches{(isInPlace ? " in place" : "")}";
        proof.Demand($"the text of {what}", destination, result);
        proof.Demand($"the counter after {what}", cipher, Input(blocks));
        hash.Demand(what, end);
    }

    private static bool Opens(Routine routine) => routine.Name.StartsWith("Open", StringComparison.Ordinal);

    private static int[] Plus(Terms terms, int[] counter, int blocks) => terms.Add(counter, terms.Word((ulong)blocks, CounterBytes));

    /// <summary>What unknowns are after a round.</summary>
    public static Dictionary<string, Func<int, int>> Later(Terms terms, int roundBytes) => new()
    {
        ["text"] = Induction.Later(terms, "text", roundBytes),
        ["destination"] = Induction.Later(terms, "destination", roundBytes),
        ["counter"] = i => Plus(terms, terms.Unknowns("counter", CounterBytes), roundBytes / ChaChaSpecification<int, Terms>.BlockBytes)[i],
        [HashState.AfterRounds] = Induction.Later(terms, HashState.AfterRounds, HashState.MostBytes),
    };
}
