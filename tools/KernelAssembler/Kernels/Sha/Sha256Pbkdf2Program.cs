using System;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The iterations of PBKDF2 with HMAC-SHA-256, by <see cref="Sha256ShaNiSteps"/>. A result is words in registers from one hash to the
/// next, and is turned into bytes only at the end; the padding behind it is constant; and both chaining values to begin with are in
/// registers, too. They take turns. So what an iteration takes is the chain of its 64 <c>SHA256RNDS2</c>, and between two hashes an
/// addition and the change from the rounds' order of words to that of a block.
/// <para>Constant-time: branches depend on the number of iterations alone.</para>
/// </summary>
internal sealed class Sha256Pbkdf2Program()
    : X64Program("Sha256Pbkdf2ShaNi", CpuFeatures.Avx | CpuFeatures.ShaNi, Layouts.Pbkdf2)
{
    private const int DigestBytes = 32;

    /// <summary>The hashes to come: even before one over the inner padded key.</summary>
    private static readonly AssemblerRegister64 s_left = r8;

    /// <summary>The chaining value that the next hash begins with, and the other.</summary>
    private static readonly (AssemblerRegisterXMM Abef, AssemblerRegisterXMM Cdgh) s_next = (xmm8, xmm9), s_other = (xmm10, xmm11);
    private static readonly AssemblerRegisterXMM s_sumAbcd = xmm12;
    private static readonly AssemblerRegisterXMM s_sumEfgh = xmm13;

    private Sha256ShaNiSteps Steps => new(this);

    protected override void Body()
    {
        Asm.vzeroupper();
        Save(xmm6, xmm7, xmm8, xmm9, xmm10, xmm11, xmm12, xmm13);
        Steps.ToRounds(Argument("Inner"), Argument("Inner", 16), s_next.Abef, s_next.Cdgh);
        Steps.ToRounds(Argument("Outer"), Argument("Outer", 16), s_other.Abef, s_other.Cdgh);
        for (var t = 0; t < 16; t += 4)
            Steps.LoadWords(t, Argument("Block", 4 * t));
        Asm.movdqu(s_sumAbcd, Argument("Sum"));
        Asm.movdqu(s_sumEfgh, Argument("Sum", 16));

        var loop = Asm.CreateLabel();
        var isInner = Asm.CreateLabel();
        var end = Asm.CreateLabel();
        Asm.mov(s_left, Argument("Iterations"));
        Asm.add(s_left, s_left);
        Asm.jz(end);
        Align(64);
        Asm.Label(ref loop);
        Hash();
        Asm.test(s_left, 1);
        Asm.jz(isInner);
        Asm.pxor(s_sumAbcd, Steps.Words(0));
        Asm.pxor(s_sumEfgh, Steps.Words(4));
        Asm.Label(ref isInner);
        TakeTurns(s_next.Abef, s_other.Abef);
        TakeTurns(s_next.Cdgh, s_other.Cdgh);
        Asm.dec(s_left);
        Asm.jnz(loop);

        Asm.Label(ref end);
        Asm.movdqu(Argument("Sum"), s_sumAbcd);
        Asm.movdqu(Argument("Sum", 16), s_sumEfgh);
        for (var t = 0; t < 16; t += 4)
            Steps.StoreWords(t, Argument("Block", 4 * t));
        Return();
    }

    /// <summary>The hash of the words after a padded key, over these words.</summary>
    private void Hash()
    {
        Asm.movdqa(Steps.Abef, s_next.Abef);
        Asm.movdqa(Steps.Cdgh, s_next.Cdgh);
        Steps.Compress(_ => { });
        Asm.paddd(Steps.Abef, s_next.Abef);
        Asm.paddd(Steps.Cdgh, s_next.Cdgh);
        Steps.FromRounds(Steps.Words(0), Steps.Words(4));
        for (var t = 8; t < 16; t += 4)
            Asm.movdqa(Steps.Words(t), Constant(Padding(t), alignment: 16));
    }

    private void TakeTurns(AssemblerRegisterXMM one, AssemblerRegisterXMM other)
    {
        Asm.movdqa(xmm7, one);
        Asm.movdqa(one, other);
        Asm.movdqa(other, xmm7);
    }

    /// <summary>W(8) to W(11), or W(12) to W(15): a bit, zeros, and the length in bits of a padded key and a digest.</summary>
    public static byte[] Padding(int t)
    {
        uint[] words = t == 8 ? [0x80000000, 0, 0, 0] : [0, 0, 0, 8 * (Sha256ShaNiSteps.BlockBytes + DigestBytes)];
        return MemoryMarshal.AsBytes(words.AsSpan()).ToArray();
    }
}
