using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-512 by its instructions, two rounds at a time (Arm's manual, SHA512H and SHA512H2). The state is four vectors of two words, and a
/// fifth takes turns with them: of two rounds come a new pair of a and b, and one of e and f.
/// </summary>
internal sealed class Sha512Arm64Steps(A64Program program) : ShaArm64Steps(program, sizeof(ulong), rounds: 80)
{
    /// <summary>Where the next round finds a and b, c and d, e and f, g and h, and the fifth.</summary>
    private V _ab, _cd, _ef, _gh, _other;

    public override V[] Words => v[16..24];

    public override V[] Chain => v[24..28];

    public override void LoadConstants() =>
        Asm.Adr(Constants, Program.Constant(MemoryMarshal.AsBytes(Sha512Functions.RoundConstants).ToArray()));

    protected override void LoadRoundConstants(int t)
    {
        if (t == 0)
            Asm.Mov(NextConstant, Constants);
        Asm.LdpQ(v[28], v[29], new(NextConstant, 32, IsPost: true));
    }

    protected override void BeginRounds()
    {
        for (var i = 0; i < Chain.Length; i++)
            Asm.Mov(v[i], Chain[i]);
        (_ab, _cd, _ef, _gh, _other) = (v[0], v[1], v[2], v[3], v[4]);
    }

    protected override void FourRounds(int t)
    {
        for (var i = 0; i < 4; i += 2)
        {
            TwoRounds(t + i, _ab, _cd, _ef, _gh, _other);
            (_ab, _cd, _ef, _gh, _other) = (_gh, _ab, _other, _ef, _cd);
        }
    }

    protected override void EndRounds(V[] to)
    {
        V[] state = [_ab, _cd, _ef, _gh];
        for (var i = 0; i < Chain.Length; i++)
            Asm.AddD2(to[i], Chain[i], state[i]);
    }

    private V At(int t) => Words[t / 2 % 8];

    /// <summary>Leaves the new a and b where g and h were, and the new e and f in the other vector.</summary>
    private void TwoRounds(int t, V ab, V cd, V ef, V gh, V other)
    {
        V sum = v[5], fg = v[6], de = v[7];
        Asm.AddD2(sum, v[28 + (t / 2 % 2)], At(t));
        Asm.Ext(fg, ef, gh, 8);
        Asm.Ext(sum, sum, sum, 8);
        Asm.Ext(de, cd, ef, 8);
        Asm.AddD2(gh, gh, sum);
        if (t < Rounds - WordsOfBlock)
        {
            Asm.Ext(sum, At(t + 8), At(t + 10), 8);
            Asm.Sha512Su0(At(t), At(t + 2));
        }

        Asm.Sha512H(gh, fg, de);
        if (t < Rounds - WordsOfBlock)
            Asm.Sha512Su1(At(t), At(t + 14), sum);
        Asm.AddD2(other, cd, gh);
        Asm.Sha512H2(gh, cd, ab);
    }
}
