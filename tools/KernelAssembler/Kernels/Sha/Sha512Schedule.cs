using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-512's schedule of one block in vectors of four words, by AVX-512: FIPS 180-4, section 6.4.2, for the programs that compress with
/// it. Words go to memory with their round constants added, sixteen at a time, between the rounds that take those before.
/// </summary>
/// <param name="program">Whose steps these are.</param>
/// <param name="constants">A register for the address of the round constants of this pass.</param>
/// <param name="memory">For the sixteen words of a pass.</param>
internal sealed class Sha512Schedule(X64Program program, AssemblerRegister64 constants, AssemblerMemoryOperand memory)
{
    public const int PassBytes = Sha512Program.RoundsOfPass * Sha512Program.WordBytes;

    private static readonly AssemblerRegisterYMM[] s_words = [ymm0, ymm1, ymm2, ymm3];

    private Assembler Asm => program.Asm;

    private AssemblerMemoryOperand RoundConstants =>
        program.Constant(MemoryMarshal.AsBytes(Sha512Functions.RoundConstants).ToArray());

    /// <summary>For two lanes of two words each.</summary>
    private AssemblerMemoryOperand BigEndianWords => program.Constant(Sha512Program.BigEndianLanes, alignment: 32);

    /// <summary>The vector of W(t) to W(t+3).</summary>
    public static AssemblerRegisterYMM Words(int t) => s_words[(t / 4) & 3];

    /// <summary>W(t) of this pass with its round constant.</summary>
    public AssemblerMemoryOperand Word(int t) => memory + (Sha512Program.WordBytes * t);

    /// <summary>Begins with the words that are in their vectors.</summary>
    public void Begin()
    {
        Asm.lea(constants, RoundConstants);
        for (var t = 0; t < Sha512Program.RoundsOfPass; t += 4)
            StoreWords(t, 0);
    }

    /// <summary>W(t) to W(t+3) of a block, which is memory.</summary>
    public void LoadWords(int t, AssemblerMemoryOperand fourWords)
    {
        Asm.vmovdqu(Words(t), fourWords);
        Asm.vpshufb(Words(t), Words(t), BigEndianWords);
    }

    /// <summary>The bytes of W(t) to W(t+3), which are lost.</summary>
    public void StoreBytes(int t, AssemblerMemoryOperand fourWords)
    {
        Asm.vpshufb(Words(t), Words(t), BigEndianWords);
        Asm.vmovdqu(fourWords, Words(t));
    }

    /// <summary>
    /// A quarter of the work on four words of the next pass, W(t) among them; the last quarter follows the round that used the
    /// last of the words that they replace.
    /// </summary>
    public void Advance(int t)
    {
        var words = Words(t);
        switch (t & 3)
        {
            case 0:
                Asm.valignq(ymm4, Words(t + 4), words, 1);
                Asm.valignq(ymm5, Words(t + 12), Words(t + 8), 1);
                Asm.vpaddq(words, words, ymm5);
                break;
            case 1:
                Sigma(ymm5, ymm4, 1, 8, 7);
                Asm.vpaddq(words, words, ymm5);
                break;
            case 2:
                Asm.vextracti128(xmm4, Words(t + 12), 1);
                Sigma(ymm5, ymm4, 19, 61, 6);
                Asm.vpaddq(words, words, ymm5);
                break;
            default:
                Sigma(ymm4, words, 19, 61, 6);
                Asm.vperm2i128(ymm4, ymm4, ymm4, 0b_0000_1000);
                Asm.vpaddq(words, words, ymm4);
                StoreWords(t - 3, PassBytes);
                break;
        }
    }

    /// <summary>After the rounds of a pass.</summary>
    public void EndPass() => Asm.add(constants, PassBytes);

    /// <summary>What is left of the words.</summary>
    public void Wipe()
    {
        Asm.vpxor(xmm0, xmm0, xmm0);
        for (var t = 0; t < Sha512Program.RoundsOfPass; t += 4)
            Asm.vmovdqu(Word(t), ymm0);
    }

    private void StoreWords(int t, int constantsOffset)
    {
        Asm.vpaddq(ymm4, Words(t), __[constants + (constantsOffset + (Sha512Program.WordBytes * t))]);
        Asm.vmovdqu(Word(t), ymm4);
    }

    /// <summary>The XOR of two rotations to the right and a shift.</summary>
    private void Sigma(AssemblerRegisterYMM to, AssemblerRegisterYMM from, byte rotation1, byte rotation2, byte shift)
    {
        Asm.vpsrlq(to, from, shift);
        Asm.vprorq(ymm25, from, rotation1);
        Asm.vprorq(ymm26, from, rotation2);
        Asm.vpternlogq(to, ymm25, ymm26, Sha512Program.Parity);
    }
}
