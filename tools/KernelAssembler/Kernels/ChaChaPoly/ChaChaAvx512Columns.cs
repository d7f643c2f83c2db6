using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// ChaCha20 on AVX-512, which has a rotation. All words have a register, of those that neither convention wants back.
/// </summary>
internal abstract class ChaChaAvx512Columns(ChaChaProgram program, ChaChaWidth width) : ChaChaColumns(program, width)
{
    private const int FirstRegister = 16;

    protected static readonly int[][] Rows = [.. Enumerable.Range(FirstRegister, Words).Chunk(RowWords)];

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

    public override void Wipe()
    {
    }

    private IEnumerable<Action> Round(int diagonal) => QuarterRounds(
        [.. Enumerable.Range(0, RowWords).Select(i => Rows.Select((row, k) => row[(i + (k * diagonal)) % RowWords]).ToArray())], []);
}
