using System.Linq;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-512 with the rounds of <see cref="Sha512Rounds"/> and the schedule of two blocks at once:
/// two words of the first block in the lower half of a vector, and the same of the second in the upper half (Gueron and Krasnov,
/// "Parallelizing message schedules to accelerate the computations of hash functions", 2012). The words of the first block come
/// before those of the second, for which nothing but rounds is left to do. The last block of an odd number is paired with itself.
/// </summary>
internal sealed class Sha512Bmi2Program(string name, CpuFeatures vectors) : Sha512Program(name, vectors | CpuFeatures.Bmi2)
{
    private const int ScheduleBytes = Rounds * WordBytes;

    /// <summary>Each word at the place of the one before; free after the first sigma.</summary>
    private static readonly AssemblerRegisterYMM s_following = ymm0;
    private static readonly AssemblerRegisterYMM s_term = ymm1;
    private static readonly AssemblerRegisterXMM s_lowTerm = xmm1;
    private static readonly AssemblerRegisterYMM s_rotation = ymm2;

    /// <summary>The words of this pass.</summary>
    private static readonly AssemblerRegister64 s_words = r11;

    /// <summary>In passes that compute words.</summary>
    private static readonly AssemblerRegister64 s_constants = r10;

    /// <summary>In passes that compute none, how many are left.</summary>
    private static readonly AssemblerRegister32 s_passes = r10d;

    private AssemblerMemoryOperand _schedules;

    /// <summary>After one schedule, or after both.</summary>
    private AssemblerMemoryOperand _endOfWords;

    private bool HasAvx512 => Requires.HasFlag(CpuFeatures.Avx512);

    /// <summary>Two for the first block and the same two for the second, as vectors have the words.</summary>
    private AssemblerMemoryOperand RoundConstants =>
        Constant([.. MemoryMarshal.AsBytes(Sha512Functions.RoundConstants).ToArray().Chunk(2 * WordBytes)
            .SelectMany(two => (byte[])[.. two, .. two])]);

    protected override void SaveRegisters()
    {
        // Registers from 16 up, which nobody wants back, are in no VEX encoding.
        Asm.PreferVex = !HasAvx512;
        base.SaveRegisters();
        if (!HasAvx512)
            Save(xmm6, xmm7, xmm8, xmm9, xmm10);
        _schedules = Claim(2 * ScheduleBytes);
        _endOfWords = Claim(sizeof(ulong));
        ClaimWalk();
    }

    /// <summary>The next two blocks, or the last one.</summary>
    protected override void Compress()
    {
        var schedulingPass = Asm.CreateLabel();
        var pass = Asm.CreateLabel();
        var end = Asm.CreateLabel();
        LoadBlocks();
        ScalarRounds.Begin();
        Align(64);
        Asm.Label(ref schedulingPass);
        for (var t = 0; t < RoundsOfPass; t++)
        {
            ScalarRounds.Round(t, Word(t));
            ScheduleWords(t);
        }

        Asm.add(s_constants, 2 * RoundsOfPass * WordBytes);
        Asm.add(s_words, RoundsOfPass * WordBytes);
        Asm.lea(Sha512Rounds.Temporaries[0], _schedules + ((Rounds - RoundsOfPass) * WordBytes));
        Asm.cmp(s_words, Sha512Rounds.Temporaries[0]);
        Asm.jne(schedulingPass);

        Asm.mov(s_passes, 1);
        Align(64);
        Asm.Label(ref pass);
        for (var t = 0; t < RoundsOfPass; t++)
            ScalarRounds.Round(t, Word(t));
        Asm.add(s_words, RoundsOfPass * WordBytes);
        Asm.dec(s_passes);
        Asm.jnz(pass);

        AddToState();
        Asm.cmp(s_words, _endOfWords);
        Asm.je(end);
        ScalarRounds.Begin();
        Asm.mov(s_passes, Rounds / RoundsOfPass);
        Asm.jmp(pass);
        Asm.Label(ref end);
        RestoreWalk();
    }

