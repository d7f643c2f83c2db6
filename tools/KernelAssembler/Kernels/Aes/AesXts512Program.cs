using System.Collections.Generic;
using System.Linq;
using Iced.Intel;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// XTS at 512 bits, whose registers have room for the next batch's tweaks beside all round keys. Memory has those that are due, XOR the
/// last round key: the cipher's last round adds both.
/// </summary>
internal sealed class AesXts512Program(bool inverse) : AesXtsProgram(AesWidth.Vaes512, inverse)
{
    /// <summary>Those of the next batch.</summary>
    private static readonly int[] s_tweaks = [Tweak, Key, 10, 11, 12, 13, 14, 15];

    private AssemblerMemoryOperand[] _due = [];

    protected override int LongMessageBatches => 1;

    protected override IEnumerable<int> BatchRegisters(IReadOnlyList<int> states) => s_tweaks;

    /// <summary>Claims memory before registers are saved there: it begins on a cache line.</summary>
    protected override void EnterBatches(Vectors vectors, IReadOnlyList<int> states) =>
        _due = [.. states.Select(_ => Claim(vectors.Bytes))];

    protected override void EnterLongMessage(Vectors vectors)
    {
        for (var i = 1; i < s_tweaks.Length; i++)
            Steps.MultiplyLanes(vectors, s_tweaks[i], First, Swapped, i * vectors.Lanes, Temporary);
    }

    protected override void Input(Vectors vectors, IReadOnlyList<int> states, int[] keys)
    {
        if (states.Count == 1)
        {
            base.Input(vectors, states, keys);
            return;
        }

        for (var i = 0; i < states.Count; i++)
        {
            vectors.Load(states[i], SourceVector(vectors, i));
            vectors.Xor3(states[i], keys[0], s_tweaks[i]);
        }
    }

    protected override void PrepareNextBatch(Vectors vectors, IReadOnlyList<int> states, int round)
    {
        var i = round - 1;
        if (i >= states.Count)
            return;
        vectors.Xor(Temporary, s_tweaks[i], KeyRegisters(vectors)[^1]);
        vectors.Store(_due[i], Temporary);
        Steps.MultiplyByBytes(vectors, s_tweaks[i], states.Count * vectors.Lanes / 8, Temporary);
    }

    protected override void LastRound(Vectors vectors, IReadOnlyList<int> states, int key)
    {
        if (states.Count == 1)
        {
            base.LastRound(vectors, states, key);
            return;
        }

        for (var i = 0; i < states.Count; i++)
            Rounds.Last(vectors, states[i], _due[i]);
    }

    protected override void Output(Vectors vectors, IReadOnlyList<int> states)
    {
        if (states.Count == 1)
            base.Output(vectors, states);
    }

    protected override void LeaveLongMessage(Vectors vectors)
    {
        vectors.Clear(Temporary);
        foreach (var tweak in _due)
            vectors.Store(tweak, Temporary);
    }

    protected override void LeaveBatches(Vectors vectors, IReadOnlyList<int> states)
    {
    }
}
