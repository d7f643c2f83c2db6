using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-512 and, from another initial value, SHA-384: FIPS 180-4, section 6.4.2. Rounds wait for each other; the words of the schedule
/// do not wait for rounds, and are computed in vectors between them:
/// <para>
/// W(t) = W(t-16) + s0(W(t-15)) + W(t-7) + s1(W(t-2))
/// </para>
/// <para>
/// Sixteen rounds are a pass. Words go to memory with their round constants added, and are wiped at the end.
/// </para>
/// </summary>
internal abstract class Sha512Program(string name, CpuFeatures requires) : ShaProgram(name, requires, BlockBytes)
{
    protected const int Rounds = 80;
    protected const int RoundsOfPass = 16;
    protected const int WordBytes = 8;

    /// <summary>The XOR of three, for <c>vpternlog</c>.</summary>
    protected const byte Parity = 0x96;

    private const int BlockBytes = 128;

    /// <summary>a to h in round 0. With each round all move on by one name, and none by a register.</summary>
    private static readonly AssemblerRegister64[] s_variables = [rax, rbx, rdx, rdi, rsi, rbp, r12, r13];

    /// <summary>Free in a round; the last two in all rounds.</summary>
    protected static AssemblerRegister64[] Temporaries { get; } = [r14, r15, r8, r9];

    /// <summary>For two lanes of two words each.</summary>
    protected AssemblerMemoryOperand BigEndianWords =>
        Constant([.. LaneOfBigEndianWords, .. LaneOfBigEndianWords], alignment: 32);

    private static byte[] LaneOfBigEndianWords => [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8];

    protected override void SaveRegisters() => Save(rbx, rbp, rsi, rdi, r12, r13, r14, r15);

    /// <summary>The state's address is in the register of a.</summary>
    protected override void LoadState()
    {
        for (var i = s_variables.Length - 1; i >= 0; i--)
            Asm.mov(s_variables[i], State(WordBytes * i));
    }

    /// <summary>After each block.</summary>
    protected void AddToState()
    {
        Asm.mov(r8, Argument("State"));
        for (var i = 0; i < s_variables.Length; i++)
        {
            Asm.add(s_variables[i], __[r8 + (WordBytes * i)]);
            Asm.mov(__[r8 + (WordBytes * i)], s_variables[i]);
        }
    }

    /// <summary>The state is in memory after each block. What Windows or Linux wants back is the rest of it in registers.</summary>
    protected override void StoreState()
    {
        Asm.xor(eax, eax);
        Asm.xor(edx, edx);
    }

    /// <summary>The variable that is called a (0) to h (7) in round t.</summary>
    protected static AssemblerRegister64 Variable(int t, int name) => s_variables[(name - t) & 7];

    /// <summary>The XOR of three rotations to the right.</summary>
    protected void RotateAndXor(
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
}
