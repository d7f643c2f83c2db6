using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Eight blocks on AVX-512, half as wide as it may be. All words have a register, of those that neither convention wants back.
/// </summary>
internal sealed class ChaChaAvx512VlColumns(ChaChaProgram program) : ChaChaColumns(program, ChaChaWidth.Avx512Vl)
{
    private const int FirstRegister = 16;

    private static readonly int[][] s_rows = [.. Enumerable.Range(FirstRegister, Words).Chunk(RowWords)];

    public override IEnumerable<int> Saved => [];

    public override IEnumerable<Action> LoadWords() =>
        Enumerable.Range(0, Words).Select(word => (Action)(() => LoadWord(FirstRegister + word, word)));

    public override IEnumerable<Action> DoubleRound() => [.. Round(0), .. Round(1)];

    public override IEnumerable<Action> AddInput() => Enumerable.Range(0, Words).Select(word => (Action)(() =>
    {
        const int Temporary = 0;
        LoadWord(Temporary, word);
        Wide.Add32(FirstRegister + word, FirstRegister + word, Temporary);
    }));

    /// <summary>The first halves of the blocks, then the second ones.</summary>
    public override IEnumerable<Action> OutputBlocks()
    {
        var free = 0;
        List<Action> steps = [];
        for (var half = 0; half < 2; half++)
        {
            steps.AddRange([.. Transpose(s_rows[2 * half], ref free, out var first), .. Transpose(s_rows[(2 * half) + 1], ref free, out var second)]);
            steps.AddRange(OutputHalves(first, second, half * ChaChaWidth.Avx512Vl.VectorBytes, free));
            free = 0;
        }

        return steps;
    }

    public override void Wipe()
    {
    }

    private IEnumerable<Action> Round(int diagonal) => QuarterRounds(
        [.. Enumerable.Range(0, RowWords).Select(i => s_rows.Select((row, k) => row[(i + (k * diagonal)) % RowWords]).ToArray())], []);
}
