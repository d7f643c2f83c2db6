using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-512's rounds in general registers, whose rotations write another register than they read (BMI2): FIPS 180-4, section 6.4.2, for the
/// programs that compress with them.
/// <para>
/// e' = d + h + W + K + Ch(e, f, g) + S1(e) is due in the next round. S1, the longest of its terms, is added last, so that e' is
/// four cycles from e; and once more to h, for a'. Maj is ((a xor b) and (b xor c)) xor b; b xor c is the a xor b of one round
/// before.
/// </para>
/// </summary>
internal sealed class Sha512Rounds(X64Program program)
{
    /// <summary>a to h in round 0. With each round all move on by one name, and none by a register.</summary>
    private static readonly AssemblerRegister64[] s_variables = [rax, rbx, rdx, rdi, rsi, rbp, r12, r13];

    /// <summary>Free in a round; the last two in all rounds of programs that make a' elsewhere.</summary>
    public static AssemblerRegister64[] Temporaries { get; } = [r14, r15, r8, r9];

    /// <summary>What is to be given back.</summary>
    public static AssemblerRegister64[] Saved => [rbx, rbp, rsi, rdi, r12, r13, r14, r15];

    private Assembler Asm => program.Asm;

    /// <summary>The variable that is called a (0) to h (7) in round t.</summary>
    public static AssemblerRegister64 Variable(int t, int name) => s_variables[(name - t) & 7];

    /// <summary>Before round 0, and before any that does not follow another.</summary>
    public void Begin()
    {
        Asm.mov(BXorC(0), Variable(0, 1));
        Asm.xor(BXorC(0), Variable(0, 2));
    }

    /// <param name="t">The round.</param>
    /// <param name="word">W(t) with its round constant.</param>
    public void Round(int t, AssemblerMemoryOperand word)
    {
        var (a, b, d) = (Variable(t, 0), Variable(t, 1), Variable(t, 3));
        var (e, f, g, h) = (Variable(t, 4), Variable(t, 5), Variable(t, 6), Variable(t, 7));
        var (sum, term) = (Temporaries[0], Temporaries[1]);
        Asm.mov(term, f);
        Asm.xor(term, g);
        Asm.add(h, word);
        Asm.and(term, e);
        Asm.xor(term, g);
        Asm.add(h, term);
        RotateAndXor(sum, term, e, 14, 18, 41);
        Asm.add(d, h);
        Asm.add(d, sum);
        Asm.add(h, sum);

        Asm.mov(BXorC(t + 1), a);
        Asm.xor(BXorC(t + 1), b);
        Asm.and(BXorC(t), BXorC(t + 1));
        Asm.xor(BXorC(t), b);
        Asm.add(h, BXorC(t));
        RotateAndXor(sum, term, a, 28, 34, 39);
        Asm.add(h, sum);
    }

    /// <summary>The XOR of three rotations to the right.</summary>
    public void RotateAndXor(
        AssemblerRegister64 to,
        AssemblerRegister64 temporary,
        AssemblerRegister64 from,
        byte rotation1,
        byte rotation2,
        byte rotation3)
    {
        Asm.rorx(to, from, rotation1);
        Asm.rorx(temporary, from, rotation2);
        Asm.xor(to, temporary);
        Asm.rorx(temporary, from, rotation3);
        Asm.xor(to, temporary);
    }

    /// <summary>In one register in even rounds, and in another in odd ones.</summary>
    private static AssemblerRegister64 BXorC(int t) => Temporaries[2 + (t & 1)];
}
