using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>SHA-256 by its instructions, four rounds at a time.</summary>
internal sealed class Sha256Arm64Steps(A64Program program) : ShaArm64Steps(program, sizeof(uint))
{
    private const int Rounds = 64;

    private static readonly V s_abcd = v[4], s_efgh = v[5];

    public override V[] Words => v[..4];

    public override V[] Chain => [v[24], v[25]];

    public override void LoadConstants() =>
        Asm.Adr(Constants, Program.Constant(MemoryMarshal.AsBytes(Sha256Functions.RoundConstants).ToArray()));

    public override void Compress(V[] to)
    {
        V sum = v[6], before = v[7];
        Asm.Mov(NextConstant, Constants);
        Asm.Mov(s_abcd, Chain[0]);
        Asm.Mov(s_efgh, Chain[1]);
        for (var t = 0; t < Rounds; t += 4)
        {
            if (t % 8 == 0)
                Asm.LdpQ(v[16], v[17], new(NextConstant, 32, IsPost: true));
            Asm.AddS4(sum, At(t), v[16 + (t / 4 % 2)]);
            if (t < Rounds - WordsOfBlock)
                Asm.Sha256Su0(At(t), At(t + 4));
            Asm.Mov(before, s_abcd);
            Asm.Sha256H(s_abcd, s_efgh, sum);
            Asm.Sha256H2(s_efgh, before, sum);
            if (t < Rounds - WordsOfBlock)
                Asm.Sha256Su1(At(t), At(t + 8), At(t + 12));
        }

        Asm.AddS4(to[0], Chain[0], s_abcd);
        Asm.AddS4(to[1], Chain[1], s_efgh);
    }

    private V At(int t) => Words[t / 4 % 4];
}
