using System;
using System.Linq;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>SHA-1 by its instructions, four rounds at a time: e stands by itself.</summary>
internal sealed class Sha1Arm64Steps(A64Program program) : ShaArm64Steps(program, sizeof(uint))
{
    private const int Rounds = 80, RoundsOfConstant = 20;

    /// <summary>Section 4.2.1.</summary>
    private static readonly uint[] s_roundConstants = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];

    private static readonly V s_abcd = v[4];

    public override V[] Words => v[..4];

    public override V[] Chain => [v[24], v[25]];

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

    public override void Compress(V[] to)
    {
        V sum = v[7], e = Chain[1], nextE = v[5], otherE = v[6];
        Asm.Mov(s_abcd, Chain[0]);
        for (var t = 0; t < Rounds; t += 4)
        {
            Asm.AddS4(sum, At(t), RoundConstant(t));
            if (t < Rounds - WordsOfBlock)
                Asm.Sha1Su0(At(t), At(t + 4), At(t + 8));
            Asm.Sha1H(nextE, s_abcd);
            switch (t / RoundsOfConstant)
            {
                case 0:
                    Asm.Sha1C(s_abcd, e, sum);
                    break;
                case 2:
                    Asm.Sha1M(s_abcd, e, sum);
                    break;
                default:
                    Asm.Sha1P(s_abcd, e, sum);
                    break;
            }

            if (t < Rounds - WordsOfBlock)
                Asm.Sha1Su1(At(t), At(t + 12));
            (e, nextE, otherE) = (nextE, otherE, nextE);
        }

        Asm.AddS4(to[0], Chain[0], s_abcd);
        Asm.AddS4(to[1], Chain[1], e);
    }

    private V At(int t) => Words[t / 4 % 4];

    private static V RoundConstant(int t) => v[16 + (t / RoundsOfConstant)];
}
