using System;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>A compression function of FIPS 180-4 by Arm64's instructions: its chaining value and the words of a block are in registers.</summary>
/// <param name="program">The program that emits.</param>
/// <param name="wordBytes">Bytes of a word.</param>
/// <param name="rounds">Rounds of a block.</param>
internal abstract class ShaArm64Steps(A64Program program, int wordBytes, int rounds)
{
    public const int VectorBytes = 16, WordsOfBlock = 16;

    public int WordBytes => wordBytes;

    public int BlockBytes => WordsOfBlock * wordBytes;

    /// <summary>The words of a block.</summary>
    public abstract V[] Words { get; }

    public abstract V[] Chain { get; }

    /// <summary>The first words of a block: a result becomes those of the next one.</summary>
    public V[] FirstWords => Words[..Chain.Length];

    protected int Rounds => rounds;

    protected A64Program Program => program;

    protected A64Assembler Asm => program.Asm;

    /// <summary>Where round constants lie, and the next of them.</summary>
    protected static X Constants => x[6];

    protected static X NextConstant => x[7];

    public abstract void LoadConstants();

    public virtual void LoadChain(X from)
    {
        for (var i = 0; i < Chain.Length; i += 2)
            Asm.LdpQ(Chain[i], Chain[i + 1], new(from, VectorBytes * i));
    }

    public virtual void StoreChain(X to)
    {
        for (var i = 0; i < Chain.Length; i += 2)
            Asm.StpQ(Chain[i], Chain[i + 1], new(to, VectorBytes * i));
    }

    /// <summary>Loads a block, and moves its register on.</summary>
    public void LoadWords(X from)
    {
        for (var i = 0; i < Words.Length; i += 4)
            Asm.Ld1FourPost(Words[i], from);
        ReverseWords();
    }

    public void StoreWords(X to)
    {
        ReverseWords();
        for (var i = 0; i < Words.Length; i += 2)
            Asm.StpQ(Words[i], Words[i + 1], new(to, VectorBytes * i));
    }

    /// <summary>
    /// Compresses a block of one message, or of each of two, into other vectors or the same. The chain of one message leaves much of the time of
    /// its unit unused; the rounds of the other go between.
    /// </summary>
    public static void Compress(ShaArm64Steps[] messages, Func<ShaArm64Steps, V[]> to)
    {
        foreach (var message in messages)
            message.BeginRounds();
        for (var t = 0; t < messages[0].Rounds; t += 4)
        {
            messages[0].LoadRoundConstants(t);
            foreach (var message in messages)
                message.FourRounds(t);
        }

        foreach (var message in messages)
            message.EndRounds(to(message));
    }

    /// <summary>Loads the constants of four rounds, or of more, where they do not stay in registers.</summary>
    protected virtual void LoadRoundConstants(int t)
    {
    }

    /// <summary>Copies the chaining value, which is added in the end.</summary>
    protected abstract void BeginRounds();

    protected abstract void FourRounds(int t);

    protected abstract void EndRounds(V[] to);

    /// <summary>The registers of a message of words of 32 bits: its words, its working variables with what a round needs, its chaining value.</summary>
    protected static V[] WordsOf(int message) => message == 0 ? v[..4] : v[20..24];

    /// <inheritdoc cref="WordsOf"/>
    protected static V[] WorkingOf(int message) => message == 0 ? v[4..8] : v[28..32];

    /// <inheritdoc cref="WordsOf"/>
    protected static V[] ChainOf(int message) => message == 0 ? v[24..26] : v[26..28];

    private void ReverseWords()
    {
        foreach (var words in Words)
        {
            if (wordBytes == sizeof(uint))
                Asm.Rev32(words, words);
            else
                Asm.Rev64(words, words);
        }
    }
}
