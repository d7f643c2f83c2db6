using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Proofs.Arm64;

namespace ManagedCrypto.Proofs;

/// <summary>
/// What the kernels of AEGIS compute, from any state: updates of two lanes of AEGIS-128 or four side by side; on Arm64 of one, and of AEGIS-256.
/// </summary>
internal static class AegisTheorems
{
    private const int BlockBytes = 16, MostLanes = 4;

    public static IEnumerable<Theorem> All => Theorem.Kernels("Aegis").Concat(Theorem.Kernels("AegisArm64")).Select(kernel => new Theorem(
        kernel,
        "all states, texts and numbers of lanes, any number of updates, also in place",
        Cases));

    private static IEnumerable<Action> Cases(Routine routine)
    {
        // On Arm64 a round of the loop has as many updates as there are blocks, and each of them may be the last. On x64 the last is beside the loop.
        var lanes = routine is A64Routine ? 1 : routine.Name.Contains("512", StringComparison.Ordinal) ? MostLanes : 2;
        var ofRound = routine is A64Routine ? new Updates(routine, lanes, lanes, IsRepeated: false).Blocks : 1;
        var counts = Enumerable.Range(0, (2 * ofRound) + 3);
        var cases = counts.Select(count => (count, IsAny: false)).Concat(counts.TakeLast(ofRound).Select(count => (count, IsAny: true)));
        foreach (var (count, isAny) in cases)
        {
            // The lanes of a text lie side by side, or between those that another call takes.
            foreach (var allLanes in Is256(routine) ? [lanes] : new[] { lanes, MostLanes }.Distinct())
            {
                yield return () => Case(count, isAny, allLanes, isRepeated: false, isInPlace: false);
                if (!IsAbsorbing(routine))
                    yield return () => Case(count, isAny, allLanes, isRepeated: false, isInPlace: true);
            }

            if (IsAbsorbing(routine))
                yield return () => Case(count, isAny, lanes, isRepeated: true, isInPlace: false);
        }

        // So many updates, or with any number of rounds more.
        void Case(int count, bool isAny, int allLanes, bool isRepeated, bool isInPlace)
        {
            var terms = new Terms();
            if (isAny)
                AnyCount(terms, new(routine, lanes, allLanes, isRepeated), ofRound).Demand(routine, more => Update(terms, routine, lanes, allLanes, count + (more * ofRound), isRepeated, isInPlace));
            else
                Update(terms, routine, lanes, allLanes, count, isRepeated, isInPlace);
        }
    }

    private static bool Is256(Routine routine) => routine is A64Routine && routine.Name.EndsWith("256", StringComparison.Ordinal);

    private static bool IsAbsorbing(Routine routine) => routine.Name.StartsWith("Absorb", StringComparison.Ordinal);

    private static Induction AnyCount(Terms terms, Updates round, int updates)
    {
        var (next, _) = round.Of(terms, updates);
        var later = new Dictionary<string, Func<int, int>> { ["state"] = i => next[i] };
        if (!round.IsRepeated)
        {
            later.Add("text", Induction.Later(terms, "text", updates * round.Stride));
            later.Add("destination", Induction.Later(terms, "destination", updates * round.Stride));
        }

        return new(terms, later);
    }

    private static void Update(Terms terms, Routine routine, int lanes, int allLanes, int count, bool isRepeated, bool isInPlace)
    {
        var updates = new Updates(routine, lanes, allLanes, isRepeated);
        var text = updates.Text(terms, count);
        var proof = new Proof(terms, routine);
        var stateAddress = proof.SetBuffer("State", updates.State(terms));
        proof.SetNumber("Count", count);
        proof.SetNumber("Stride", updates.Stride);
        // One block at a time has no second one, wherever that would lie.
        proof.SetNumber("SecondOffset", Is256(routine) ? 3 * updates.Second : updates.Second);
        proof.SetBytes("Numbers", updates.Numbers(terms));
        var (source, destination) = proof.SetText(text, isInPlace);
        var (state, output) = updates.Of(terms, count);
        proof.Run();

        var expected = isInPlace ? [.. text] : terms.Unknowns("destination", text.Length);
        foreach (var (place, value) in output)
            expected[place] = value;
        var what = $"{count} updates of {lanes} lanes of {allLanes}{(isInPlace ? " in place" : isRepeated ? " with the same text" : "")}";
        proof.Demand($"the state after {what}", stateAddress, state);
        proof.Demand($"the text of {what}", destination, expected);
        if (!isInPlace)
            proof.Demand($"the source of {what}", source, text);
    }