    /// <summary>The schedules are wiped, too.</summary>
    protected override void StoreState()
    {
        base.StoreState();
        Asm.vpxor(xmm0, xmm0, xmm0);
        for (var offset = 0; offset < 2 * ScheduleBytes; offset += 32)
            Asm.vmovdqu(_schedules + offset, ymm0);
    }

    /// <summary>W(t), with its round constant, of this pass.</summary>
    private static AssemblerMemoryOperand Word(int t) => __[s_words + (WordBytes * t)];

    /// <summary>The vector of W(t) and W(t+1) of both blocks; there are eight, for sixteen words.</summary>
    private AssemblerRegisterYMM Vector(int t) => Vectors.Y((HasAvx512 ? 24 : 3) + (t / 2 % 8));

    /// <summary>Steps over one block or two, whose words are the first of the schedules.</summary>
    private void LoadBlocks()
    {
        var (first, second, end) = (Sha512Rounds.Temporaries[0], Sha512Rounds.Temporaries[1], s_constants);
        var isLast = Asm.CreateLabel();
        Asm.mov(first, NextBlock);
        Asm.mov(second, NextBlock);
        Asm.lea(end, _schedules + ScheduleBytes);
        Step();
        Asm.test(BlocksLeft, BlocksLeft);
        Asm.jz(isLast);
        Asm.mov(second, NextBlock);
        Asm.lea(end, _schedules + (2 * ScheduleBytes));
        Step();
        Asm.Label(ref isLast);
        Asm.mov(_endOfWords, end);
        SpillWalk();

        Asm.lea(s_words, _schedules);
        Asm.lea(s_constants, RoundConstants);
        for (var t = 0; t < RoundsOfPass; t += 2)
        {
            Asm.vmovdqu(s_lowTerm, __[first + (WordBytes * t)]);
            Asm.vinserti128(s_term, s_term, __[second + (WordBytes * t)], 1);
            Asm.vpshufb(Vector(t), s_term, Constant(BigEndianLanes, alignment: 32));
            StoreWords(t, t);
        }
    }

    /// <summary>
    /// Half of the work on two words of the next pass, W(t) of this pass among them: the second half follows an odd round.
    /// </summary>
    private void ScheduleWords(int t)
    {
        var words = Vector(t);
        if (t % 2 == 0)
        {
            Asm.vpalignr(s_following, Vector(t + 2), words, WordBytes);
            Asm.vpalignr(s_term, Vector(t + 10), Vector(t + 8), WordBytes);
            Asm.vpaddq(words, words, s_term);
            AddSigma(words, s_following, 1, 8, 7);
        }
        else
        {
            AddSigma(words, Vector(t + 14), 19, 61, 6);
            StoreWords(t - 1, RoundsOfPass + t - 1);
        }
    }

    /// <summary>Adds the XOR of two rotations to the right and a shift.</summary>
    private void AddSigma(AssemblerRegisterYMM to, AssemblerRegisterYMM of, byte rotation1, byte rotation2, byte shift)
    {
        Asm.vpsrlq(s_term, of, shift);
        if (HasAvx512)
        {
            Asm.vprorq(s_rotation, of, rotation1);
            Asm.vprorq(s_following, of, rotation2);
            Asm.vpternlogq(s_term, s_rotation, s_following, Parity);
        }
        else
        {
            foreach (var rotation in new[] { rotation1, rotation2 })
            {
                Asm.vpsrlq(s_rotation, of, rotation);
                Asm.vpxor(s_term, s_term, s_rotation);
                Asm.vpsllq(s_rotation, of, (byte)(64 - rotation));
                Asm.vpxor(s_term, s_term, s_rotation);
            }
        }

        Asm.vpaddq(to, to, s_term);
    }

    /// <summary>Stores a vector as the words <paramref name="t"/> and t+1 after the first of this pass.</summary>
    private void StoreWords(int vector, int t)
    {
        Asm.vpaddq(s_term, Vector(vector), __[s_constants + (2 * WordBytes * t)]);
        Asm.vmovdqu(__[s_words + (WordBytes * t)], s_lowTerm);
        Asm.vextracti128(__[s_words + (ScheduleBytes + (WordBytes * t))], s_term, 1);
    }
}
