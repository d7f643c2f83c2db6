using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// ChaCha20 (RFC 8439, section 2.3) on Arm64, a vector for each word of four blocks. Each step of a quarter round waits for the one before,
/// so that four blocks leave half of the units of a wide core idle. Eight blocks have all 32 registers, and two of their words in memory.
/// </summary>
internal abstract class ChaChaArm64Program(string name, int blocks, ArgumentLayout arguments) : A64Program(name, CpuFeatures.ArmAdvSimd, arguments)
{
    protected const int Lanes = 4, RowBytes = 16, DoubleRounds = ChaChaSteps.DoubleRounds;

    protected const int CounterRow = 3;

    private const int Words = 16, RowWords = 4, FirstInMemory = 10, InMemory = 2;

    /// <summary>How far the counters of a set of four blocks are from that of the first, those of the next set, one, and how bytes are rotated in words.</summary>
    private const int NumbersOffset = 0, OneOffset = 32, RotationOffset = 48;

    protected static readonly X Destination = x[2], Cipher = x[5], Count = x[7];

    /// <summary>Free where words are loaded and where blocks are given out.</summary>
    protected static readonly X Temporary = x[17];

    private static readonly X s_table = x[6], s_memory = x[19];

    /// <summary>Words of the first four blocks, and of the others.</summary>
    private static readonly V[] s_first = v[..16], s_second = v[16..30], s_alone = [.. v[..8], .. v[16..24]];

    /// <summary>How bytes are rotated; before the rounds another temporary register, and after them the row with the counter.</summary>
    private static readonly V s_rotation = v[30];

    private static readonly V s_t = v[31];

    private A64Address _memory;

    protected int Sets => blocks / Lanes;

    protected int BatchBytes => blocks * ChaChaWidth.BlockBytes;

    private static bool IsInMemory(int set, int word) => set == 1 && word is >= FirstInMemory and < FirstInMemory + InMemory;

    /// <summary>Where a word is that has a register.</summary>
    private V Register(int set, int word) =>
        Sets == 1 ? s_alone[word] : set == 0 ? s_first[word] : s_second[word < FirstInMemory ? word : word - InMemory];

    /// <summary>Where a word is that has none.</summary>
    private static A64Address Memory(int word) => new(s_memory, RowBytes * (word - FirstInMemory));

    /// <summary>The counters of four blocks that follow each other, from the number that is to be added to the first.</summary>
    protected abstract void LoadCounters(V to, int set, V row, V numbers);

    /// <summary>The last row of the first block's input.</summary>
    protected abstract void LoadCounterRow(V to);

    /// <summary>After the first block, whose row it was: the row of the second.</summary>
    protected abstract void AfterFirstBlock(V row, V one);

    /// <summary>Takes half a block of keystream, which is at a place of the batch.</summary>
    protected abstract void Output(V one, V other, int at, V t);

    /// <summary>After the last block, whose row it was.</summary>
    protected virtual void AfterLastBlock(V row, V one)
    {
    }

    protected void Enter()
    {
        if (Sets > 1)
        {
            _memory = Claim(InMemory * RowBytes);
            Save(s_memory);
            Save(v[8..16]);
            Asm.Add(s_memory, _memory.Base, _memory.Offset);
        }

        int[] numbers = [.. Enumerable.Range(0, 2 * Lanes), 1, 0, 0, 0];
        byte[] rotation = [.. Enumerable.Range(0, RowBytes).Select(i => (byte)((i & 0x0C) | ((i - 1) & 3)))];
        Asm.Adr(s_table, Constant([.. numbers.SelectMany(BitConverter.GetBytes), .. rotation]));
    }

    protected void Leave()
    {
        if (Sets > 1)
        {
            Asm.Clear(s_t);
            for (var i = 0; i < InMemory; i++)
                Asm.StrQ(s_t, Memory(FirstInMemory + i));
        }

        Return();
    }

    /// <summary>Each word of the input in a vector.</summary>
    protected void LoadWords()
    {
        for (var row = 0; row < Words / RowWords; row++)
        {
            Asm.LdrQ(s_t, new(Cipher, row * RowBytes));
            for (var set = 0; set < Sets; set++)
            {
                for (var i = 0; i < RowWords; i++)
                    LoadWord(set, (row * RowWords) + i);
            }
        }

        Asm.LdrQ(s_rotation, new(s_table, RotationOffset));
    }

