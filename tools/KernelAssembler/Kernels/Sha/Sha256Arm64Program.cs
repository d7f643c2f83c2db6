using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-256 by its instructions, four rounds at a time. Constant-time: branches depend on numbers of blocks alone.
/// </summary>
internal sealed class Sha256Arm64Program() : ShaArm64Program("Sha256", CpuFeatures.ArmSha256)
{
    private const int Rounds = 64, WordsOfBlock = 16;

    private static readonly X s_constants = x[6], s_next = x[7];

    private static readonly V s_abcd = v[4], s_efgh = v[5], s_chainAbcd = v[24], s_chainEfgh = v[25];

    private static V Words(int t) => v[t / 4 % 4];

    protected override void Begin()
    {
        Asm.Adr(s_constants, Constant(MemoryMarshal.AsBytes(Sha256Functions.RoundConstants).ToArray()));
        Asm.LdpQ(s_chainAbcd, s_chainEfgh, new(State, 0));
    }

    protected override void Block()
    {
        V sum = v[6], before = v[7];
        Asm.Ld1FourPost(Words(0), Source);
        Asm.Mov(s_next, s_constants);
        Asm.Mov(s_abcd, s_chainAbcd);
        Asm.Mov(s_efgh, s_chainEfgh);
        for (var t = 0; t < WordsOfBlock; t += 4)
            Asm.Rev32(Words(t), Words(t));
        for (var t = 0; t < Rounds; t += 4)
        {
            if (t % 8 == 0)
                Asm.LdpQ(v[16], v[17], new(s_next, 32, IsPost: true));
            Asm.AddS4(sum, Words(t), v[16 + (t / 4 % 2)]);
            if (t < Rounds - WordsOfBlock)
                Asm.Sha256Su0(Words(t), Words(t + 4));
            Asm.Mov(before, s_abcd);
            Asm.Sha256H(s_abcd, s_efgh, sum);
            Asm.Sha256H2(s_efgh, before, sum);
            if (t < Rounds - WordsOfBlock)
                Asm.Sha256Su1(Words(t), Words(t + 8), Words(t + 12));
        }

        Asm.AddS4(s_chainAbcd, s_chainAbcd, s_abcd);
        Asm.AddS4(s_chainEfgh, s_chainEfgh, s_efgh);
    }

    protected override void End() => Asm.StpQ(s_chainAbcd, s_chainEfgh, new(State, 0));
}
