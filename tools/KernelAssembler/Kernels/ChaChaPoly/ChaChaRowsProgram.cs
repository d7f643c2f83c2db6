using System;
using System.Linq;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Two blocks of keystream for a short message: a vector has a row of both, and rows are rotated so that diagonals become columns. Each step
/// waits for the one before; the eight blocks of <see cref="ChaChaKeystreamProgram"/> take a third longer.
/// Constant-time: there is no branch but that of the rounds, and no address depends on a secret.
/// </summary>
internal sealed class ChaChaRowsProgram(ChaChaWidth width)
    : X64Program("Rows" + width.Suffix, width.Requires, Layouts.ChaChaKeystream)
{
    public const int Blocks = 2;

    private const int Rows = 4;
    private const int RowBytes = 16;
    private const int VectorBytes = 32;

    private const int Temporary = Rows;

    /// <summary>How far the first word of each row of counters is from the first counter.</summary>
    private static readonly int[] s_numbers = [0, 0, 0, 0, 1, 0, 0, 0];

    protected override void Body()
    {
        var (loop, steps) = (Asm.CreateLabel(), new ChaChaSteps(this, width));
        Asm.mov(rax, Argument("Cipher"));
        Asm.mov(r9, Argument("Destination"));
        for (var row = 0; row < Rows; row++)
            LoadRow(row, row, Temporary);
        Asm.mov(edx, ChaChaSteps.DoubleRounds);
        Align(32);
        Asm.Label(ref loop);
        foreach (var first in new[] { 1, 3 })
        {
            foreach (var step in steps.QuarterRounds([[0, 1, 2, 3]], [Temporary]))
                step();
            RotateRows(first);
        }

        Asm.sub(edx, 1);
        Asm.jnz(loop);
        AddInput();
        for (var block = 0; block < Blocks; block++)
        {
            for (var half = 0; half < 2; half++)
            {
                var rows = Vectors.Y(Temporary);
                Asm.vperm2i128(rows, Vectors.Y(2 * half), Vectors.Y((2 * half) + 1), (byte)(block == 0 ? 0x20 : 0x31));
                Asm.vmovdqu(__[r9 + ((block * ChaChaWidth.BlockBytes) + (half * VectorBytes))], rows);
            }
        }

        Return();
    }

    /// <summary>The last row begins with the counter.</summary>
    private void LoadRow(int row, int to, int temporary)
    {
        var (rows, counters) = (Vectors.Y(to), Vectors.Y(temporary));
        Asm.vbroadcasti128(rows, __[rax + (row * RowBytes)]);
        if (row < Rows - 1)
            return;
        Asm.vpbroadcastd(counters, __dword_ptr[Argument("Counter")]);
        Asm.vpaddd(counters, counters, Constant([.. s_numbers.SelectMany(BitConverter.GetBytes)], VectorBytes));
        Asm.vpblendd(rows, rows, counters, 0x10);
        Asm.vmovd(Vectors.X(temporary), __dword_ptr[Argument("FirstCounter")]);
        Asm.vpblendd(rows, rows, counters, 0x01);
    }

    /// <summary>Diagonals become columns, or columns diagonals: the second row by one word or by three, the third by two, the fourth by the rest.</summary>
    private void RotateRows(int first)
    {
        Rotate(1, first);
        Rotate(2, 2);
        Rotate(3, 4 - first);
    }

    private void Rotate(int row, int words) =>
        Asm.vpshufd(Vectors.Y(row), Vectors.Y(row), (byte)Enumerable.Range(0, 4).Sum(i => ((i + words) & 3) << (2 * i)));

    private void AddInput()
    {
        const int Input = Temporary, Other = Temporary + 1;
        for (var row = 0; row < Rows; row++)
        {
            LoadRow(row, Input, Other);
            Asm.vpaddd(Vectors.Y(row), Vectors.Y(row), Vectors.Y(Input));
        }
    }
}
