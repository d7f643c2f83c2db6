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
    public const int Rounds = 80;
    public const int RoundsOfPass = 16;
    public const int WordBytes = 8;

    /// <summary>The XOR of three, for <c>vpternlog</c>.</summary>
    public const byte Parity = 0x96;

    private const int BlockBytes = 128;

    private const int Variables = 8;

    /// <summary>The order of a word's bytes, for two lanes of two words each.</summary>
    public static byte[] BigEndianLanes => [.. LaneOfBigEndianWords, .. LaneOfBigEndianWords];

    protected Sha512Rounds ScalarRounds => new(this);

    private static byte[] LaneOfBigEndianWords => [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8];

    protected override void SaveRegisters() => Save(Sha512Rounds.Saved);

    /// <summary>The state's address is in the register of a.</summary>
    protected override void LoadState()
    {
        for (var i = Variables - 1; i >= 0; i--)
            Asm.mov(Sha512Rounds.Variable(0, i), State(WordBytes * i));
    }

    /// <summary>After each block.</summary>
    protected void AddToState()
    {
        Asm.mov(r8, Argument("State"));
        for (var i = 0; i < Variables; i++)
        {
            Asm.add(Sha512Rounds.Variable(0, i), __[r8 + (WordBytes * i)]);
            Asm.mov(__[r8 + (WordBytes * i)], Sha512Rounds.Variable(0, i));
        }
    }

    /// <summary>The state is in memory after each block. What Windows or Linux wants back is the rest of it in registers.</summary>
    protected override void StoreState()
    {
        Asm.xor(eax, eax);
        Asm.xor(edx, edx);
    }
}
