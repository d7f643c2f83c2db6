using System;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-1 by its instructions, four rounds at a time: e stands by itself. Constant-time: branches depend on numbers of blocks alone.
/// </summary>
internal sealed class Sha1Arm64Program() : ShaArm64Program("Sha1", CpuFeatures.ArmSha1)
{
    private const int Rounds = 80, WordsOfBlock = 16, RoundsOfConstant = 20;

    /// <summary>Section 4.2.1.</summary>
    private static readonly uint[] s_roundConstants = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];

    private static readonly V s_abcd = v[4], s_chainAbcd = v[24], s_chainE = v[25];

    private static V Words(int t) => v[t / 4 % 4];

    private static V RoundConstant(int t) => v[16 + (t / RoundsOfConstant)];

    protected override void Begin()
    {
        var constants = x[6];
        Asm.Adr(constants, Constant([.. s_roundConstants.SelectMany(number => Enumerable.Repeat(number, 4)).SelectMany(BitConverter.GetBytes)]));
        for (var i = 0; i < 4; i += 2)
            Asm.LdpQ(RoundConstant(RoundsOfConstant * i), RoundConstant(RoundsOfConstant * (i + 1)), new(constants, 16 * i));
        Asm.LdrQ(s_chainAbcd, new(State, 0));
        Asm.LdrS(s_chainE, new(State, 16));
    }

    protected override void Block()
    {
        V sum = v[7], e = s_chainE, nextE = v[5], otherE = v[6];
        Asm.Ld1FourPost(Words(0), Source);
        Asm.Mov(s_abcd, s_chainAbcd);
        for (var t = 0; t < WordsOfBlock; t += 4)
            Asm.Rev32(Words(t), Words(t));
        for (var t = 0; t < Rounds; t += 4)
        {
            Asm.AddS4(sum, Words(t), RoundConstant(t));
            if (t < Rounds - WordsOfBlock)
                Asm.Sha1Su0(Words(t), Words(t + 4), Words(t + 8));
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
                Asm.Sha1Su1(Words(t), Words(t + 12));
            (e, nextE, otherE) = (nextE, otherE, nextE);
        }

        Asm.AddS4(s_chainAbcd, s_chainAbcd, s_abcd);
        Asm.AddS4(s_chainE, s_chainE, e);
    }

    protected override void End()
    {
        Asm.StrQ(s_chainAbcd, new(State, 0));
        Asm.StrS(s_chainE, new(State, 16));
    }
}
