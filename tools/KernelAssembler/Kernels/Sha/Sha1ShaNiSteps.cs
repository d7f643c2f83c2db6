using Iced.Intel;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-1 with SHA-NI: FIPS 180-4, section 6.1.2 (Gulley and others, "Intel SHA Extensions", 2013), for the programs that compress
/// with it.
/// <para>
/// <c>SHA1RNDS4</c> makes four rounds of (a, b, c, d), a in the highest word, and of four words of the schedule with e added to
/// the first; it knows the round constants. The e that is due in a round is the a of four rounds before, rotated by 30 bits:
/// <c>SHA1NEXTE</c> rotates it and adds it to the words, so that only a copy of (a, b, c, d) is kept from one four to the next.
/// </para>
/// <para>
/// The schedule is W(t) = (W(t-3) xor W(t-8) xor W(t-14) xor W(t-16)) rotated by one bit, four words in a register.
/// <c>SHA1MSG1</c> joins the last two terms, <c>PXOR</c> the second, <c>SHA1MSG2</c> the first, and rotates.
/// </para>
/// </summary>
/// <param name="program">The program that emits.</param>
/// <param name="first">The number of the first of seven vector registers.</param>
internal sealed class Sha1ShaNiSteps(X64Program program, int first = 0)
{
    public const int BlockBytes = 64, Rounds = 80;

    public AssemblerRegisterXMM Abcd { get; } = Vectors.X(first);

    private Assembler Asm => program.Asm;

    private AssemblerMemoryOperand ReversedBytes =>
        program.Constant([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0], alignment: 16);

    /// <summary>The register from which the four rounds from t on take their e.</summary>
    public AssemblerRegisterXMM E(int t) => Vectors.X(first + 1 + (t / 4 % 2));

    /// <summary>Loads a chaining value.</summary>
    public void ToRounds(AssemblerMemoryOperand abcd, AssemblerMemoryOperand e)
    {
        Asm.movdqu(Abcd, abcd);
        Asm.pshufd(Abcd, Abcd, 0b_00_01_10_11);
        Asm.movd(E(0), e);
        Asm.pslldq(E(0), 12);
    }

    /// <summary>Stores a chaining value.</summary>
    public void FromRounds(AssemblerMemoryOperand abcd, AssemblerMemoryOperand e)
    {
        Asm.pshufd(Abcd, Abcd, 0b_00_01_10_11);
        Asm.movdqu(abcd, Abcd);
        Asm.pextrd(e, E(0), 3);
    }

    /// <summary>The rounds from t on, whose words may come from the block.</summary>
    public void FourRounds(int t, AssemblerMemoryOperand fourWords)
    {
        if (t < 16)
            LoadWords(t, fourWords);
        FourRounds(t);
    }

    /// <summary>The rounds from t on, whose words are in their register if they are not of the schedule.</summary>
    public void FourRounds(int t)
    {
        if (t >= 16)
            ScheduleWords(t);
        ShaRounds4(t);
    }

    /// <summary>The register of W(t) to W(t+3).</summary>
    public AssemblerRegisterXMM Words(int t) => Vectors.X(first + 3 + (t / 4 % 4));

    /// <summary>W(t) to W(t+3) of a block, which is memory. Nothing but the first rounds waits for the second load.</summary>
    public void LoadWords(int t, AssemblerMemoryOperand fourWords)
    {
        program.LoadHalves(Words(t), fourWords);
        Asm.pshufb(Words(t), ReversedBytes);
    }

    /// <summary>The bytes of W(t) to W(t+3), which are lost.</summary>
    public void StoreWords(int t, AssemblerMemoryOperand fourWords)
    {
        Asm.pshufb(Words(t), ReversedBytes);
        Asm.movdqu(fourWords, Words(t));
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
        Asm.movdqa(E(t + 4), Abcd);
        Asm.sha1rnds4(Abcd, E(t), (byte)(t / 20));
    }
}
