using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-1 with SHA-NI, by <see cref="Sha1ShaNiSteps"/>. The 20 <c>SHA1RNDS4</c> of a block, and an addition, are the chain from block to
/// block; nothing else waits for them.
/// </summary>
internal sealed class Sha1ShaNiProgram()
    : ShaProgram("Sha1ShaNi", CpuFeatures.Avx | CpuFeatures.ShaNi, Sha1ShaNiSteps.BlockBytes)
{
    private static readonly AssemblerRegisterXMM s_chainAbcd = xmm7;
    private static readonly AssemblerRegisterXMM s_chainE = xmm8;

    private Sha1ShaNiSteps Steps => new(this);

    protected override void SaveRegisters() => Save(xmm6, xmm7, xmm8);

    protected override void LoadState() => Steps.ToRounds(State(), State(16));

    protected override void StoreState() => Steps.FromRounds(State(), State(16));

    protected override void Compress()
    {
        Asm.movdqa(s_chainAbcd, Steps.Abcd);
        Asm.movdqa(s_chainE, Steps.E(0));
        for (var t = 0; t < Sha1ShaNiSteps.Rounds; t += 4)
            Steps.FourRounds(t, Block(4 * t));
        Asm.sha1nexte(Steps.E(0), s_chainE);
        Asm.paddd(Steps.Abcd, s_chainAbcd);
        Step();
    }
}
