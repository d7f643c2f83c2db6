using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>Quarter rounds of ChaCha20 (RFC 8439, section 2.1) on vectors of 256 bits without rotations of their own, as steps for its programs.</summary>
internal sealed class ChaChaSteps(KernelProgram program)
{
    public const int DoubleRounds = 10;

    public const int VectorBytes = 32;

    /// <summary>Quarter rounds of four registers each that do not depend on each other, step by step.</summary>
    /// <param name="rounds">Their registers.</param>
    /// <param name="temporaries">One for each.</param>
    public IEnumerable<Action> QuarterRounds(int[][] rounds, int[] temporaries)
    {
        Action[][] all = [.. rounds.Select((registers, i) => QuarterRound(registers, temporaries[i]).ToArray())];
        return Enumerable.Range(0, all[0].Length).SelectMany(step => all.Select(one => one[step]));
    }

    private IEnumerable<Action> QuarterRound(int[] registers, int temporary)
    {
        var (asm, shifted) = (program.Asm, Vectors.Y(temporary));
        var (a, b, c, d) = (Vectors.Y(registers[0]), Vectors.Y(registers[1]), Vectors.Y(registers[2]), Vectors.Y(registers[3]));
        return
        [
            .. Step(a, b, d, 16),
            .. Step(c, d, b, 12),
            .. Step(a, b, d, 8),
            .. Step(c, d, b, 7),
        ];

        IEnumerable<Action> Step(AssemblerRegisterYMM sum, AssemblerRegisterYMM addend, AssemblerRegisterYMM rotated, int bits)
        {
            yield return () => asm.vpaddd(sum, sum, addend);
            yield return () => asm.vpxor(rotated, rotated, sum);
            if (bits % 8 == 0)
            {
                yield return () => asm.vpshufb(rotated, rotated, BytesRotated(bits / 8));
                yield break;
            }

            yield return () => asm.vpsrld(shifted, rotated, (byte)(32 - bits));
            yield return () => asm.vpslld(rotated, rotated, (byte)bits);
            yield return () => asm.vpor(rotated, rotated, shifted);
        }
    }

    /// <summary>Takes each byte of a word from so many below it.</summary>
    private AssemblerMemoryOperand BytesRotated(int bytes) => program.Constant(
        [.. Enumerable.Range(0, VectorBytes).Select(i => (byte)((i & 0x0C) | ((i - bytes) & 3)))], VectorBytes);
}
