using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-512 with scalar rounds, whose rotations write another register than they read (BMI2), and a schedule with AVX2. Maj is
/// ((a xor b) and (b xor c)) xor b; b xor c is the a xor b of one round before.
/// </summary>
internal sealed class Sha512Bmi2Program()
    : Sha512Program("Sha512Bmi2", CpuFeatures.Avx | CpuFeatures.Avx2 | CpuFeatures.Bmi2)
{
    protected override void SaveRegisters()
    {
        base.SaveRegisters();
        Save(xmm6);
    }

    protected override void BeginRounds()
    {
        Asm.mov(BXorC(0), Variable(0, 1));
        Asm.xor(BXorC(0), Variable(0, 2));
    }

    protected override void Round(int t)
    {
        var (a, b, d) = (Variable(t, 0), Variable(t, 1), Variable(t, 3));
        var (e, f, g, h) = (Variable(t, 4), Variable(t, 5), Variable(t, 6), Variable(t, 7));
        var (sum, term) = (Temporaries[0], Temporaries[1]);
        Asm.add(h, Word(t));
        Choose(term, e, f, g);
        Asm.add(h, term);
        RotateAndXor(sum, term, e, 14, 18, 41);
        Asm.add(h, sum);
        Asm.add(d, h);

        Asm.mov(BXorC(t + 1), a);
        Asm.xor(BXorC(t + 1), b);
        Asm.and(BXorC(t), BXorC(t + 1));
        Asm.xor(BXorC(t), b);
        Asm.add(h, BXorC(t));
        RotateAndXor(sum, term, a, 28, 34, 39);
        Asm.add(h, sum);
    }

    protected override void NextWords(AssemblerRegisterYMM to, AssemblerRegisterYMM high, AssemblerRegisterYMM low)
    {
        Asm.vperm2i128(to, low, high, 0b_0010_0001);
        Asm.vpalignr(to, to, low, 8);
    }

    protected override void Sigma(AssemblerRegisterYMM to, AssemblerRegisterYMM from, byte rotation1, byte rotation2, byte shift)
    {
        Asm.vpsrlq(to, from, shift);
        foreach (var rotation in new[] { rotation1, rotation2 })
        {
            Asm.vpsrlq(ymm6, from, rotation);
            Asm.vpxor(to, to, ymm6);
            Asm.vpsllq(ymm6, from, (byte)(64 - rotation));
            Asm.vpxor(to, to, ymm6);
        }
    }

    /// <summary>In one register in even rounds, and in another in odd ones.</summary>
    private static AssemblerRegister64 BXorC(int t) => Temporaries[2 + (t & 1)];
}
