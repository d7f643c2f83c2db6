using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>A compression function of FIPS 180-4 by Arm64's instructions: its chaining value and the words of a block are in registers.</summary>
internal abstract class ShaArm64Steps(A64Program program, int wordBytes)
{
    public const int VectorBytes = 16, WordsOfBlock = 16;

    public int WordBytes => wordBytes;

    public int BlockBytes => WordsOfBlock * wordBytes;

    /// <summary>The words of a block.</summary>
    public abstract V[] Words { get; }

    public abstract V[] Chain { get; }

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

    /// <summary>Compresses a block into other vectors or the same.</summary>
    public abstract void Compress(V[] to);

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
