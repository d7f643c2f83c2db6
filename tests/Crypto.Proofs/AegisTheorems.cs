using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Proofs;

/// <summary>What the kernels of AEGIS-128X2 and X4 compute: updates of two lanes or four side by side, from any state.</summary>
internal static class AegisTheorems
{
    private const int BlockBytes = 16, MostLanes = 4, Blocks = AegisSpecification<int, Terms>.Blocks, MostUpdates = 4;

    public static IEnumerable<Theorem> All => Theorem.Kernels("Aegis")
        .Select(kernel => new Theorem(kernel, $"all states, texts and numbers of lanes, to {MostUpdates} updates, also in place", Updates));

    private static IEnumerable<Action> Updates(Routine routine)
    {
        var lanes = routine.Name.Contains("512", StringComparison.Ordinal) ? MostLanes : 2;
        foreach (var count in Enumerable.Range(0, MostUpdates + 1))
        {
            // The lanes of a text lie side by side, or between those that another call takes.
            foreach (var allLanes in new[] { lanes, MostLanes }.Distinct())
            {
                yield return () => Update(routine, lanes, allLanes, count, isRepeated: false, isInPlace: false);
                if (!IsAbsorbing(routine))
                    yield return () => Update(routine, lanes, allLanes, count, isRepeated: false, isInPlace: true);
            }

            if (IsAbsorbing(routine))
                yield return () => Update(routine, lanes, lanes, count, isRepeated: true, isInPlace: false);
        }
    }

    private static bool IsAbsorbing(Routine routine) => routine.Name.StartsWith("Absorb", StringComparison.Ordinal);

    private static void Update(Routine routine, int lanes, int allLanes, int count, bool isRepeated, bool isInPlace)
    {
        var terms = new Terms();
        var specification = new AegisSpecification<int, Terms>(terms);
        var opens = routine.Name.StartsWith("Decrypt", StringComparison.Ordinal);
        var (laneBytes, second) = (lanes * BlockBytes, allLanes * BlockBytes);
        var (stride, bytes) = (isRepeated ? 0 : 2 * second, isRepeated ? 2 * second : 2 * second * count);
        int[] state = terms.Unknowns("state", Blocks * laneBytes), text = terms.Unknowns("text", bytes), numbers = terms.Unknowns("numbers", laneBytes);
        var proof = new Proof(terms, routine);
        var stateAddress = proof.SetBuffer("State", state);
        proof.SetNumber("Count", count);
        proof.SetNumber("Stride", stride);
        proof.SetNumber("SecondOffset", second);
        proof.SetBytes("Numbers", numbers);
        var (source, destination) = proof.SetText(text, isInPlace);
        int[] output = isInPlace ? [.. text] : terms.Unknowns("destination", bytes);
        proof.Run();

        for (var lane = 0; lane < lanes; lane++)
        {
            var place = lane * BlockBytes;
            int[][] blocks = [.. Enumerable.Range(0, Blocks).Select(i => Block(state, (i * laneBytes) + place))];
            for (var i = 0; i < count; i++)
            {
                var (one, other) = ((i * stride) + place, (i * stride) + second + place);
                var (first, last) = (Block(text, one), Block(text, other));
                if (IsAbsorbing(routine))
                {
                    blocks[3] = terms.Xor(blocks[3], Block(numbers, place));
                    blocks[7] = terms.Xor(blocks[7], Block(numbers, place));
                }
                else
                {
                    var (keystream, secondKeystream) = specification.Keystream(blocks);
                    int[] result = terms.Xor(first, keystream), secondResult = terms.Xor(last, secondKeystream);
                    result.CopyTo(output, one);
                    secondResult.CopyTo(output, other);
                    if (opens)
                        (first, last) = (result, secondResult);
                }

                blocks = specification.Update(blocks, first, last);
            }

            for (var i = 0; i < Blocks; i++)
                blocks[i].CopyTo(state, (i * laneBytes) + place);
        }

        var what = $"{count} updates of {lanes} lanes of {allLanes}{(isInPlace ? " in place" : isRepeated ? " with the same text" : "")}";
        proof.Demand($"the state after {what}", stateAddress, state);
        proof.Demand($"the text of {what}", destination, output);
        if (!isInPlace)
            proof.Demand($"the source of {what}", source, text);
    }

    private static int[] Block(int[] bytes, int from) => bytes[from..(from + BlockBytes)];
}
