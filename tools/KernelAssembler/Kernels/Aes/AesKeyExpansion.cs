using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// KeyExpansion of FIPS 197, section 5.2, and the round keys of the equivalent inverse cipher, section 5.3.5, as steps for any
/// program that has AVX and AES-NI.
/// <para>
/// Four words of the schedule make a vector, low word first. With W the words last made and w the word before the next one,
/// each next word is the one Nk places back XOR the one just made, so that a vector of them is the running XOR of the vector
/// Nk words back, XOR SubWord(RotWord(w)) xor Rcon in every word. AESENCLAST is ShiftRows, SubBytes and the XOR with a round key:
/// ShiftRows leaves a state of four equal columns alone, so that on w in all four columns, rotated by the same shuffle, and with
/// Rcon for the round key, it is just that term. AESKEYGENASSIST yields less, and is microcode on some CPUs.
/// </para>
/// Overwrites xmm0 to xmm3. Constant-time: the only branches are on the number of rounds, and no address depends on the key.
/// </summary>
internal sealed class AesKeyExpansion(X64Program program)
{
    private const int BlockBytes = 16;

    private static readonly AssemblerRegisterXMM s_words = xmm0;
    private static readonly AssemblerRegisterXMM s_more = xmm1;
    private static readonly AssemblerRegisterXMM s_term = xmm2;
    private static readonly AssemblerRegisterXMM s_shifted = xmm3;

    private Assembler Asm => program.Asm;

    // RotWord is a rotation of four bytes by one towards the lowest.
    private AssemblerMemoryOperand RotatedWord3 => InAllColumns(13, 14, 15, 12);

    private AssemblerMemoryOperand Word3 => InAllColumns(12, 13, 14, 15);

    private AssemblerMemoryOperand RotatedWord1 => InAllColumns(5, 6, 7, 4);

    /// <summary>Writes the round keys of a key of 16, 24 or 32 bytes, as 10, 12 or 14 rounds tell.</summary>
    public void Expand(AssemblerRegister64 key, AssemblerRegister64 schedule, AssemblerRegister32 rounds)
    {
        var (bits192, bits256, done) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        Asm.vmovdqu(s_words, __[key]);
        Asm.cmp(rounds, 12);
        Asm.je(bits192);
        Asm.ja(bits256);
        Expand128(schedule);
        Asm.jmp(done);
        Asm.Label(ref bits192);
        Asm.vmovq(s_more, __[key + BlockBytes]);
        Expand192(schedule);
        Asm.jmp(done);
        Asm.Label(ref bits256);
        Asm.vmovdqu(s_more, __[key + BlockBytes]);
        Expand256(schedule);
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>The same of a key of 16 or 32 bytes that is in xmm0 and xmm1.</summary>
    public void ExpandLoaded(AssemblerRegister64 schedule, AssemblerRegister32 rounds)
    {
        var (bits256, done) = (Asm.CreateLabel(), Asm.CreateLabel());
        Asm.cmp(rounds, 10);
        Asm.jne(bits256);
        Expand128(schedule);
        Asm.jmp(done);
        Asm.Label(ref bits256);
        Expand256(schedule);
        Asm.Label(ref done);
        Asm.zero_bytes();
    }

    /// <summary>
    /// Writes the round keys of the inverse cipher: those of the cipher in reverse, the inner ones through InvMixColumns. Moves
    /// the schedule's register to the last key, and the rounds' to zero.
    /// </summary>
    public void Invert(AssemblerRegister64 schedule, AssemblerRegister64 rounds, AssemblerRegister64 inverse)
    {
        var inner = Asm.CreateLabel();
        Asm.vmovdqu(s_words, __[schedule]);
        Asm.shl(rounds, 4);
        Asm.vmovdqu(__[inverse + rounds], s_words);
        Asm.sub(rounds, BlockBytes);
        Asm.Label(ref inner);
        Asm.add(schedule, BlockBytes);
        Asm.vaesimc(s_words, __[schedule]);
        Asm.vmovdqu(__[inverse + rounds], s_words);
        Asm.sub(rounds, BlockBytes);
        Asm.jnz(inner);
        Asm.add(schedule, BlockBytes);
        Asm.vmovdqu(s_words, __[schedule]);
        Asm.vmovdqu(__[inverse], s_words);
    }

    private void Expand128(AssemblerRegister64 schedule)
    {
        Store(schedule, 0, s_words);
        for (var round = 1; round <= 10; round++)
        {
            NextWords(s_words, s_words, RotatedWord3, RoundConstant(round));
            Store(schedule, round, s_words);
        }
    }

    /// <summary>Six words a step, so that every second step begins in the middle of a round key.</summary>
    private void Expand192(AssemblerRegister64 schedule)
    {
        const int StepBytes = 24, Steps = 8;
        for (var step = 0; step < Steps; step++)
        {
            Asm.vmovdqu(__[schedule + (step * StepBytes)], s_words);
            Asm.vmovq(__[schedule + ((step * StepBytes) + BlockBytes)], s_more);
            NextWords(s_words, s_more, RotatedWord1, RoundConstant(step + 1));
            if (step == Steps - 1)
                break;
            Asm.vpslldq(s_shifted, s_more, 4);
            Asm.vpxor(s_more, s_more, s_shifted);
            Asm.vpshufd(s_term, s_words, 0xFF);
            Asm.vpxor(s_more, s_more, s_term);
        }

        Asm.vmovdqu(__[schedule + (Steps * StepBytes)], s_words);
    }

    /// <summary>Eight words a step; the fourth goes through SubWord, too, without rotation and round constant.</summary>
    private void Expand256(AssemblerRegister64 schedule)
    {
        Store(schedule, 0, s_words);
        Store(schedule, 1, s_more);
        for (var round = 2; round <= 14; round += 2)
        {
            NextWords(s_words, s_more, RotatedWord3, RoundConstant(round / 2));
            Store(schedule, round, s_words);
            if (round == 14)
                break;
            NextWords(s_more, s_words, Word3, Word(0));
            Store(schedule, round + 1, s_more);
        }
    }

    /// <summary>The running XOR of words, SubWord of the chosen bytes of the word before them, and a constant.</summary>
    private void NextWords(
        AssemblerRegisterXMM words, AssemblerRegisterXMM before, AssemblerMemoryOperand choice, AssemblerMemoryOperand constant)
    {
        Asm.vpshufb(s_term, before, choice);
        Asm.vaesenclast(s_term, s_term, constant);
        Asm.vpslldq(s_shifted, words, 4);
        Asm.vpxor(words, words, s_shifted);
        Asm.vpslldq(s_shifted, words, 8);
        Asm.vpxor(words, words, s_shifted);
        Asm.vpxor(words, words, s_term);
    }

    private void Store(AssemblerRegister64 schedule, int round, AssemblerRegisterXMM key) =>
        Asm.vmovdqu(__[schedule + (round * BlockBytes)], key);

    /// <summary>Rcon: x^(number - 1) modulo x^8 + x^4 + x^3 + x + 1, in the first byte of each word.</summary>
    private AssemblerMemoryOperand RoundConstant(int number)
    {
        var constant = 1;
        for (var i = 1; i < number; i++)
            constant = (constant << 1) ^ ((constant >> 7) * 0x11B);
        return Word((byte)constant);
    }

    private AssemblerMemoryOperand Word(byte first) => InAllColumns(first, 0, 0, 0);

    private AssemblerMemoryOperand InAllColumns(params byte[] word) =>
        program.Constant([.. Enumerable.Repeat<IEnumerable<byte>>(word, 4).SelectMany(bytes => bytes)], BlockBytes);
}
