using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-1 with SHA-NI: FIPS 180-4, section 6.1.2 (Gulley and others, "Intel SHA Extensions", 2013).
/// <para>
/// <c>SHA1RNDS4</c> makes four rounds of (a, b, c, d), a in the highest word, and of four words of the schedule with e added to
/// the first; it knows the round constants. The e that is due in a round is the a of four rounds before, rotated by 30 bits:
/// <c>SHA1NEXTE</c> rotates it and adds it to the words, so that only a copy of (a, b, c, d) is kept from one four to the next.
/// </para>
/// <para>
/// The schedule is W(t) = (W(t-3) xor W(t-8) xor W(t-14) xor W(t-16)) rotated by one bit, four words in a register.
/// <c>SHA1MSG1</c> joins the last two terms, <c>PXOR</c> the second, <c>SHA1MSG2</c> the first, and rotates.
/// </para>
/// <para>
/// The 20 <c>SHA1RNDS4</c> of a block, and an addition, are the chain from block to block; nothing else waits for them.
/// </para>
/// </summary>
internal sealed class Sha1ShaNiProgram()
    : ShaProgram("Sha1ShaNi", CpuFeatures.Avx | CpuFeatures.ShaNi, BlockBytes)
{
    private const int BlockBytes = 64;
    private const int Rounds = 80;

    private static readonly AssemblerRegisterXMM s_abcd = xmm0;
    private static readonly AssemblerRegisterXMM[] s_e = [xmm1, xmm2];
    private static readonly AssemblerRegisterXMM[] s_words = [xmm3, xmm4, xmm5, xmm6];
    private static readonly AssemblerRegisterXMM s_chainAbcd = xmm7;
    private static readonly AssemblerRegisterXMM s_chainE = xmm8;

    private AssemblerMemoryOperand ReversedBytes =>
        Constant([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0], alignment: 16);

    protected override void SaveRegisters() => Save(xmm6, xmm7, xmm8);

    protected override void LoadState()
    {
        Asm.movdqu(s_abcd, State());
        Asm.pshufd(s_abcd, s_abcd, 0b_00_01_10_11);
        Asm.movd(E(0), State(16));
        Asm.pslldq(E(0), 12);
    }

    protected override void StoreState()
    {
        Asm.pshufd(s_abcd, s_abcd, 0b_00_01_10_11);
        Asm.movdqu(State(), s_abcd);
        Asm.pextrd(State(16), E(0), 3);
    }

    protected override void Compress()
    {
        Asm.movdqa(s_chainAbcd, s_abcd);
        Asm.movdqa(s_chainE, E(0));
        for (var t = 0; t < Rounds; t += 4)
        {
            if (t < 16)
                LoadWords(t);
            else
                ScheduleWords(t);
            ShaRounds4(t);
        }

        Asm.sha1nexte(E(0), s_chainE);
        Asm.paddd(s_abcd, s_chainAbcd);
        Step();
    }

    /// <summary>The register of W(t) to W(t+3).</summary>
    private static AssemblerRegisterXMM Words(int t) => s_words[t / 4 % 4];

    /// <summary>The register from which the four rounds from t on take their e.</summary>
    private static AssemblerRegisterXMM E(int t) => s_e[t / 4 % 2];

    private void LoadWords(int t)
    {
        Asm.movdqu(Words(t), Block(4 * t));
        Asm.pshufb(Words(t), ReversedBytes);
    }

    /// <summary>W(t) to W(t+3), over W(t-16) to W(t-13).</summary>
    private void ScheduleWords(int t)
    {
        Asm.sha1msg1(Words(t), Words(t - 12));
        Asm.pxor(Words(t), Words(t - 8));
        Asm.sha1msg2(Words(t), Words(t - 4));
    }

    private void ShaRounds4(int t)
    {
        if (t == 0)
            Asm.paddd(E(t), Words(t));
        else
            Asm.sha1nexte(E(t), Words(t));
        Asm.movdqa(E(t + 4), s_abcd);
        Asm.sha1rnds4(s_abcd, E(t), (byte)(t / 20));
    }
}
