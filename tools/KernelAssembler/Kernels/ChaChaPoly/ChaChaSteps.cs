using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Quarter rounds of ChaCha20 (RFC 8439, section 2.1) on vectors, as steps for its programs. AVX-512 has a rotation; AVX2 has none, and needs a
/// temporary register.
/// </summary>
internal sealed class ChaChaSteps(X64Program program, ChaChaWidth width)
{
    public const int DoubleRounds = 10;

    private readonly Vectors _vectors = width.Vectors(program.Asm);

    /// <summary>Quarter rounds of four registers each that do not depend on each other, step by step.</summary>
    /// <param name="rounds">Their registers.</param>
    /// <param name="temporaries">One for each, on AVX2.</param>
    public IEnumerable<Action> QuarterRounds(int[][] rounds, int[] temporaries)
    {
        Action[][] all = [.. rounds.Select((registers, i) => QuarterRound(registers, width.HasAvx512 ? 0 : temporaries[i]).ToArray())];
        return Enumerable.Range(0, all[0].Length).SelectMany(step => all.Select(one => one[step]));
    }

    private IEnumerable<Action> QuarterRound(int[] registers, int temporary)
    {
        var (a, b, c, d) = (registers[0], registers[1], registers[2], registers[3]);
        return
        [
            .. Step(a, b, d, 16),
            .. Step(c, d, b, 12),
            .. Step(a, b, d, 8),
            .. Step(c, d, b, 7),
        ];

        IEnumerable<Action> Step(int sum, int addend, int rotated, int count)
        {
            yield return () => _vectors.Add32(sum, sum, addend);
            yield return () => _vectors.Xor(rotated, rotated, sum);
            foreach (var step in Rotate(rotated, count, temporary))
                yield return step;
        }
    }

    private IEnumerable<Action> Rotate(int register, int count, int temporary)
    {
        var (asm, rotated, shifted) = (program.Asm, Vectors.Y(register), Vectors.Y(temporary));
        if (width.HasAvx512)
            return [() => _vectors.RotateLeft32(register, register, (byte)count)];
        if (count % 8 == 0)
            return [() => asm.vpshufb(rotated, rotated, BytesRotated(count / 8))];
        return
        [
            () => asm.vpsrld(shifted, rotated, (byte)(32 - count)),
            () => asm.vpslld(rotated, rotated, (byte)count),
            () => asm.vpor(rotated, rotated, shifted),
        ];
    }

    /// <summary>Takes each byte of a word from so many below it.</summary>
    private AssemblerMemoryOperand BytesRotated(int bytes) => program.Constant(
        [.. Enumerable.Range(0, width.VectorBytes).Select(i => (byte)((i & 0x0C) | ((i - bytes) & 3)))], width.VectorBytes);
}
