using System;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-256 with SHA-NI: FIPS 180-4, section 6.2.2 (Gulley and others, "Intel SHA Extensions", 2013), for the programs that
/// compress with it.
/// <para>
/// A round makes a new a and a new e; all else moves on by one place. So two rounds turn (a, b, e, f) into the next (c, d, g, h),
/// and need only compute the next (a, b, e, f): that is <c>SHA256RNDS2</c>, which writes it over the old (c, d, g, h). With each
/// two rounds the two registers change their names, and after four they are back. It takes two words of the schedule, with
/// their round constants added, from the low half of xmm0.
/// </para>
/// <para>
/// The schedule is W(t) = s1(W(t-2)) + W(t-7) + s0(W(t-15)) + W(t-16), four words in a register. <c>SHA256MSG1</c> makes the
/// last two terms, <c>PALIGNR</c> brings W(t-7) into place, <c>SHA256MSG2</c> adds the first term, of which two come from words
/// that it has just made.
/// </para>
/// </summary>
/// <param name="program">The program that emits.</param>
/// <param name="first">The number of the first of seven vector registers; xmm0 is one more.</param>
internal sealed class Sha256ShaNiSteps(X64Program program, int first = 1)
{
    public const int BlockBytes = 64, Rounds = 64;

    private static readonly AssemblerRegisterXMM s_wordsAndConstants = xmm0;

    /// <summary>The working variables in the order of the rounds.</summary>
    public AssemblerRegisterXMM Abef { get; } = Vectors.X(first);

    /// <inheritdoc cref="Abef"/>
    public AssemblerRegisterXMM Cdgh { get; } = Vectors.X(first + 1);

    private AssemblerRegisterXMM Temporary { get; } = Vectors.X(first + 6);

    private Assembler Asm => program.Asm;

    private AssemblerMemoryOperand BigEndianWords =>
        program.Constant([3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12], alignment: 16);

    /// <summary>The register of W(t) to W(t+3).</summary>
    public AssemblerRegisterXMM Words(int t) => Vectors.X(first + 2 + (t / 4 % 4));

    /// <summary>W(t) to W(t+3) of a block, which is memory. Nothing but the first rounds waits for the second load.</summary>
    public void LoadWords(int t, AssemblerMemoryOperand fourWords)
    {
        program.LoadHalves(Words(t), fourWords);
        Asm.pshufb(Words(t), BigEndianWords);
    }

    /// <summary>The bytes of W(t) to W(t+3), which are lost.</summary>
    public void StoreWords(int t, AssemblerMemoryOperand fourWords)
    {
        Asm.pshufb(Words(t), BigEndianWords);
        Asm.movdqu(fourWords, Words(t));
    }

    /// <summary>All rounds, of words that are in their registers when their turn comes.</summary>
    public void Compress(Action<int> provideWords)
    {
        for (var t = 0; t < Rounds; t += 4)
            FourRounds(t, provideWords);
    }

    /// <summary>The rounds from t on.</summary>
    public void FourRounds(int t, Action<int> provideWords)
    {
        if (t < 16)
            provideWords(t);
        else
            ScheduleWords(t);
        ShaRounds4(t);
    }

    /// <summary>A chaining value, a to d and e to h, brought into the order of the rounds.</summary>
    public void ToRounds(AssemblerMemoryOperand abcd, AssemblerMemoryOperand efgh, AssemblerRegisterXMM abef, AssemblerRegisterXMM cdgh)
    {
        Asm.movdqu(abef, abcd);
        Asm.movdqu(cdgh, efgh);
        Asm.pshufd(Temporary, abef, 0b_10_11_00_01);
        Asm.pshufd(cdgh, cdgh, 0b_00_01_10_11);
        Asm.movdqa(abef, Temporary);
        Asm.palignr(abef, cdgh, 8);
        Asm.pblendw(cdgh, Temporary, 0b_1111_0000);
    }

    /// <summary>The working variables as a chaining value; <see cref="Cdgh"/> is lost.</summary>
    public void FromRounds(AssemblerRegisterXMM abcd, AssemblerRegisterXMM efgh)
    {
        Asm.pshufd(Temporary, Abef, 0b_00_01_10_11);
        Asm.pshufd(Cdgh, Cdgh, 0b_10_11_00_01);
        Asm.movdqa(abcd, Temporary);
        Asm.pblendw(abcd, Cdgh, 0b_1111_0000);
        Asm.movdqa(efgh, Cdgh);
        Asm.palignr(efgh, Temporary, 8);
    }

    /// <summary>W(t) to W(t+3), over W(t-16) to W(t-13).</summary>
    private void ScheduleWords(int t)
    {
        Asm.sha256msg1(Words(t), Words(t - 12));
        Asm.movdqa(Temporary, Words(t - 4));
        Asm.palignr(Temporary, Words(t - 8), 4);
        Asm.paddd(Words(t), Temporary);
        Asm.sha256msg2(Words(t), Words(t - 4));
    }

    private void ShaRounds4(int t)
    {
        Asm.movdqa(s_wordsAndConstants, program.Constant(RoundConstants(t), alignment: 16));
        Asm.paddd(s_wordsAndConstants, Words(t));
        Asm.sha256rnds2(Cdgh, Abef);
        Asm.pshufd(s_wordsAndConstants, s_wordsAndConstants, 0b_00_00_11_10);
        Asm.sha256rnds2(Abef, Cdgh);
    }

    private static byte[] RoundConstants(int t) =>
        MemoryMarshal.AsBytes(Sha256Functions.RoundConstants.Slice(t, 4)).ToArray();
}
