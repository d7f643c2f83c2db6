using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>The powers of a subkey H that is given: the steps of <see cref="GhashKeySteps"/>.</summary>
internal sealed class PolyvalKeyProgram(int bits) : GhashKeySteps(
    "ExpandPolyvalKey",
    bits,
    CpuFeatures.None,
    Layouts.PolyvalKey,
    GcmSivKernels.KeyPowersOffset,
    tableOffset: 0)
{
    protected override void Body()
    {
        Asm.mov(rdx, Argument("Subkey"));
        Asm.mov(r8, Argument("Key"));
        Asm.vmovdqu(xmm4, __[rdx]);
        ExpandPowers(Argument("Short"));
        Return();
    }
}
