using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Sixteen blocks on AVX-512. Each lane of a vector has every fourth block, so that blocks which follow each other are given out together.
/// </summary>
internal sealed class ChaChaAvx512WideColumns(ChaChaProgram program) : ChaChaAvx512Columns(program, ChaChaWidth.Avx512)
{
    private const int Lanes = 4;

    protected override IEnumerable<int> Numbers => Enumerable.Range(0, Words).Select(i => (Lanes * (i % RowWords)) + (i / RowWords));

    public override IEnumerable<Action> OutputBlocks()
    {
        var free = 0;
        List<Action> steps = [];
        var rows = new int[Rows.Length][];
        for (var i = 0; i < rows.Length; i++)
            steps.AddRange(Transpose(Rows[i], ref free, out rows[i]));
        List<int> blocks = [];
        for (var i = 0; i < Lanes; i++)
        {
            steps.AddRange(BlocksOfLanes([.. rows.Select(row => row[i])], ref free, out var four));
            blocks.AddRange(four);
        }

        return [.. steps, .. Output(blocks.Select((block, i) => (block, i * ChaChaWidth.BlockBytes)))];
    }

    /// <summary>Four blocks, of each of which a register has a row in one lane. Takes and gives back a free register.</summary>
    private List<Action> BlocksOfLanes(int[] rows, ref int free, out int[] blocks)
    {
        var (a, b, c, d, firstTwo) = (rows[0], rows[1], rows[2], rows[3], free);
        (free, blocks) = (b, [c, a, firstTwo, d]);
        return
        [
            () => Wide.ShuffleLanes(firstTwo, a, b, 0x44),
            () => Wide.ShuffleLanes(b, a, b, 0xEE),
            () => Wide.ShuffleLanes(a, c, d, 0x44),
            () => Wide.ShuffleLanes(d, c, d, 0xEE),
            () => Wide.ShuffleLanes(c, firstTwo, a, 0x88),
            () => Wide.ShuffleLanes(a, firstTwo, a, 0xDD),
            () => Wide.ShuffleLanes(firstTwo, b, d, 0x88),
            () => Wide.ShuffleLanes(d, b, d, 0xDD),
        ];
    }
}
