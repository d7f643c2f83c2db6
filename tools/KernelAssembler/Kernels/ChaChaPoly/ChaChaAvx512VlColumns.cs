using System;
using System.Collections.Generic;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>Eight blocks on AVX-512, half as wide as it may be.</summary>
internal sealed class ChaChaAvx512VlColumns(ChaChaProgram program) : ChaChaAvx512Columns(program, ChaChaWidth.Avx512Vl)
{
    /// <summary>The first halves of the blocks, then the second ones.</summary>
    public override IEnumerable<Action> OutputBlocks()
    {
        var free = 0;
        List<Action> steps = [];
        for (var half = 0; half < 2; half++)
        {
            steps.AddRange([.. Transpose(Rows[2 * half], ref free, out var first), .. Transpose(Rows[(2 * half) + 1], ref free, out var second)]);
            steps.AddRange(OutputHalves(first, second, half * ChaChaWidth.Avx512Vl.VectorBytes, free));
            free = 0;
        }

        return steps;
    }
}
