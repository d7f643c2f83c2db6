using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Eight blocks on AVX2. Sixteen vectors are all that there are. Half of the third row of words is in memory, and takes turns with the other:
/// two quarter rounds of a row or of diagonals go together, and need two of its words.
/// </summary>
/// <param name="program">The program.</param>
/// <param name="third">The third row in memory: each word is there while it is not in a register.</param>
internal sealed class ChaChaAvx2Columns(ChaChaProgram program, AssemblerMemoryOperand[] third) : ChaChaColumns(program, ChaChaWidth.Avx2)
{
    /// <summary>The rows of words; of the third, the two that are in registers.</summary>
    private static readonly int[] s_a = [0, 1, 2, 3], s_b = [4, 5, 6, 7], s_c = [8, 9], s_d = [10, 11, 12, 13];

    private static readonly int[] s_free = [14, 15];

    public override IEnumerable<int> Saved => Enumerable.Range(6, 10);

    public override IEnumerable<Action> LoadWords()
    {
        foreach (var i in new[] { 2, 3 })
        {
            yield return () => LoadWord(s_free[0], 8 + i);
            yield return () => Wide.Store(third[i], s_free[0]);
        }

        foreach (var (word, register) in WordsInRegisters)
            yield return () => LoadWord(register, word);
    }

    public override IEnumerable<Action> DoubleRound() =>
    [
        .. TwoQuarterRounds([0, 0, 0, 0], [1, 1, 1, 1]),
        .. Exchange(0, 2),
        .. TwoQuarterRounds([2, 2, 0, 2], [3, 3, 1, 3]),
        .. TwoQuarterRounds([0, 1, 0, 3], [1, 2, 1, 0]),
        .. Exchange(2, 0),
        .. TwoQuarterRounds([2, 3, 0, 1], [3, 0, 1, 2]),
    ];

    public override IEnumerable<Action> AddInput()
    {
        var (sum, input) = (s_free[0], s_free[1]);
        foreach (var i in new[] { 2, 3 })
        {
            yield return () => LoadWord(sum, 8 + i);
            yield return () => Wide.Add32(sum, sum, third[i]);
            yield return () => Wide.Store(third[i], sum);
        }

        foreach (var (word, register) in WordsInRegisters)
        {
            yield return () => LoadWord(input, word);
            yield return () => Wide.Add32(register, register, input);
        }
    }

    /// <summary>The first halves of the blocks, then the second ones.</summary>
    public override IEnumerable<Action> OutputBlocks()
    {
        var free = s_free[0];
        List<Action> steps = [.. Transpose(s_a, ref free, out var first), .. Transpose(s_b, ref free, out var second)];
        steps.AddRange(OutputHalves(first, second, 0, free));

        int[] rest = [.. s_c, s_a[0], s_a[1]];
        steps.Add(() => Wide.Load(rest[2], third[2]));
        steps.Add(() => Wide.Load(rest[3], third[3]));
        free = s_free[0];
        steps.AddRange([.. Transpose(rest, ref free, out first), .. Transpose(s_d, ref free, out second)]);
        steps.AddRange(OutputHalves(first, second, ChaChaWidth.Avx2.VectorBytes, free));
        return steps;
    }

    public override void Wipe()
    {
        Wide.Clear(0);
        foreach (var words in third)
            Wide.Store(words, 0);
    }

    private static IEnumerable<(int Word, int Register)> WordsInRegisters =>
        [.. s_a.Index(), .. s_b.Select((register, i) => (4 + i, register)), .. s_c.Select((register, i) => (8 + i, register)), .. s_d.Select((register, i) => (CounterWord + i, register))];

    /// <summary>Two words of the third row go to memory, two others come.</summary>
    private IEnumerable<Action> Exchange(int leaving, int coming) =>
        from i in Enumerable.Range(0, s_c.Length)
        from step in (Action[])
        [
            () => Wide.Store(third[leaving + i], s_c[i]),
            () => Wide.Load(s_c[i], third[coming + i]),
        ]
        select step;

    /// <summary>Two quarter rounds of registers by their places in each row, step by step.</summary>
    private IEnumerable<Action> TwoQuarterRounds(int[] first, int[] second) => QuarterRounds([Registers(first), Registers(second)], s_free);

    private static int[] Registers(int[] places) => [s_a[places[0]], s_b[places[1]], s_c[places[2]], s_d[places[3]]];
}
