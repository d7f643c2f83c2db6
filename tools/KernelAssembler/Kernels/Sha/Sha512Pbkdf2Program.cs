using System;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The iterations of PBKDF2 with HMAC-SHA-512 or HMAC-SHA-384, by <see cref="Sha512Rounds"/> and <see cref="Sha512Schedule"/>. A hash's
/// words go from the registers of its rounds to the vectors of the next one's schedule, and become bytes only at the end. Hashes over the
/// inner padded key and over the outer one take turns.
/// <para>Constant-time: branches and addresses depend on the number of iterations and the length of a digest alone.</para>
/// </summary>
internal sealed class Sha512Pbkdf2Program()
    : X64Program("Sha512Pbkdf2Avx512", CpuFeatures.Avx512 | CpuFeatures.Bmi2, Layouts.Pbkdf2)
{
    private const int BlockBytes = 128;
    private const ulong Bit = 1UL << 63;

    /// <summary>Of what follows a digest of one length, in <see cref="Padding"/>.</summary>
    private const int PaddingStride = 128;

    private static readonly AssemblerRegister32 s_passes = r11d;
    private static readonly AssemblerRegisterYMM[] s_sum = [ymm27, ymm28];

    /// <summary>W(4) to W(7), of which <see cref="s_padded"/> chooses, W(8) to W(11), W(12) to W(15).</summary>
    private static readonly AssemblerRegisterYMM[] s_padding = [ymm29, ymm30, ymm31];

    /// <summary>Those of W(4) to W(7) that follow a digest.</summary>
    private static readonly AssemblerRegisterK s_padded = k1;

    private AssemblerMemoryOperand _words;

    /// <summary>The hashes to come: even before one over the inner padded key.</summary>
    private AssemblerMemoryOperand _left;

    private Sha512Rounds Rounds => new(this);

    private Sha512Schedule Schedule => new(this, r10, _words);

    /// <summary>What follows the digests of SHA-384 and SHA-512 in a block, and which of its first four words count.</summary>
    private AssemblerMemoryOperand Padding => Constant(
        [.. Words(0, 0, Bit, 0, 0, 0, 0, 0, 0, 0, 0, 8 * (BlockBytes + 48), 0b1100, 0, 0, 0),
            .. Words(0, 0, 0, 0, Bit, 0, 0, 0, 0, 0, 0, 8 * (BlockBytes + 64), 0, 0, 0, 0)]);

    protected override void Body()
    {
        Save(Sha512Rounds.Saved);
        _words = Claim(Sha512Schedule.PassBytes);
        _left = Claim(sizeof(ulong));
        ChoosePadding();
        for (var i = 0; i < s_sum.Length; i++)
            Asm.vmovdqu64(s_sum[i], Argument("Sum", 32 * i));
        for (var t = 0; t < Sha512Program.RoundsOfPass; t += 4)
            Schedule.LoadWords(t, Argument("Block", Sha512Program.WordBytes * t));

        var loop = Asm.CreateLabel();
        var end = Asm.CreateLabel();
        Asm.mov(r8, Argument("Iterations"));
        Asm.add(r8, r8);
        Asm.mov(_left, r8);
        Asm.jz(end);
        Align(64);
        Asm.Label(ref loop);
        Hash();
        TakeWords();
        Asm.jnz(loop);

        Asm.Label(ref end);
        for (var i = 0; i < s_sum.Length; i++)
            Asm.vmovdqu64(Argument("Sum", 32 * i), s_sum[i]);
        for (var t = 0; t < Sha512Program.RoundsOfPass; t += 4)
            Schedule.StoreBytes(t, Argument("Block", Sha512Program.WordBytes * t));
        Schedule.Wipe();
        foreach (var register in new[] { eax, edx, r8d, r9d })
            Asm.xor(register, register);
        Return();
    }

    /// <summary>A digest has 48 bytes or 64.</summary>
    private void ChoosePadding()
    {
        Asm.mov(eax, Argument("DigestBytes"));
        Asm.and(eax, 64);
        Asm.lea(r8, Padding);
        Asm.lea(r8, __[r8 + (rax * (PaddingStride / 64))]);
        for (var i = 0; i < s_padding.Length; i++)
            Asm.vmovdqu64(s_padding[i], __[r8 + (32 * i)]);
        Asm.kmovq(s_padded, __[r8 + (32 * s_padding.Length)]);
    }

    /// <summary>The hash of the words in their vectors, after a padded key: in the variables.</summary>
    private void Hash()
    {
        var pass = Asm.CreateLabel();
        ForChain((i, word) => Asm.mov(Sha512Rounds.Variable(0, i), word));
        Schedule.Begin();
        Rounds.Begin();
        Asm.mov(s_passes, (Sha512Program.Rounds / Sha512Program.RoundsOfPass) - 1);
        Align(64);
        Asm.Label(ref pass);
        for (var t = 0; t < Sha512Program.RoundsOfPass; t++)
        {
            Rounds.Round(t, Schedule.Word(t));
            Schedule.Advance(t);
        }

        Schedule.EndPass();
        Asm.dec(s_passes);
        Asm.jnz(pass);
        for (var t = 0; t < Sha512Program.RoundsOfPass; t++)
            Rounds.Round(t, Schedule.Word(t));
        ForChain((i, word) => Asm.add(Sha512Rounds.Variable(0, i), word));
    }

    /// <summary>The words of the next hash. A result, which that over the outer key is, goes to the sum. Ends with flags: zero after the last.</summary>
    private void TakeWords()
    {
        var isInner = Asm.CreateLabel();
        for (var t = 0; t < 8; t += 4)
        {
            Pair(Vectors.X(t / 4), t);
            Pair(xmm4, t + 2);
            Asm.vinserti128(Sha512Schedule.Words(t), Sha512Schedule.Words(t), xmm4, 1);
        }

        Asm.mov(r8, _left);
        Asm.test(r8, 1);
        Asm.jz(isInner);
        for (var i = 0; i < s_sum.Length; i++)
            Asm.vpxorq(s_sum[i], s_sum[i], Sha512Schedule.Words(4 * i));
        Asm.Label(ref isInner);
        Asm.vmovdqa64(Sha512Schedule.Words(4).k1, s_padding[0]);
        Asm.vmovdqa64(Sha512Schedule.Words(8), s_padding[1]);
        Asm.vmovdqa64(Sha512Schedule.Words(12), s_padding[2]);
        Asm.dec(r8);
        Asm.mov(_left, r8);
    }

    private void Pair(AssemblerRegisterXMM to, int name)
    {
        Asm.vmovq(to, Sha512Rounds.Variable(0, name));
        Asm.vpinsrq(to, to, Sha512Rounds.Variable(0, name + 1), 1);
    }

    /// <summary>With the inner chaining value before an even number of hashes, with the outer one before an odd number.</summary>
    private void ForChain(Action<int, AssemblerMemoryOperand> useWord)
    {
        var outer = Asm.CreateLabel();
        var end = Asm.CreateLabel();
        Asm.mov(r8, _left);
        Asm.test(r8, 1);
        Asm.jnz(outer);
        UseWords("Inner");
        Asm.jmp(end);
        Asm.Label(ref outer);
        UseWords("Outer");
        Asm.Label(ref end);
        Asm.zero_bytes();

        void UseWords(string chain)
        {
            for (var i = 0; i < 8; i++)
                useWord(i, Argument(chain, Sha512Program.WordBytes * i));
        }
    }

    private static byte[] Words(params ulong[] words) => MemoryMarshal.AsBytes(words.AsSpan()).ToArray();
}
