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

    private static readonly AssemblerRegister32 s_passes = r11d;

    private AssemblerMemoryOperand _words;

    private Sha512Schedule Schedule => new(this, r10, _words);

    protected override void SaveRegisters()
    {
        base.SaveRegisters();
        _words = Claim(Sha512Schedule.PassBytes);
        ClaimWalk();
    }

    protected override void Compress()
    {
        for (var t = 0; t < RoundsOfPass; t += 4)
            Schedule.LoadWords(t, Block(WordBytes * t));
        Schedule.Begin();
        SpillWalk();

        var pass = Asm.CreateLabel();
        Asm.mov(s_passes, (Rounds / RoundsOfPass) - 1);
        BeginRounds();
        Align(64);
        Asm.Label(ref pass);
        for (var t = 0; t < RoundsOfPass; t++)
        {
            Round(t);
            Schedule.Advance(t);
        }

        Schedule.EndPass();
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
        Schedule.Wipe();
    }

    /// <summary>The variable that is called a (0) to d (3) in round t, in a vector.</summary>
    private static AssemblerRegisterXMM Vector(int t, int name) => s_vectors[(name - t) & 3];

    private void BeginRounds()
    {
        for (var name = 0; name < s_vectors.Length; name++)
            Asm.evex.vmovq(Vector(0, name), Sha512Rounds.Variable(0, name));
    }

    private void Round(int t)
    {
        var (d, e, f, g, h) = (Sha512Rounds.Variable(t, 3), Sha512Rounds.Variable(t, 4), Sha512Rounds.Variable(t, 5), Sha512Rounds.Variable(t, 6), Sha512Rounds.Variable(t, 7));
        var (sum, term) = (Sha512Rounds.Temporaries[0], Sha512Rounds.Temporaries[1]);
        Asm.add(h, Schedule.Word(t));
        ScalarRounds.RotateAndXor(sum, term, e, 14, 18, 41);
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
}
