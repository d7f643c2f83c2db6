using System;
using System.Linq;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>SHA-1 by its instructions, four rounds at a time: e stands by itself.</summary>
/// <param name="program">The program that emits.</param>
/// <param name="message">0, or 1 for the second of two.</param>
internal sealed class Sha1Arm64Steps(A64Program program, int message = 0) : ShaArm64Steps(program, sizeof(uint), rounds: 80)
{
    private const int RoundsOfConstant = 20;

    /// <summary>Section 4.2.1.</summary>
    private static readonly uint[] s_roundConstants = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];

    public override V[] Words => WordsOf(message);

    public override V[] Chain => ChainOf(message);

    private V Abcd => WorkingOf(message)[0];

    public override void LoadConstants()
    {
        Asm.Adr(Constants, Program.Constant([.. s_roundConstants.SelectMany(number => Enumerable.Repeat(number, 4)).SelectMany(BitConverter.GetBytes)]));
        for (var i = 0; i < 4; i += 2)
            Asm.LdpQ(RoundConstant(RoundsOfConstant * i), RoundConstant(RoundsOfConstant * (i + 1)), new(Constants, VectorBytes * i));
    }

    public override void LoadChain(X from)
    {
        Asm.LdrQ(Chain[0], new(from, 0));
        Asm.LdrS(Chain[1], new(from, VectorBytes));
    }

    public override void StoreChain(X to)
    {
        Asm.StrQ(Chain[0], new(to, 0));
        Asm.StrS(Chain[1], new(to, VectorBytes));
    }

    protected override void BeginRounds() => Asm.Mov(Abcd, Chain[0]);

    protected override void FourRounds(int t)
    {
        var sum = WorkingOf(message)[3];
        Asm.AddS4(sum, At(t), RoundConstant(t));
        if (t < Rounds - WordsOfBlock)
            Asm.Sha1Su0(At(t), At(t + 4), At(t + 8));
        Asm.Sha1H(E(t + 4), Abcd);
        switch (t / RoundsOfConstant)
        {
            case 0:
                Asm.Sha1C(Abcd, E(t), sum);
                break;
            case 2:
                Asm.Sha1M(Abcd, E(t), sum);
                break;
            default:
                Asm.Sha1P(Abcd, E(t), sum);
                break;
        }

        if (t < Rounds - WordsOfBlock)
            Asm.Sha1Su1(At(t), At(t + 12));
    }

    protected override void EndRounds(V[] to)
    {
        Asm.AddS4(to[0], Chain[0], Abcd);
        Asm.AddS4(to[1], Chain[1], E(Rounds));
    }

    private V At(int t) => Words[t / 4 % 4];

    /// <summary>e before round t, in two registers by turns.</summary>
    private V E(int t) => t == 0 ? Chain[1] : WorkingOf(message)[2 - (t / 4 % 2)];

    private static V RoundConstant(int t) => v[16 + (t / RoundsOfConstant)];
}
