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
    private const byte Parity = 0x96;

    /// <summary>a to d in round 0.</summary>
    private static readonly AssemblerRegisterXMM[] s_vectors = [xmm16, xmm17, xmm18, xmm19];

    protected override void BeginRounds()
    {
        for (var name = 0; name < s_vectors.Length; name++)
            Asm.evex.vmovq(Vector(0, name), Variable(0, name));
    }

    protected override void Round(int t)
    {
        var (d, e, f, g, h) = (Variable(t, 3), Variable(t, 4), Variable(t, 5), Variable(t, 6), Variable(t, 7));
        var (sum, term) = (Temporaries[0], Temporaries[1]);
        Asm.add(h, Word(t));
        RotateAndXor(sum, term, e, 14, 18, 41);
        Choose(term, e, f, g);
        Asm.add(term, h);
        Asm.add(d, term);
        Asm.add(d, sum);
        Asm.evex.vmovq(xmm20, d);
        NextA(t, xmm20);
        Asm.evex.vmovq(h, Vector(t + 1, 0));
    }

    protected override void NextWords(AssemblerRegisterYMM to, AssemblerRegisterYMM high, AssemblerRegisterYMM low) =>
        Asm.valignq(to, high, low, 1);

    protected override void Sigma(AssemblerRegisterYMM to, AssemblerRegisterYMM from, byte rotation1, byte rotation2, byte shift)
    {
        Asm.vpsrlq(to, from, shift);
        Asm.vprorq(ymm25, from, rotation1);
        Asm.vprorq(ymm26, from, rotation2);
        Asm.vpternlogq(to, ymm25, ymm26, Parity);
    }

    /// <summary>The variable that is called a (0) to d (3) in round t, in a vector.</summary>
    private static AssemblerRegisterXMM Vector(int t, int name) => s_vectors[(name - t) & 3];

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
}
