using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-512 by its instructions, two rounds at a time (Arm's manual, SHA512H and SHA512H2). The state is four vectors of two words, and a
/// fifth takes turns with them: of two rounds come a new pair of a and b, and one of e and f.
/// <para>Constant-time: branches depend on numbers of blocks alone.</para>
/// </summary>
internal sealed class Sha512Arm64Program() : ShaArm64Program("Sha512", CpuFeatures.ArmSha512)
{
    private const int Rounds = 80, WordsOfBlock = 16;

    private static readonly X s_constants = x[6], s_next = x[7];

    private static V Chain(int i) => v[24 + i];

    private static V Words(int t) => v[16 + (t / 2 % 8)];

    protected override void Begin()
    {
        Asm.Adr(s_constants, Constant(MemoryMarshal.AsBytes(Sha512Functions.RoundConstants).ToArray()));
        for (var i = 0; i < 4; i += 2)
            Asm.LdpQ(Chain(i), Chain(i + 1), new(State, 16 * i));
    }

    protected override void Block()
    {
        Asm.Ld1FourPost(Words(0), Source);
        Asm.Ld1FourPost(Words(8), Source);
        Asm.Mov(s_next, s_constants);
        for (var i = 0; i < 4; i++)
            Asm.Mov(v[i], Chain(i));
        for (var t = 0; t < WordsOfBlock; t += 2)
            Asm.Rev64(Words(t), Words(t));

        V ab = v[0], cd = v[1], ef = v[2], gh = v[3], other = v[4];
        for (var t = 0; t < Rounds; t += 2)
        {
            if (t % 4 == 0)
                Asm.LdpQ(v[28], v[29], new(s_next, 32, IsPost: true));
            TwoRounds(t, ab, cd, ef, gh, other);
            (ab, cd, ef, gh, other) = (gh, ab, other, ef, cd);
        }

        for (var i = 0; i < 4; i++)
            Asm.AddD2(Chain(i), Chain(i), new[] { ab, cd, ef, gh }[i]);
    }

    protected override void End()
    {
        for (var i = 0; i < 4; i += 2)
            Asm.StpQ(Chain(i), Chain(i + 1), new(State, 16 * i));
    }

    /// <summary>Leaves the new a and b where g and h were, and the new e and f in the other vector.</summary>
    private void TwoRounds(int t, V ab, V cd, V ef, V gh, V other)
    {
        V sum = v[5], fg = v[6], de = v[7];
        Asm.AddD2(sum, v[28 + (t / 2 % 2)], Words(t));
        Asm.Ext(fg, ef, gh, 8);
        Asm.Ext(sum, sum, sum, 8);
        Asm.Ext(de, cd, ef, 8);
        Asm.AddD2(gh, gh, sum);
        if (t < Rounds - WordsOfBlock)
        {
            Asm.Ext(sum, Words(t + 8), Words(t + 10), 8);
            Asm.Sha512Su0(Words(t), Words(t + 2));
        }

        Asm.Sha512H(gh, fg, de);
        if (t < Rounds - WordsOfBlock)
            Asm.Sha512Su1(Words(t), Words(t + 14), sum);
        Asm.AddD2(other, cd, gh);
        Asm.Sha512H2(gh, cd, ab);
    }
}
