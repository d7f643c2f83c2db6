using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>
/// What the loops of ChaCha20-Poly1305 in C# compute: batches of text from any state of a message, and Poly1305 in words, any number of them.
/// </summary>
internal static unsafe class ChaChaLoops
{
    private const int WordBytes = HashPlace.WordBytes, BlockBytes = Poly1305Specification.BlockBytes;

    private static readonly bool[] s_places = [false, true];

    private static readonly string[] s_operations = ["Seal", "Open"];

    /// <summary>Bytes of Poly1305's text behind its whole blocks.</summary>
    private static readonly int[] s_rests = [0, 5];

    public static IEnumerable<CompiledTheorem> All =>
        Algorithms.ChaCha20Poly1305.Kernels.Runnable.SelectMany(kernel => kernel is ChaChaPolyPortable ? [OfPoly1305(kernel)] : OfBatches(kernel));

    private static CompiledTheorem OfPoly1305(ChaChaPolyKernel kernel) => new(
        $"{kernel.Id} Poly1305", without => new(Layouts.ChaChaPoly, (Poly1305Call)new Poly1305OfMemory().Update) { Without = without }, Hashes);

    /// <summary>Of kernels in vectors. A batch that is sealed is hashed with it, or with the next one.</summary>
    private static IEnumerable<CompiledTheorem> OfBatches(ChaChaPolyKernel kernel)
    {
        if (kernel.GetType() is not { IsGenericType: true } type)
            return [];
        var batchBytes = ChaChaMessages.BatchOf(kernel);
        var hasLanes = type.GetGenericTypeDefinition() == typeof(ChaChaPolyX64<,>);
        return s_operations.Select(operation => new CompiledTheorem(
            $"ChaCha20-Poly1305 by {kernel.Id} {operation}",
            without => new(Layouts.ChaChaPoly, type.GetMethod($"{operation}Batches", BindingFlags.Instance | BindingFlags.NonPublic)!.CreateDelegate<BatchesCall>(kernel))
            {
                Parameters = (_, field) => [field("Cipher"), field("Source"), field("Destination"), field("Length")],
                Without = without,
            },
            routine => s_places.Select(isInPlace => (Action)(() => Batches((CompiledRoutine)routine, batchBytes, hasLanes, isInPlace)))));
    }

    private static IEnumerable<Action> Hashes(Routine routine) => s_rests.Select(rest => (Action)(() =>
    {
        const int Fewest = 2;
        int[] words = [];
        var any = new Terms(integerBytes: WordBytes);
        var general = ((CompiledRoutine)routine).FindRoundEnd(hasMore =>
        {
            var hash = ChaChaTheorems.Hash(any, routine, (hasMore ? Fewest + 1 : Fewest) * BlockBytes, place: null);
            words = hasMore ? words : hash;
        });
        int[][] all = [.. general.Chunk(WordBytes)];
        int[] registers = [.. words.Chunk(WordBytes).Select(word => Array.FindIndex(all, register => register.AsSpan().SequenceEqual(word)))];
        var terms = new Terms(integerBytes: WordBytes);
        new Induction(terms, ChaChaTheorems.Later(terms, BlockBytes))
            .Demand(routine, more => ChaChaTheorems.Hash(terms, routine, ((Fewest + more) * BlockBytes) + rest, new(registers, HashState.MostOfHash)));
    }));

    private static void Batches(CompiledRoutine routine, int batchBytes, bool hasLanes, bool isInPlace)
    {
        // With the same terms: a word that was a factor once is a shorter polynomial from there on.
        const int Fewest = 3;
        var terms = new Terms(integerBytes: WordBytes);
        routine.FindRoundEnd(hasMore => Prove(hasMore ? 1 : 0, follows: false));
        new Induction(terms, ChaChaTheorems.Later(terms, batchBytes)).Demand(routine, more => Prove(more, follows: true));

        void Prove(int more, bool follows) => Batches(terms, routine, Fewest + more, batchBytes, hasLanes, isInPlace, follows);
    }

    /// <summary>Of a message of which nothing was hashed in lanes.</summary>
    private static void Batches(Terms terms, CompiledRoutine routine, int count, int batchBytes, bool hasLanes, bool isInPlace, bool follows) =>
        ChaChaTheorems.Batches(terms, routine, count, batchBytes, isInPlace, (proof, input, hash) =>
        {
            var message = terms.Unknowns("message", sizeof(ChaChaPolyMessage));
            input.CopyTo(message, Offset(nameof(ChaChaPolyMessage.Cipher)));
            hash.Bytes.CopyTo(message, Offset(nameof(ChaChaPolyMessage.Hash)));
            terms.Word((ulong)LanesStage.None, sizeof(LanesStage)).CopyTo(message, Offset(nameof(ChaChaPolyMessage.Lanes)));
            var address = proof.SetBuffer("Cipher", message);
            HashPlace? lanes = null;
            if (hasLanes)
            {
                // r^N, r^2N, the last powers, the hash; N words of 64 bits are as many bytes as the blocks of a batch have words of 32.
                const int Alignment = Poly1305LanesMemory.LargestVectorBytes;
                var vectorBytes = batchBytes / (ChaChaSpecification<int, Terms>.BlockBytes / sizeof(uint));
                var memory = (address + (ulong)Offset(nameof(ChaChaPolyMessage.LanesMemory)) + Alignment - 1) & ~(ulong)(Alignment - 1);
                var powers = memory + (ulong)(2 * Poly1305LanesMemory.PowerVectors * vectorBytes);
                lanes = new(proof, powers + (ulong)(Poly1305LanesMemory.PowerVectors * vectorBytes), vectorBytes / WordBytes, powers);
            }

            var state = address + (ulong)Offset(nameof(ChaChaPolyMessage.Hash));
            hash.Follow(routine, state, follows ? lanes ?? HashState.InState(proof, state) : null);
            return (address, lanes);

            static int Offset(string field) => (int)Marshal.OffsetOf<ChaChaPolyMessage>(field);
        });
}
