using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// SHA-256 with SHA-NI, by <see cref="Sha256ShaNiSteps"/>. The 32 <c>SHA256RNDS2</c> of a block, and an addition, are the chain from
/// block to block; nothing else waits for them.
/// </summary>
internal sealed class Sha256ShaNiProgram()
    : ShaProgram("Sha256ShaNi", CpuFeatures.Avx | CpuFeatures.ShaNi, Sha256ShaNiSteps.BlockBytes)
{
    private static readonly AssemblerRegisterXMM s_chainAbef = xmm8;
    private static readonly AssemblerRegisterXMM s_chainCdgh = xmm9;

    private Sha256ShaNiSteps Steps => new(this);

    protected override void SaveRegisters() => Save(xmm6, xmm7, xmm8, xmm9);

    protected override void LoadState() =>
        Steps.ToRounds(State(), State(16), Steps.Abef, Steps.Cdgh);

    protected override void StoreState()
    {
        Steps.FromRounds(s_chainAbef, s_chainCdgh);
        Asm.movdqu(State(), s_chainAbef);
        Asm.movdqu(State(16), s_chainCdgh);
    }

    protected override void Compress()
    {
        Asm.movdqa(s_chainAbef, Steps.Abef);
        Asm.movdqa(s_chainCdgh, Steps.Cdgh);
        Steps.Compress(t => Steps.LoadWords(t, Block(4 * t)));
        Asm.paddd(Steps.Abef, s_chainAbef);
        Asm.paddd(Steps.Cdgh, s_chainCdgh);
        Step();
    }
}
