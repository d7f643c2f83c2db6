using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>SHA-256 by its instructions, four rounds at a time.</summary>
/// <param name="program">The program that emits.</param>
/// <param name="message">0, or 1 for the second of two.</param>
internal sealed class Sha256Arm64Steps(A64Program program, int message = 0) : ShaArm64Steps(program, sizeof(uint), rounds: 64)
{
    public override V[] Words => WordsOf(message);

    public override V[] Chain => ChainOf(message);

    private V Abcd => WorkingOf(message)[0];

    private V Efgh => WorkingOf(message)[1];

    public override void LoadConstants() =>
        Asm.Adr(Constants, Program.Constant(MemoryMarshal.AsBytes(Sha256Functions.RoundConstants).ToArray()));

    protected override void LoadRoundConstants(int t)
    {
        if (t == 0)
            Asm.Mov(NextConstant, Constants);
        if (t % 8 == 0)
            Asm.LdpQ(v[16], v[17], new(NextConstant, 32, IsPost: true));
    }

    protected override void BeginRounds()
    {
        Asm.Mov(Abcd, Chain[0]);
        Asm.Mov(Efgh, Chain[1]);
    }

    protected override void FourRounds(int t)
    {
        V sum = WorkingOf(message)[2], before = WorkingOf(message)[3];
        Asm.AddS4(sum, At(t), v[16 + (t / 4 % 2)]);
        if (t < Rounds - WordsOfBlock)
            Asm.Sha256Su0(At(t), At(t + 4));
        Asm.Mov(before, Abcd);
        Asm.Sha256H(Abcd, Efgh, sum);
        Asm.Sha256H2(Efgh, before, sum);
        if (t < Rounds - WordsOfBlock)
            Asm.Sha256Su1(At(t), At(t + 8), At(t + 12));
    }

    protected override void EndRounds(V[] to)
    {
        Asm.AddS4(to[0], Chain[0], Abcd);
        Asm.AddS4(to[1], Chain[1], Efgh);
    }

    private V At(int t) => Words[t / 4 % 4];
}
