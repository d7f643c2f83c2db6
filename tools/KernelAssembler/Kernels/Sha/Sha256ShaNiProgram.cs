using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-256 with SHA-NI: FIPS 180-4, section 6.2.2 (Gulley and others, "Intel SHA Extensions", 2013).
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
/// <para>
/// The 32 <c>SHA256RNDS2</c> of a block, and an addition, are the chain from block to block; nothing else waits for them.
/// </para>
/// </summary>
internal sealed class Sha256ShaNiProgram()
    : ShaProgram("Sha256ShaNi", CpuFeatures.Avx | CpuFeatures.ShaNi, BlockBytes)
{
    private const int BlockBytes = 64;
    private const int Rounds = 64;

    private static readonly AssemblerRegisterXMM s_wordsAndConstants = xmm0;
    private static readonly AssemblerRegisterXMM s_abef = xmm1;
    private static readonly AssemblerRegisterXMM s_cdgh = xmm2;
    private static readonly AssemblerRegisterXMM[] s_words = [xmm3, xmm4, xmm5, xmm6];
    private static readonly AssemblerRegisterXMM s_temporary = xmm7;
    private static readonly AssemblerRegisterXMM s_chainAbef = xmm8;
    private static readonly AssemblerRegisterXMM s_chainCdgh = xmm9;

    private AssemblerMemoryOperand BigEndianWords =>
        Constant([3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12], alignment: 16);

    protected override void SaveRegisters() => Save(xmm6, xmm7, xmm8, xmm9);

    protected override void LoadState()
    {
        Asm.movdqu(s_abef, State());
        Asm.movdqu(s_cdgh, State(16));
        Asm.pshufd(s_temporary, s_abef, 0b_10_11_00_01);
        Asm.pshufd(s_cdgh, s_cdgh, 0b_00_01_10_11);
        Asm.movdqa(s_abef, s_temporary);
        Asm.palignr(s_abef, s_cdgh, 8);
        Asm.pblendw(s_cdgh, s_temporary, 0b_1111_0000);
    }

    protected override void StoreState()
    {
        Asm.pshufd(s_temporary, s_abef, 0b_00_01_10_11);
        Asm.pshufd(s_cdgh, s_cdgh, 0b_10_11_00_01);
        Asm.movdqa(s_abef, s_temporary);
        Asm.pblendw(s_abef, s_cdgh, 0b_1111_0000);
        Asm.palignr(s_cdgh, s_temporary, 8);
        Asm.movdqu(State(), s_abef);
        Asm.movdqu(State(16), s_cdgh);
    }

    protected override void Compress()
    {
        Asm.movdqa(s_chainAbef, s_abef);
        Asm.movdqa(s_chainCdgh, s_cdgh);
        for (var t = 0; t < Rounds; t += 4)
        {
            if (t < 16)
                LoadWords(t);
            else
                ScheduleWords(t);
            ShaRounds4(t);
        }

        Asm.paddd(s_abef, s_chainAbef);
        Asm.paddd(s_cdgh, s_chainCdgh);
        Step();
    }

    /// <summary>The register of W(t) to W(t+3).</summary>
    private static AssemblerRegisterXMM Words(int t) => s_words[t / 4 % 4];

    private void LoadWords(int t)
    {
        Asm.movdqu(Words(t), Block(4 * t));
        Asm.pshufb(Words(t), BigEndianWords);
    }

    /// <summary>W(t) to W(t+3), over W(t-16) to W(t-13).</summary>
    private void ScheduleWords(int t)
    {
        Asm.sha256msg1(Words(t), Words(t - 12));
        Asm.movdqa(s_temporary, Words(t - 4));
        Asm.palignr(s_temporary, Words(t - 8), 4);
        Asm.paddd(Words(t), s_temporary);
        Asm.sha256msg2(Words(t), Words(t - 4));
    }

    private void ShaRounds4(int t)
    {
        Asm.movdqa(s_wordsAndConstants, Constant(RoundConstants(t), alignment: 16));
        Asm.paddd(s_wordsAndConstants, Words(t));
        Asm.sha256rnds2(s_cdgh, s_abef);
        Asm.pshufd(s_wordsAndConstants, s_wordsAndConstants, 0b_00_00_11_10);
        Asm.sha256rnds2(s_abef, s_cdgh);
    }

    private static byte[] RoundConstants(int t) =>
        MemoryMarshal.AsBytes(Sha256Functions.RoundConstants.Slice(t, 4)).ToArray();
}
