using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-512 and, from another initial value, SHA-384: FIPS 180-4, section 6.4.2.
/// <para>
/// Sixteen rounds are a pass, and between the rounds of a pass the words of the next are computed, four in a vector (Gopal and
/// others, "Fast SHA-512 Implementations on Intel Architecture Processors", 2012):
/// </para>
/// <para>
/// W(t) = s1(W(t-2)) + W(t-7) + s0(W(t-15)) + W(t-16)
/// </para>
/// <para>
/// The last three terms are there for all four words, the first for two; the other two take it from these. Words go to
/// memory with their round constants added, each over one that was used; they are wiped at the end.
/// </para>
/// </summary>
internal abstract class Sha512Program(string name, CpuFeatures requires) : ShaProgram(name, requires, BlockBytes)
{
    private const int BlockBytes = 128;
    private const int Rounds = 80;
    private const int RoundsOfPass = 16;
    private const int WordBytes = 8;

    /// <summary>a to h in round 0. With each round all move on by one name, and none by a register.</summary>
    private static readonly AssemblerRegister64[] s_variables = [rax, rbx, rdx, rdi, rsi, rbp, r12, r13];

    private static readonly AssemblerRegisterYMM[] s_words = [ymm0, ymm1, ymm2, ymm3];
    private static readonly AssemblerRegister64 s_constants = r10;
    private static readonly AssemblerRegister32 s_passes = r11d;

    private readonly AssemblerMemoryOperand[] _words = new AssemblerMemoryOperand[RoundsOfPass];

    /// <summary>Free in a round; the last two in all rounds.</summary>
    protected static AssemblerRegister64[] Temporaries { get; } = [r14, r15, r8, r9];

    private AssemblerMemoryOperand BigEndianWords =>
        Constant([.. LaneOfBigEndianWords, .. LaneOfBigEndianWords], alignment: 32);

    private static byte[] LaneOfBigEndianWords => [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8];

    private AssemblerMemoryOperand RoundConstants =>
        Constant(MemoryMarshal.AsBytes(Sha512Functions.RoundConstants).ToArray());

    protected override void SaveRegisters()
    {
        Save(rbx, rbp, rsi, rdi, r12, r13, r14, r15);
        for (var t = 0; t < RoundsOfPass; t++)
            _words[t] = Claim(WordBytes);
        ClaimWalk();
    }

    /// <summary>The state's address is in the register of a.</summary>
    protected override void LoadState()
    {
        for (var i = s_variables.Length - 1; i >= 0; i--)
            Asm.mov(s_variables[i], State(WordBytes * i));
    }

    protected override void CompressBlock()
    {
        Asm.lea(s_constants, RoundConstants);
        for (var t = 0; t < RoundsOfPass; t += 4)
            LoadWords(t);
        SpillWalk();

        var pass = Asm.CreateLabel();
        Asm.mov(s_passes, (Rounds / RoundsOfPass) - 1);
        BeginRounds();
        Align(64);
        Asm.Label(ref pass);
        for (var t = 0; t < RoundsOfPass; t++)
        {
            Round(t);
            ScheduleWords(t);
        }

        Asm.add(s_constants, RoundsOfPass * WordBytes);
        Asm.dec(s_passes);
        Asm.jnz(pass);
        for (var t = 0; t < RoundsOfPass; t++)
            Round(t);

        Asm.mov(r8, Argument("State"));
        for (var i = 0; i < s_variables.Length; i++)
        {
            Asm.add(s_variables[i], __[r8 + (WordBytes * i)]);
            Asm.mov(__[r8 + (WordBytes * i)], s_variables[i]);
        }

        RestoreWalk();
    }

    /// <summary>The state is in memory after each block. What is left of the words is wiped.</summary>
    protected override void StoreState()
    {
        Asm.vpxor(xmm0, xmm0, xmm0);
        for (var t = 0; t < RoundsOfPass; t += 2)
            Asm.vmovdqu(_words[t], xmm0);
    }

    /// <summary>What rounds need beside the variables.</summary>
    protected abstract void BeginRounds();

    /// <summary>The variable that is called a (0) to h (7) in round t.</summary>
    protected static AssemblerRegister64 Variable(int t, int name) => s_variables[(name - t) & 7];

    /// <summary>W(t), with its round constant, of this pass.</summary>
    protected AssemblerMemoryOperand Word(int t) => _words[t];

    protected abstract void Round(int t);

    protected void Choose(AssemblerRegister64 to, AssemblerRegister64 e, AssemblerRegister64 f, AssemblerRegister64 g)
    {
        Asm.mov(to, f);
        Asm.xor(to, g);
        Asm.and(to, e);
        Asm.xor(to, g);
    }

    /// <summary>The XOR of three rotations to the right.</summary>
    protected void RotateAndXor(
        AssemblerRegister64 to,
        AssemblerRegister64 temporary,
        AssemblerRegister64 from,
        byte rotation1,
        byte rotation2,
        byte rotation3)
    {
        Asm.rorx(to, from, rotation1);
        Asm.rorx(temporary, from, rotation2);
        Asm.xor(to, temporary);
        Asm.rorx(temporary, from, rotation3);
        Asm.xor(to, temporary);
    }

    /// <summary>Four words, each at the place of the next: the first of <paramref name="high"/> ends up last.</summary>
    protected abstract void NextWords(AssemblerRegisterYMM to, AssemblerRegisterYMM high, AssemblerRegisterYMM low);

    /// <summary>The XOR of two rotations to the right and a shift.</summary>
    protected abstract void Sigma(AssemblerRegisterYMM to, AssemblerRegisterYMM from, byte rotation1, byte rotation2, byte shift);

    /// <summary>The vector of W(t) to W(t+3).</summary>
    private static AssemblerRegisterYMM Words(int t) => s_words[(t / 4) & 3];

    private void LoadWords(int t)
    {
        Asm.vmovdqu(Words(t), Block(WordBytes * t));
        Asm.vpshufb(Words(t), Words(t), BigEndianWords);
        StoreWords(t, __[s_constants + (WordBytes * t)]);
    }

    private void StoreWords(int t, AssemblerMemoryOperand roundConstants)
    {
        Asm.vpaddq(ymm4, Words(t), roundConstants);
        Asm.vmovdqu(_words[t], ymm4);
    }

    /// <summary>
    /// A quarter of the work on four words of the next pass, W(t) among them; the last quarter follows the round that used the
    /// last of the words that they replace.
    /// </summary>
    private void ScheduleWords(int t)
    {
        var words = Words(t);
        switch (t & 3)
        {
            case 0:
                NextWords(ymm4, Words(t + 4), words);
                NextWords(ymm5, Words(t + 12), Words(t + 8));
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
                StoreWords(t - 3, __[s_constants + (WordBytes * (RoundsOfPass + t - 3))]);
                break;
        }
    }
}
