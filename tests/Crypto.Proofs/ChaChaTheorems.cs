using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>What the kernels of ChaCha20 compute.</summary>
internal static class ChaChaTheorems
{
    /// <summary>Kernels that nothing is proven of yet: they have Poly1305, whose products are no terms here.</summary>
    private static readonly string[] s_unproven = ["SealAvx2", "OpenAvx2", "HashBmi2"];

    /// <summary>The first block's counter, and from which the others count.</summary>
    private static readonly (uint First, uint Counter)[] s_counters = [(0, 0), (0, 1), (7, 0xFFFFFFFE), (0xFFFFFFFF, 0x12345678)];

    public static IEnumerable<Theorem> All => Families.All.Single(family => family.Name == "ChaChaPoly").Kernels
        .Select(kernel => kernel.Code).Where(kernel => !s_unproven.Contains(kernel.Program.Name))
        .Select(kernel => new Theorem(kernel, $"all keys and nonces, at {s_counters.Length} counters", Keystreams));

    private static IEnumerable<Action> Keystreams(Routine routine) => s_counters.Select(counters => (Action)(() =>
    {
        var terms = new Terms();
        var specification = new ChaChaSpecification<int, Terms>(terms);
        var input = terms.Unknowns("input", ChaChaSpecification<int, Terms>.BlockBytes);
        var blocks = routine.Name == "RowsAvx2" ? 2 : 8;
        int[] expected = [.. Enumerable.Range(0, blocks).SelectMany(i => specification.Block(input, i == 0 ? counters.First : counters.Counter + (uint)i))];
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Cipher", input);
        proof.SetNumber("Counter", counters.Counter);
        proof.SetNumber("FirstCounter", counters.First);
        var destination = proof.SetBuffer("Destination", terms.Unknowns("destination", expected.Length));
        proof.Run();
        proof.Demand($"{blocks} blocks from {counters.First:x} and {counters.Counter:x}", destination, expected);
    }));
}

/// <summary>The block function of ChaCha20 (RFC 8439, section 2.3), on numbers or on terms.</summary>
internal sealed class ChaChaSpecification<T, TValues>(TValues values)
    where T : unmanaged
    where TValues : IValues<T>
{
    public const int BlockBytes = 64;

    private const int WordBytes = 4, CounterWord = 12, DoubleRounds = 10;

    private static readonly int[][] s_quarterRounds =
    [
        [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
        [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
    ];

    /// <summary>A block of keystream.</summary>
    /// <param name="input">Constants, key, a counter that does not count, and the nonce.</param>
    /// <param name="counter">The one that does.</param>
    public T[] Block(T[] input, uint counter)
    {
        var state = input.Chunk(WordBytes).ToArray();
        state[CounterWord] = [.. BitConverter.GetBytes(counter).Select(values.Of)];
        T[][] words = [.. state];
        for (var i = 0; i < DoubleRounds; i++)
        {
            foreach (var round in s_quarterRounds)
                QuarterRound(words, round[0], round[1], round[2], round[3]);
        }

        return [.. words.Zip(state, Add).SelectMany(word => word)];
    }

    /// <summary>Section 2.1.</summary>
    private void QuarterRound(T[][] words, int a, int b, int c, int d)
    {
        Step(a, b, d, 16);
        Step(c, d, b, 12);
        Step(a, b, d, 8);
        Step(c, d, b, 7);

        void Step(int to, int from, int other, int bits)
        {
            words[to] = Add(words[to], words[from]);
            var next = new T[WordBytes];
            values.Xor(words[other], words[to], next);
            values.RotateLeft(next, bits, next);
            words[other] = next;
        }
    }

    private T[] Add(T[] one, T[] other)
    {
        var sum = new T[WordBytes];
        values.Add(one, other, sum);
        return sum;
    }
}
