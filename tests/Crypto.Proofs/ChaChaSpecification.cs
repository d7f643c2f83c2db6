using System.Linq;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>The block function of ChaCha20 (RFC 8439, section 2.3), on numbers or on terms.</summary>
internal sealed class ChaChaSpecification<T, TValues>(TValues values)
    where T : unmanaged
    where TValues : IValues<T>
{
    public const int BlockBytes = 64, WordBytes = 4;

    private const int CounterWord = 12, DoubleRounds = 10;

    private static readonly int[][] s_quarterRounds =
    [
        [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
        [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
    ];

    /// <summary>A block of keystream.</summary>
    /// <param name="input">Constants, key, a counter that does not count, and the nonce.</param>
    /// <param name="counter">The one that does.</param>
    public T[] Block(T[] input, T[] counter)
    {
        var state = input.Chunk(WordBytes).ToArray();
        state[CounterWord] = counter;
        return [.. Rounds(state).Zip(state, (one, other) => values.Add(one, other)).SelectMany(word => word)];
    }

    /// <summary>HChaCha20 (draft-irtf-cfrg-xchacha, section 2.2): a key derived from another and a nonce of 16 bytes.</summary>
    public T[] Subkey(T[] key, T[] nonce)
    {
        T[] constants = [.. "expand 32-byte k"u8.ToArray().Select(values.Of)];
        var words = Rounds([.. constants.Concat(key).Concat(nonce).Chunk(WordBytes)]);
        return [.. words[..4].Concat(words[12..]).SelectMany(word => word)];
    }

    private T[][] Rounds(T[][] state)
    {
        T[][] words = [.. state];
        for (var i = 0; i < DoubleRounds; i++)
        {
            foreach (var round in s_quarterRounds)
                QuarterRound(words, round[0], round[1], round[2], round[3]);
        }

        return words;
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
            words[to] = values.Add(words[to], words[from]);
            words[other] = values.RotateLeft(values.Xor(words[other], words[to]), bits);
        }
    }
}