    private static int[] Block(int[] bytes, int from) => bytes[from..(from + BlockBytes)];

    /// <summary>Updates of a state of several lanes, which lie side by side in a text of more lanes.</summary>
    private sealed record Updates(Routine Routine, int Lanes, int AllLanes, bool IsRepeated)
    {
        public int Second => AllLanes * BlockBytes;

        public int Stride => IsRepeated ? 0 : Bytes;

        public int Blocks => Is256(Routine) ? AegisSpecification<int, Terms>.Blocks256 : AegisSpecification<int, Terms>.Blocks;

        /// <summary>Bytes of a text of all lanes.</summary>
        private int Bytes => Is256(Routine) ? BlockBytes : 2 * Second;

        public int[] State(Terms terms) => terms.Unknowns("state", Blocks * Lanes * BlockBytes);

        public int[] Numbers(Terms terms) => terms.Unknowns("numbers", Lanes * BlockBytes);

        public int[] Text(Terms terms, int count) => terms.Unknowns("text", IsRepeated ? Bytes : Stride * count);

        /// <summary>The state after so many, and the bytes of the other text that are written, by their places.</summary>
        public (int[] State, Dictionary<int, int> Output) Of(Terms terms, int count)
        {
            var specification = new AegisSpecification<int, Terms>(terms);
            var opens = Routine.Name.StartsWith("Decrypt", StringComparison.Ordinal);
            var (state, numbers, text, output) = (State(terms), Numbers(terms), Text(terms, count), new Dictionary<int, int>());
            for (var lane = 0; lane < Lanes; lane++)
            {
                var place = lane * BlockBytes;
                int[][] blocks = [.. Enumerable.Range(0, Blocks).Select(i => Block(state, (i * Lanes * BlockBytes) + place))];
                for (var i = 0; i < count && Is256(Routine); i++)
                    blocks = Named(Updated256(i * Stride, blocks));
                for (var i = 0; i < count && !Is256(Routine); i++)
                {
                    var (one, other) = ((i * Stride) + place, (i * Stride) + Second + place);
                    var (first, last) = (Block(text, one), Block(text, other));
                    if (IsAbsorbing(Routine))
                    {
                        blocks[3] = terms.Xor(blocks[3], Block(numbers, place));
                        blocks[7] = terms.Xor(blocks[7], Block(numbers, place));
                    }
                    else
                    {
                        var (keystream, secondKeystream) = specification.Keystream(blocks);
                        int[] result = terms.Xor(first, keystream), secondResult = terms.Xor(last, secondKeystream);
                        for (var k = 0; k < BlockBytes; k++)
                            (output[one + k], output[other + k]) = (result[k], secondResult[k]);
                        if (opens)
                            (first, last) = (result, secondResult);
                    }

                    blocks = Named(specification.Update(blocks, first, last));
                }

                for (var i = 0; i < Blocks; i++)
                    blocks[i].CopyTo(state, (i * Lanes * BlockBytes) + place);
            }

            return (state, output);

            // Each update adds to all blocks, and keystream has products of them.
            int[][] Named(int[][] blocks) => IsAbsorbing(Routine) ? blocks : [.. blocks.Select(block => terms.Name("the state", block))];

            int[][] Updated256(int place, int[][] blocks)
            {
                var block = Block(text, place);
                if (IsAbsorbing(Routine))
                    return specification.Update256(blocks, block);
                var result = terms.Xor(block, specification.Keystream256(blocks));
                for (var i = 0; i < BlockBytes; i++)
                    output[place + i] = result[i];
                return specification.Update256(blocks, opens ? result : block);
            }
        }
    }
}
