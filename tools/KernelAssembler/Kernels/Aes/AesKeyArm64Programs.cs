using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// KeyExpansion (FIPS 197, section 5.2) on Arm64, as <see cref="AesKeyExpansion"/> has it: each next word is the one Nk places back XOR the
/// one just made, so that four are the running XOR of the vector Nk words back, XOR SubWord(RotWord(w)) xor Rcon in every word. AESE with a
/// key of zeros is SubBytes and ShiftRows, and that leaves a state of four equal columns alone.
/// <para>Constant-time: branches depend on the number of rounds alone.</para>
/// </summary>
internal sealed class ExpandKeyArm64Program() : A64Program("ExpandKey", CpuFeatures.ArmAes, Layouts.AesKey)
{
    private static readonly V s_words = v[0], s_more = v[1], s_term = v[2], s_shifted = v[3], s_zero = v[4], s_constant = v[5];

    /// <summary>Indices that bring a word to all columns, as it is or rotated by a byte.</summary>
    private static readonly V s_word3 = v[6], s_rotated = v[7];

    private static readonly X s_key = x[1], s_schedule = x[2], s_rounds = x[3], s_temporary = x[4];

    protected override void Body()
    {
        var (bits192, bits256, done) = (new A64Label(), new A64Label(), new A64Label());
        Asm.Ldr(s_key, Argument("Key"));
        Asm.Ldr(s_schedule, Argument("Schedule"));
        Asm.Ldr(w[s_rounds.Number], Argument("Rounds"));
        Asm.Clear(s_zero);
        Asm.LdrQ(s_words, new(s_key, 0));
        Asm.Cmp(s_rounds, 12);
        Asm.B(A64Condition.Eq, bits192);
        Asm.B(A64Condition.Hi, bits256);
        Expand128();
        Asm.B(done);
        Asm.Bind(bits192);
        Asm.LdrD(s_more, new(s_key, 16));
        Expand192();
        Asm.B(done);
        Asm.Bind(bits256);
        Asm.LdrQ(s_more, new(s_key, 16));
        Expand256();
        Asm.Bind(done);
        Return();
    }

    private void Expand128()
    {
        LoadChoice(s_rotated, 13, 14, 15, 12);
        Store(s_words);
        for (var round = 1; round <= 10; round++)
        {
            NextWords(s_words, s_words, s_rotated, round);
            Store(s_words);
        }
    }

    /// <summary>Six words a step, so that every second step begins in the middle of a round key.</summary>
    private void Expand192()
    {
        const int Steps = 8;
        LoadChoice(s_rotated, 5, 6, 7, 4);
        for (var step = 1; step <= Steps; step++)
        {
            Store(s_words);
            Asm.StrD(s_more, new(s_schedule, 8, IsPost: true));
            NextWords(s_words, s_more, s_rotated, step);
            if (step == Steps)
                break;
            Asm.Ext(s_shifted, s_zero, s_more, 12);
            Asm.Eor(s_more, s_more, s_shifted);
            Asm.DupLaneS4(s_term, s_words, 3);
            Asm.Eor(s_more, s_more, s_term);
        }

        Store(s_words);
    }

    /// <summary>Eight words a step; the fourth goes through SubWord, too, without rotation and round constant.</summary>
    private void Expand256()
    {
        LoadChoice(s_rotated, 13, 14, 15, 12);
        LoadChoice(s_word3, 12, 13, 14, 15);
        Store(s_words);
        Store(s_more);
        for (var round = 2; round <= 14; round += 2)
        {
            NextWords(s_words, s_more, s_rotated, round / 2);
            Store(s_words);
            if (round == 14)
                break;
            NextWords(s_more, s_words, s_word3);
            Store(s_more);
        }
    }

    /// <summary>The running XOR of words, SubWord of the chosen bytes of the word before them, and the constant of that number, if any.</summary>
    private void NextWords(V words, V before, V choice, int constant = 0)
    {
        Asm.Tbl(s_term, before, choice);
        Asm.Aese(s_term, s_zero);
        Asm.Ext(s_shifted, s_zero, words, 12);
        Asm.Eor(words, words, s_shifted);
        Asm.Ext(s_shifted, s_zero, words, 8);
        Asm.Eor(words, words, s_shifted);
        Asm.Eor(words, words, s_term);
        if (constant > 0)
            AddRoundConstant(words, constant);
    }

    private void Store(V key) => Asm.StrQ(key, new(s_schedule, 16, IsPost: true));

    private void LoadChoice(V indices, params byte[] word)
    {
        Asm.Adr(s_temporary, Constant([.. Enumerable.Repeat(word, 4).SelectMany(bytes => bytes)]));
        Asm.LdrQ(indices, new(s_temporary, 0));
    }

    /// <summary>Rcon: x^(number - 1) modulo x^8 + x^4 + x^3 + x + 1, in the first byte of each word.</summary>
    private void AddRoundConstant(V words, int number)
    {
        var constant = 1;
        for (var i = 1; i < number; i++)
            constant = (constant << 1) ^ ((constant >> 7) * 0x11B);
        Asm.Movz(s_temporary, constant);
        Asm.DupS4(s_constant, w[s_temporary.Number]);
        Asm.Eor(words, words, s_constant);
    }
}

/// <summary>The round keys of the equivalent inverse cipher (section 5.3.5): those of the cipher in reverse, the inner ones through InvMixColumns.</summary>
internal sealed class InvertKeyArm64Program() : A64Program("InvertKey", CpuFeatures.ArmAes, Layouts.AesKey)
{
    private const int KeyBytes = 16;

    private static readonly V s_key = v[0];

    private static readonly X s_schedule = x[1], s_rounds = x[2], s_inverse = x[3];

    protected override void Body()
    {
        var inner = new A64Label();
        Asm.Ldr(s_schedule, Argument("Schedule"));
        Asm.Ldr(w[s_rounds.Number], Argument("Rounds"));
        Asm.Add(s_inverse, s_schedule, s_rounds, 4);
        Asm.Add(s_inverse, s_inverse, AesProgram.InverseOffset);
        Load();
        Store();
        Asm.Sub(s_rounds, s_rounds, 1);
        Asm.Bind(inner);
        Load();
        Asm.Aesimc(s_key, s_key);
        Store();
        Asm.Subs(s_rounds, s_rounds, 1);
        Asm.B(A64Condition.Ne, inner);
        Load();
        Store();
        Return();
    }

    private void Load() => Asm.LdrQ(s_key, new(s_schedule, KeyBytes, IsPost: true));

    private void Store() => Asm.StrQ(s_key, new(s_inverse, -KeyBytes, IsPost: true));
}
