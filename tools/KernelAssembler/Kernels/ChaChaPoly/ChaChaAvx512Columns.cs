using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Sixteen blocks on AVX-512, which has a rotation. All words have a register, of those that neither convention wants back. Each lane of a
/// vector has every fourth block, so that blocks which follow each other are given out together.
/// </summary>
internal sealed class ChaChaAvx512Columns(ChaChaProgram program) : ChaChaColumns(program, Bits)
{
    private const int Bits = 512, Lanes = 4, FirstRegister = 16;

    private static readonly int[][] s_rows = [.. Enumerable.Range(FirstRegister, Words).Chunk(RowWords)];

    public override IEnumerable<int> Saved => [];

    protected override IEnumerable<int> Numbers => Enumerable.Range(0, Words).Select(i => (Lanes * (i % RowWords)) + (i / RowWords));

    public override IEnumerable<Action> LoadWords() =>
        Enumerable.Range(0, Words).Select(word => (Action)(() => LoadWord(FirstRegister + word, word)));

    public override IEnumerable<Action> DoubleRound() => [.. Round(0), .. Round(1)];

    public override IEnumerable<Action> AddInput() => Enumerable.Range(0, Words).Select(word => (Action)(() =>
    {
        const int Temporary = 0;
        LoadWord(Temporary, word);
        Wide.Add32(FirstRegister + word, FirstRegister + word, Temporary);
    }));

    public override IEnumerable<Action> OutputBlocks()
    {
        var free = 0;
        List<Action> steps = [];
        var rows = new int[s_rows.Length][];
        for (var i = 0; i < rows.Length; i++)
            steps.AddRange(Transpose(s_rows[i], ref free, out rows[i]));
        for (var i = 0; i < Lanes; i++)
            steps.AddRange(OutputLanes([.. rows.Select(row => row[i])], i * Lanes * ChaChaWidth.BlockBytes));
        return steps;
    }

    public override void Wipe()
    {
    }

    private IEnumerable<Action> Round(int diagonal) => QuarterRounds(
        [.. Enumerable.Range(0, RowWords).Select(i => s_rows.Select((row, k) => row[(i + (k * diagonal)) % RowWords]).ToArray())], []);

    /// <summary>Four blocks, of each of which a register has a row in one lane.</summary>
    private IEnumerable<Action> OutputLanes(int[] rows, int at)
    {
        const int FirstTwo = 1, Block = 2, OtherBlock = 3;
        var (a, b, c, d) = (rows[0], rows[1], rows[2], rows[3]);
        yield return () => Wide.ShuffleLanes(FirstTwo, a, b, 0x44);
        yield return () => Wide.ShuffleLanes(b, a, b, 0xEE);
        yield return () => Wide.ShuffleLanes(a, c, d, 0x44);
        yield return () => Wide.ShuffleLanes(d, c, d, 0xEE);
        foreach (var (i, block, first, second, lanes) in new[]
        {
            (0, Block, FirstTwo, a, (byte)0x88), (1, OtherBlock, FirstTwo, a, (byte)0xDD), (2, Block, b, d, (byte)0x88), (3, OtherBlock, b, d, (byte)0xDD),
        })
        {
            yield return () => Wide.ShuffleLanes(block, first, second, lanes);
            yield return () => Output(block, at + (i * ChaChaWidth.BlockBytes));
        }
    }
}
