using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// ChaCha20 (RFC 8439, section 2.3) of eight blocks at once, a vector for each of their sixteen words.
/// <para>
/// Sixteen vectors are all that there are. Half of the third row of words is in memory, and takes turns with the other: two quarter rounds
/// of a row or of diagonals go together, and need two of its words.
/// </para>
/// </summary>
internal abstract class ChaChaAvx2Program(string operation, CpuFeatures others, ArgumentLayout arguments)
    : KernelProgram(operation + "Avx2", CpuFeatures.Avx | CpuFeatures.Avx2 | others, arguments)
{
    public const int Blocks = 8;

    public const int BlockBytes = 64;

    public const int BatchBytes = Blocks * BlockBytes;

    protected const int VectorBytes = ChaChaSteps.VectorBytes;
    protected const int WordBytes = sizeof(uint);
    protected const int DoubleRounds = ChaChaSteps.DoubleRounds;
    protected const int CounterWord = 12;

    /// <summary>Free while counters are loaded.</summary>
    protected const int Temporary = 14;

    /// <summary>Points to the input of a block while words are loaded, and while they are added.</summary>
    protected static readonly AssemblerRegister64 Input = rax;

    /// <summary>The rows of words; of the third, the two that are in registers.</summary>
    private static readonly int[] s_a = [0, 1, 2, 3], s_b = [4, 5, 6, 7], s_c = [8, 9], s_d = [10, 11, 12, 13];

    private static readonly int[] s_free = [Temporary, 15];

    /// <summary>The third row in memory: each word is there while it is not in a register.</summary>
    private AssemblerMemoryOperand[] _row = [];

    /// <summary>0 to 7, which the counters are more than the first of them.</summary>
    protected AssemblerMemoryOperand BlockNumbers =>
        Constant([.. Enumerable.Range(0, Blocks).SelectMany(BitConverter.GetBytes)], VectorBytes);

    private ChaChaSteps Steps => new(this);

    /// <summary>Claims memory before registers are saved there: it may begin on a boundary of vectors.</summary>
    protected void Enter(params AssemblerRegister64[] saved)
    {
        _row = [.. Enumerable.Range(0, 4).Select(_ => Claim(VectorBytes))];
        Save(saved);
        Save([.. Enumerable.Range(6, 10).Select(Vectors.X)]);
    }

    protected void Leave()
    {
        Asm.vpxor(xmm0, xmm0, xmm0);
        foreach (var words in _row)
            Asm.vmovdqu(words, ymm0);
        Return();
    }

    /// <summary>The counters of the blocks, in a vector.</summary>
    protected abstract void LoadCounters(AssemblerRegisterYMM to);

    /// <summary>Takes half a block of keystream: <paramref name="at"/> is where it is in the batch.</summary>
    protected abstract void Output(AssemblerRegisterYMM keystream, int at);

    protected void Broadcast(AssemblerRegisterYMM to, int word) => Asm.vpbroadcastd(to, __dword_ptr[Input + (word * WordBytes)]);

    /// <summary>Each word of the input in a vector.</summary>
    protected IEnumerable<Action> LoadWords()
    {
        foreach (var i in new[] { 2, 3 })
        {
            yield return () => LoadWord(s_free[0], 8 + i);
            yield return () => Asm.vmovdqu(_row[i], Vectors.Y(s_free[0]));
        }

        int[] registers = [.. s_a, .. s_b, .. s_c, -1, -1, .. s_d];
        for (var i = 0; i < registers.Length; i++)
        {
            var (word, register) = (i, registers[i]);
            if (register >= 0)
                yield return () => LoadWord(register, word);
        }
    }

    /// <summary>Section 2.3: quarter rounds of the columns, and of the diagonals.</summary>
    protected IEnumerable<Action> DoubleRound() =>
    [
        .. TwoQuarterRounds([0, 0, 0, 0], [1, 1, 1, 1]),
        .. Exchange(0, 2),
        .. TwoQuarterRounds([2, 2, 0, 2], [3, 3, 1, 3]),
        .. TwoQuarterRounds([0, 1, 0, 3], [1, 2, 1, 0]),
        .. Exchange(2, 0),
        .. TwoQuarterRounds([2, 3, 0, 1], [3, 0, 1, 2]),
    ];

    /// <summary>Two words of the third row go to memory, two others come.</summary>
    private IEnumerable<Action> Exchange(int leaving, int coming) =>
        from i in Enumerable.Range(0, s_c.Length)
        from step in (Action[])
        [
            () => Asm.vmovdqu(_row[leaving + i], Vectors.Y(s_c[i])),
            () => Asm.vmovdqu(Vectors.Y(s_c[i]), _row[coming + i]),
        ]
        select step;

    /// <summary>Two quarter rounds of registers by their places in each row, step by step.</summary>
    private IEnumerable<Action> TwoQuarterRounds(int[] first, int[] second) =>
        Steps.QuarterRounds([Registers(first), Registers(second)], s_free);

    private static int[] Registers(int[] places) => [s_a[places[0]], s_b[places[1]], s_c[places[2]], s_d[places[3]]];

    /// <summary>Adds the input, and gives out the first halves of the blocks, then the second ones.</summary>
    protected void OutputBlocks()
    {
        AddInput(s_a, 0);
        AddInput(s_b, 4);
        var free = s_free[0];
        var first = Transpose(s_a, ref free);
        var second = Transpose(s_b, ref free);
        OutputHalves(first, second, 0, free);

        int[] third = [.. s_c, s_a[0], s_a[1]];
        Asm.vmovdqu(Vectors.Y(third[2]), _row[2]);
        Asm.vmovdqu(Vectors.Y(third[3]), _row[3]);
        free = s_free[0];
        AddInput(third, 8);
        AddInput(s_d, CounterWord);
        first = Transpose(third, ref free);
        second = Transpose(s_d, ref free);
        OutputHalves(first, second, VectorBytes, free);
    }

    private void AddInput(int[] row, int word)
    {
        for (var i = 0; i < row.Length; i++)
        {
            LoadWord(s_free[1], word + i);
            Asm.vpaddd(Vectors.Y(row[i]), Vectors.Y(row[i]), Vectors.Y(s_free[1]));
        }
    }

    /// <summary>
    /// Transposes the words of four vectors: then the low half of the one at i has those of block i, and the high half those of block i + 4.
    /// </summary>
    private int[] Transpose(int[] row, ref int free)
    {
        var (low01, high01, low23, high23) = (free, row[0], row[1], row[2]);
        Asm.vpunpckldq(Vectors.Y(low01), Vectors.Y(row[0]), Vectors.Y(row[1]));
        Asm.vpunpckhdq(Vectors.Y(high01), Vectors.Y(row[0]), Vectors.Y(row[1]));
        Asm.vpunpckldq(Vectors.Y(low23), Vectors.Y(row[2]), Vectors.Y(row[3]));
        Asm.vpunpckhdq(Vectors.Y(high23), Vectors.Y(row[2]), Vectors.Y(row[3]));
        int[] blocks = [row[3], low01, low23, high01];
        Asm.vpunpcklqdq(Vectors.Y(blocks[0]), Vectors.Y(low01), Vectors.Y(low23));
        Asm.vpunpckhqdq(Vectors.Y(blocks[1]), Vectors.Y(low01), Vectors.Y(low23));
        Asm.vpunpcklqdq(Vectors.Y(blocks[2]), Vectors.Y(high01), Vectors.Y(high23));
        Asm.vpunpckhqdq(Vectors.Y(blocks[3]), Vectors.Y(high01), Vectors.Y(high23));
        free = high23;
        return blocks;
    }

    private void OutputHalves(int[] first, int[] second, int offset, int free)
    {
        for (var half = 0; half < 2; half++)
        {
            for (var i = 0; i < 4; i++)
            {
                var at = offset + (((4 * half) + i) * BlockBytes);
                var words = Vectors.Y(half == 0 ? free : first[i]);
                Asm.vperm2i128(words, Vectors.Y(first[i]), Vectors.Y(second[i]), (byte)(half == 0 ? 0x20 : 0x31));
                Output(words, at);
            }
        }
    }

    private void LoadWord(int to, int word)
    {
        if (word == CounterWord)
            LoadCounters(Vectors.Y(to));
        else
            Broadcast(Vectors.Y(to), word);
    }

    /// <summary>The steps of vectors in their order, and between them those of general registers, evenly.</summary>
    protected static void Interleave(IEnumerable<Action> vectors, IEnumerable<Action> words)
    {
        Action[] all = [.. vectors], others = [.. words];
        for (int i = 0, done = 0; i < all.Length; i++)
        {
            all[i]();
            for (var due = (i + 1) * others.Length / all.Length; done < due; done++)
                others[done]();
        }
    }

    protected static void Emit(IEnumerable<Action> steps) => Interleave(steps, []);
}
