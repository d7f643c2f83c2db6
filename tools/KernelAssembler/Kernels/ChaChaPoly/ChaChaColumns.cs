using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// ChaCha20 (RFC 8439, section 2.3) of as many blocks at once as a vector has words, a vector for each of a block's sixteen words: as steps
/// for its programs.
/// </summary>
internal abstract class ChaChaColumns(ChaChaProgram program, ChaChaWidth width)
{
    public const int CounterWord = 12;

    protected const int Words = 16, RowWords = 4;

    /// <summary>Points to the input of a block while words are loaded, and while they are added.</summary>
    public static readonly AssemblerRegister64 Input = rax;

    /// <summary>Registers that Windows wants back.</summary>
    public abstract IEnumerable<int> Saved { get; }

    /// <summary>What the counters are more than the first of them.</summary>
    public AssemblerMemoryOperand BlockNumbers => program.Constant(
        [.. Numbers.SelectMany(BitConverter.GetBytes)], width.VectorBytes);

    /// <summary>The number of the block that each word of a vector is of.</summary>
    protected virtual IEnumerable<int> Numbers => Enumerable.Range(0, width.Blocks);

    protected Vectors Wide => width.Vectors(program.Asm);

    /// <summary>Each word of the input in a vector.</summary>
    public abstract IEnumerable<Action> LoadWords();

    /// <summary>Section 2.3: quarter rounds of the columns, and of the diagonals.</summary>
    public abstract IEnumerable<Action> DoubleRound();

    /// <summary>Adds the input.</summary>
    public abstract IEnumerable<Action> AddInput();

    /// <summary>Makes blocks of words, and gives them out; the input is not needed for it.</summary>
    public abstract IEnumerable<Action> OutputBlocks();

    /// <summary>Clears what is in memory.</summary>
    public abstract void Wipe();

    protected IEnumerable<Action> QuarterRounds(int[][] rounds, int[] temporaries) =>
        new ChaChaSteps(program, width).QuarterRounds(rounds, temporaries);

    protected void LoadWord(int to, int word)
    {
        if (word == CounterWord)
            program.LoadCounters(to);
        else
            Broadcast(to, word);
    }

    public void Broadcast(int to, int word) => Wide.Broadcast32(to, __dword_ptr[Input + (word * sizeof(uint))]);

    /// <summary>From two blocks in each vector, whose other halves are in another one.</summary>
    protected IEnumerable<Action> OutputHalves(int[] first, int[] second, int offset, int free)
    {
        List<Action> steps = [];
        var (low, high) = (new (int, int)[RowWords], new (int, int)[RowWords]);
        for (var i = 0; i < RowWords; i++)
        {
            var (a, b, words) = (first[i], second[i], free);
            steps.Add(() => Wide.PairLanes(words, a, b, high: false));
            steps.Add(() => Wide.PairLanes(a, a, b, high: true));
            (low[i], high[i], free) = ((words, At(i)), (a, At(RowWords + i)), b);
        }

        return [.. steps, .. Output([.. low, .. high])];

        int At(int block) => offset + (block * ChaChaWidth.BlockBytes);
    }

    /// <summary>Gives out vectors of the keystream, each at its place.</summary>
    protected IEnumerable<Action> Output(IEnumerable<(int Keystream, int At)> vectors) => program.Output([.. vectors]);

    /// <summary>
    /// Transposes the words of four vectors: then each lane of the one at i has four words of a block, the i-th of the four blocks of this lane.
    /// Takes and gives back a free register.
    /// </summary>
    protected IEnumerable<Action> Transpose(int[] row, ref int free, out int[] blocks)
    {
        var (low01, high01, low23, high23) = (free, row[0], row[1], row[2]);
        int[] to = [row[3], low01, low23, high01];
        (free, blocks) = (high23, to);
        return
        [
            () => Wide.UnpackLow32(low01, row[0], row[1]),
            () => Wide.UnpackHigh32(high01, row[0], row[1]),
            () => Wide.UnpackLow32(low23, row[2], row[3]),
            () => Wide.UnpackHigh32(high23, row[2], row[3]),
            () => Wide.LowHalves(to[0], low01, low23),
            () => Wide.HighHalves(to[1], low01, low23),
            () => Wide.LowHalves(to[2], high01, high23),
            () => Wide.HighHalves(to[3], high01, high23),
        ];
    }
}
