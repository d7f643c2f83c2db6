using System;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The iterations of PBKDF2 with HMAC-SHA-1, by <see cref="Sha1ShaNiSteps"/>, in the way of <see cref="Sha256Pbkdf2Program"/>. The order of
/// words is that of a block already: a to d are its first four words, and e, alone in its register, is the fifth, to which padding is added.
/// <para>Constant-time: branches depend on the number of iterations alone.</para>
/// </summary>
internal sealed class Sha1Pbkdf2Program()
    : X64Program("Sha1Pbkdf2ShaNi", CpuFeatures.Avx | CpuFeatures.ShaNi, Layouts.Pbkdf2)
{
    private const int DigestBytes = 20;

    /// <summary>The hashes to come: even before one over the inner padded key.</summary>
    private static readonly AssemblerRegister64 s_left = r8;

    /// <summary>The chaining value that the next hash begins with, the other, and the sum.</summary>
    private static readonly (AssemblerRegisterXMM Abcd, AssemblerRegisterXMM E) s_next = (xmm7, xmm8), s_other = (xmm9, xmm10), s_sum = (xmm11, xmm12);

    private Sha1ShaNiSteps Steps => new(this);

    protected override void Body()
    {
        Asm.vzeroupper();
        Save(xmm6, xmm7, xmm8, xmm9, xmm10, xmm11, xmm12);
        Load("Inner", s_next);
        Load("Outer", s_other);
        Load("Sum", s_sum);
        for (var t = 0; t < 16; t += 4)
            Steps.LoadWords(t, Argument("Block", 4 * t));

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
        Asm.pxor(s_sum.Abcd, Steps.Abcd);
        Asm.pxor(s_sum.E, Steps.E(0));
        Asm.Label(ref isInner);
        TakeTurns(s_next.Abcd, s_other.Abcd);
        TakeTurns(s_next.E, s_other.E);
        Asm.dec(s_left);
        Asm.jnz(loop);

        Asm.Label(ref end);
        for (var t = 0; t < 16; t += 4)
            Steps.StoreWords(t, Argument("Block", 4 * t));
        Asm.movdqa(Steps.Abcd, s_sum.Abcd);
        Asm.movdqa(Steps.E(0), s_sum.E);
        Steps.FromRounds(Argument("Sum"), Argument("Sum", 16));
        Return();
    }

    private void Load(string words, (AssemblerRegisterXMM Abcd, AssemblerRegisterXMM E) registers)
    {
        Steps.ToRounds(Argument(words), Argument(words, 16));
        Asm.movdqa(registers.Abcd, Steps.Abcd);
        Asm.movdqa(registers.E, Steps.E(0));
    }

    /// <summary>The hash of the words after a padded key, over these words.</summary>
    private void Hash()
    {
        Asm.movdqa(Steps.Abcd, s_next.Abcd);
        Asm.movdqa(Steps.E(0), s_next.E);
        for (var t = 0; t < Sha1ShaNiSteps.Rounds; t += 4)
            Steps.FourRounds(t);
        Asm.sha1nexte(Steps.E(0), s_next.E);
        Asm.paddd(Steps.Abcd, s_next.Abcd);
        Asm.movdqa(Steps.Words(0), Steps.Abcd);
        Asm.movdqa(Steps.Words(4), Constant(Words(0, 0x80000000, 0, 0), alignment: 16));
        Asm.paddd(Steps.Words(4), Steps.E(0));
        Asm.pxor(Steps.Words(8), Steps.Words(8));
        Asm.movdqa(Steps.Words(12), Constant(Words(0, 0, 0, 8 * (Sha1ShaNiSteps.BlockBytes + DigestBytes)), alignment: 16));
    }

    private void TakeTurns(AssemblerRegisterXMM one, AssemblerRegisterXMM other)
    {
        Asm.movdqa(Steps.E(4), one);
        Asm.movdqa(one, other);
        Asm.movdqa(other, Steps.E(4));
    }

    /// <summary>Four words of a block as a register has them: the first is the highest.</summary>
    private static byte[] Words(params uint[] words)
    {
        Array.Reverse(words);
        return MemoryMarshal.AsBytes(words.AsSpan()).ToArray();
    }
}
