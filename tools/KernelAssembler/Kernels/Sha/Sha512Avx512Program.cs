using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-512 with the rounds spread over both halves of the core. In a round,
/// <para>
/// e' = d + h + W + K + Ch(e, f, g) + S1(e),  a' = (e' - d) + Maj(a, b, c) + S0(a)
/// </para>
/// <para>
/// and e' is due in the next round, but a' not before it is called d, four rounds later. So e' is computed in general registers,
/// where it takes four cycles from e, and a' in vectors, from a copy of e': AVX-512 has rotations and every function of three
/// operands as single instructions. The way to the vectors and back is hidden by the four rounds.
/// </para>
/// </summary>
internal sealed class Sha512Avx512Program() : Sha512Program("Sha512Avx512", CpuFeatures.Avx512 | CpuFeatures.Bmi2)
{
    private const byte Majority = 0xE8;

    /// <summary>a to d in round 0.</summary>
    private static readonly AssemblerRegisterXMM[] s_vectors = [xmm16, xmm17, xmm18, xmm19];

    private static readonly AssemblerRegisterYMM[] s_words = [ymm0, ymm1, ymm2, ymm3];
    private static readonly AssemblerRegister64 s_constants = r10;
    private static readonly AssemblerRegister32 s_passes = r11d;

    private readonly AssemblerMemoryOperand[] _words = new AssemblerMemoryOperand[RoundsOfPass];

    private AssemblerMemoryOperand RoundConstants =>
        Constant(MemoryMarshal.AsBytes(Sha512Functions.RoundConstants).ToArray());

    protected override void SaveRegisters()
    {
        base.SaveRegisters();
        for (var t = 0; t < RoundsOfPass; t++)
            _words[t] = Claim(WordBytes);
        ClaimWalk();
    }

    protected override void Compress()
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

        AddToState();
        RestoreWalk();
        Step();
    }

    /// <summary>What is left of the words is wiped, too.</summary>
    protected override void StoreState()
    {
        base.StoreState();
        Asm.vpxor(xmm0, xmm0, xmm0);
        for (var t = 0; t < RoundsOfPass; t += 2)
            Asm.vmovdqu(_words[t], xmm0);
    }

    /// <summary>The vector of W(t) to W(t+3).</summary>
    private static AssemblerRegisterYMM Words(int t) => s_words[(t / 4) & 3];

    /// <summary>The variable that is called a (0) to d (3) in round t, in a vector.</summary>
    private static AssemblerRegisterXMM Vector(int t, int name) => s_vectors[(name - t) & 3];

    private void BeginRounds()
    {
        for (var name = 0; name < s_vectors.Length; name++)
            Asm.evex.vmovq(Vector(0, name), Variable(0, name));
    }

    private void Round(int t)
    {
        var (d, e, f, g, h) = (Variable(t, 3), Variable(t, 4), Variable(t, 5), Variable(t, 6), Variable(t, 7));
        var (sum, term) = (Temporaries[0], Temporaries[1]);
        Asm.add(h, _words[t]);
        RotateAndXor(sum, term, e, 14, 18, 41);
        Asm.mov(term, f);
        Asm.xor(term, g);
        Asm.and(term, e);
        Asm.xor(term, g);
        Asm.add(term, h);
        Asm.add(d, term);
        Asm.add(d, sum);
        Asm.evex.vmovq(xmm20, d);
        NextA(t, xmm20);
        Asm.evex.vmovq(h, Vector(t + 1, 0));
    }

    /// <summary>a', over d, from e'.</summary>
    private void NextA(int t, AssemblerRegisterXMM nextE)
    {
        var (a, b, c, d) = (Vector(t, 0), Vector(t, 1), Vector(t, 2), Vector(t, 3));
        Asm.vmovdqa64(xmm21, a);
        Asm.vpternlogq(xmm21, b, c, Majority);
        Asm.evex.vpsubq(d, nextE, d);
        Asm.vprorq(xmm22, a, 28);
        Asm.vprorq(xmm23, a, 34);
        Asm.vprorq(xmm24, a, 39);
        Asm.vpternlogq(xmm22, xmm23, xmm24, Parity);
        Asm.evex.vpaddq(d, d, xmm21);
        Asm.evex.vpaddq(d, d, xmm22);
    }

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
                StoreWords(t - 3, __[s_constants + (WordBytes * (RoundsOfPass + t - 3))]);
                break;
        }
    }

    /// <summary>The XOR of two rotations to the right and a shift.</summary>
    private void Sigma(AssemblerRegisterYMM to, AssemblerRegisterYMM from, byte rotation1, byte rotation2, byte shift)
    {
        Asm.vpsrlq(to, from, shift);
        Asm.vprorq(ymm25, from, rotation1);
        Asm.vprorq(ymm26, from, rotation2);
        Asm.vpternlogq(to, ymm25, ymm26, Parity);
    }
}