    /// <summary>Section 2.3: quarter rounds of the columns, and of the diagonals.</summary>
    protected IEnumerable<Action> DoubleRound() =>
        from diagonal in (int[])[0, 1]
        from step in (Func<int, int[], IEnumerable<Action>>[])
        [
            (set, words) => StepWithRotatedBytes(set, words, Asm.Rev32H8),
            (set, words) => StepWithShifts(set, words, 12),
            (set, words) => StepWithRotatedBytes(set, words, (to, word) => Asm.Tbl(to, word, s_rotation)),
            (set, words) => StepWithShifts(set, words, 7),
        ]
        from set in Enumerable.Range(0, Sets)
        from column in Enumerable.Range(0, RowWords)
        let words = Enumerable.Range(0, 4).Select(row => (row * RowWords) + ((column + (row * diagonal)) % RowWords)).ToArray()
        from action in step(set, words)
        select action;

    /// <summary>Makes blocks of words, adds the input, and gives them out.</summary>
    protected void OutputBlocks()
    {
        LoadCounterRow(s_rotation);
        for (var set = 0; set < Sets; set++)
        {
            // The words of the first set are in blocks by then.
            V Word(int word)
            {
                if (!IsInMemory(set, word))
                    return Register(set, word);
                var to = s_first[word];
                Asm.LdrQ(to, Memory(word));
                return to;
            }

            var free = s_t;
            var rows = Enumerable.Range(0, Words).Select(Word).Chunk(RowWords).Select(row => Transposed(row, ref free)).ToArray();
            for (var row = 0; row < CounterRow; row++)
            {
                Asm.LdrQ(free, new(Cipher, row * RowBytes));
                foreach (var part in rows[row])
                    Asm.AddS4(part, part, free);
            }

            Asm.LdrQ(free, new(s_table, OneOffset));
            for (var i = 0; i < Lanes; i++)
            {
                Asm.AddS4(rows[CounterRow][i], rows[CounterRow][i], s_rotation);
                if (set == 0 && i == 0)
                    AfterFirstBlock(s_rotation, free);
                else if (set == Sets - 1 && i == Lanes - 1)
                    AfterLastBlock(s_rotation, free);
                else
                    Asm.AddS4(s_rotation, s_rotation, free);
            }

            for (var i = 0; i < Lanes; i++)
            {
                var at = ((set * Lanes) + i) * ChaChaWidth.BlockBytes;
                Output(rows[0][i], rows[1][i], at, free);
                Output(rows[2][i], rows[3][i], at + (2 * RowBytes), free);
            }
        }
    }

    private void LoadWord(int set, int word)
    {
        var to = IsInMemory(set, word) ? s_rotation : Register(set, word);
        if (word == ChaChaColumns.CounterWord)
        {
            Asm.LdrQ(s_rotation, new(s_table, NumbersOffset + (set * RowBytes)));
            LoadCounters(to, set, s_t, s_rotation);
        }
        else
        {
            Asm.DupLaneS4(to, s_t, word % RowWords);
        }

        if (IsInMemory(set, word))
            Asm.StrQ(to, Memory(word));
    }

    /// <summary>The first step of a quarter round and the third (section 2.1).</summary>
    private IEnumerable<Action> StepWithRotatedBytes(int set, int[] words, Action<V, V> rotate)
    {
        var (a, b, d) = (Register(set, words[0]), Register(set, words[1]), Register(set, words[3]));
        yield return () => Asm.AddS4(a, a, b);
        yield return () => Asm.Eor(d, d, a);
        yield return () => rotate(d, d);
    }

    /// <summary>The second and the fourth.</summary>
    private IEnumerable<Action> StepWithShifts(int set, int[] words, int bits)
    {
        var isInMemory = IsInMemory(set, words[2]);
        var (b, c, d) = (Register(set, words[1]), isInMemory ? s_t : Register(set, words[2]), Register(set, words[3]));
        if (isInMemory)
            yield return () => Asm.LdrQ(c, Memory(words[2]));
        yield return () => Asm.AddS4(c, c, d);
        if (isInMemory)
            yield return () => Asm.StrQ(c, Memory(words[2]));
        yield return () => Asm.Eor(s_t, b, c);
        yield return () => Asm.ShlS4(b, s_t, bits);
        yield return () => Asm.SriS4(b, s_t, 32 - bits);
    }

    /// <summary>Of the words of four blocks, those of each block. Takes and gives back a free register.</summary>
    private V[] Transposed(V[] row, ref V free)
    {
        var (low01, high01, low23, high23) = (free, row[0], row[1], row[2]);
        V[] to = [row[3], low01, low23, high01];
        Asm.Zip1S4(low01, row[0], row[1]);
        Asm.Zip2S4(high01, row[0], row[1]);
        Asm.Zip1S4(low23, row[2], row[3]);
        Asm.Zip2S4(high23, row[2], row[3]);
        Asm.Zip1D2(to[0], low01, low23);
        Asm.Zip2D2(to[1], low01, low23);
        Asm.Zip1D2(to[2], high01, high23);
        Asm.Zip2D2(to[3], high01, high23);
        free = high23;
        return to;
    }
}
