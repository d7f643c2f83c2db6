using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// KeyExpansion of FIPS 197, section 5.2, on Arm64. SubWord is AESE with a key of zeros, on a state of four equal columns, which ShiftRows
/// leaves alone. Overwrites v0 to v5 and x6. Constant-time: the only branches are on the number of rounds.
/// </summary>
internal sealed class AesArm64KeyExpansion(A64Program program)
{
    private const int BlockBytes = 16, WordBytes = 4;

    private static readonly V s_words = v[0], s_more = v[1], s_substituted = v[2], s_shifted = v[3], s_zero = v[4], s_choice = v[5];

    private static readonly X s_temporary = x[6];

    private A64Assembler Asm => program.Asm;

    /// <summary>Writes the round keys, and moves both pointers on.</summary>
    /// <param name="key">Where the key lies; it may be at the beginning of the schedule.</param>
    /// <param name="schedule">Where round keys go.</param>
    /// <param name="rounds">How many they are.</param>
    /// <param name="has192">Whether a key may have 192 bits.</param>
    public void Expand(X key, X schedule, X rounds, bool has192 = true)
    {
        var (expand192, expand256, done) = (new A64Label(), new A64Label(), new A64Label());
        A64Address next = new(schedule, BlockBytes, IsPost: true);
        Asm.Clear(s_zero);
        Asm.LdrQ(s_words, new(key, BlockBytes, IsPost: true));
        Asm.StrQ(s_words, next);
        Asm.Cmp(rounds, 12);
        if (has192)
            Asm.B(A64Condition.Eq, expand192);
        Asm.B(A64Condition.Hi, expand256);
        Expand128(next);
        Asm.B(done);
        if (has192)
        {
            Asm.Bind(expand192);
            Expand192(key, next);
            Asm.B(done);
        }

        Asm.Bind(expand256);
        Expand256(key, next);
        Asm.Bind(done);
    }

    private void Expand128(A64Address next)
    {
        Choose(word: 3, isRotated: true);
        for (var (round, constant) = (1, 1); round <= 10; round++, constant = Double(constant))
        {
            SubWord(s_words, constant);
            Step(s_words);
            Asm.StrQ(s_words, next);
        }
    }

    /// <summary>Six words a step, so that every second step begins in the middle of a round key.</summary>
    private void Expand192(X key, A64Address next)
    {
        const int Steps = 8;
        A64Address nextHalf = next with { Offset = BlockBytes / 2 };
        Choose(word: 1, isRotated: true);
        Asm.LdrD(s_more, new(key, 0));
        for (var (step, constant) = (1, 1); step <= Steps; step++, constant = Double(constant))
        {
            Asm.StrD(s_more, nextHalf);
            SubWord(s_more, constant);
            Step(s_words);
            Asm.StrQ(s_words, next);
            if (step == Steps)
                break;
            Asm.DupLaneS4(s_substituted, s_words, 3);
            XorShifted(s_more, 1);
            Asm.Eor(s_more, s_more, s_substituted);
        }
    }

    private void Expand256(X key, A64Address next)
    {
        var rotated = v[6];
        Choose(word: 3, isRotated: true);
        Asm.Mov(rotated, s_choice);
        Choose(word: 3, isRotated: false);
        Asm.LdrQ(s_more, new(key, 0));
        Asm.StrQ(s_more, next);
        for (var (round, constant) = (2, 1); round <= 14; round += 2, constant = Double(constant))
        {
            SubWord(s_more, constant, rotated);
            Step(s_words);
            Asm.StrQ(s_words, next);
            if (round == 14)
                break;
            SubWord(s_words, 0);
            Step(s_more);
            Asm.StrQ(s_more, next);
        }
    }

    /// <summary>The order of bytes for SubWord: a word in all four columns, rotated by a byte or not.</summary>
    private void Choose(int word, bool isRotated)
    {
        var first = WordBytes * word;
        var (low, high) = isRotated
            ? ((first + 2) << 8 | (first + 1), first << 8 | (first + 3))
            : ((first + 1) << 8 | first, (first + 3) << 8 | (first + 2));
        Asm.Movz(s_temporary, low);
        Asm.Movk(s_temporary, high, 16);
        Asm.DupS4(s_choice, w[s_temporary.Number]);
    }

    /// <summary>SubWord of the chosen word XOR the round constant, in all four columns.</summary>
    private void SubWord(V words, int constant) => SubWord(words, constant, s_choice);

    private void SubWord(V words, int constant, V choice)
    {
        Asm.Tbl(s_substituted, words, choice);
        Asm.Aese(s_substituted, s_zero);
        if (constant == 0)
            return;
        Asm.Movz(s_temporary, constant);
        Asm.DupS4(s_shifted, w[s_temporary.Number]);
        Asm.Eor(s_substituted, s_substituted, s_shifted);
    }

    /// <summary>Each word XOR all words before it, and XOR what SubWord made.</summary>
    private void Step(V words)
    {
        XorShifted(words, 1);
        XorShifted(words, 2);
        Asm.Eor(words, words, s_substituted);
    }

    private void XorShifted(V words, int count)
    {
        Asm.Ext(s_shifted, s_zero, words, BlockBytes - (WordBytes * count));
        Asm.Eor(words, words, s_shifted);
    }

    private static int Double(int constant) => (constant << 1) ^ ((constant >> 7) * 0x11B);
}
