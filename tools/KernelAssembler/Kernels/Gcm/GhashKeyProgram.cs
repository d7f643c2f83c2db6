using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>The powers of a hash subkey H that is given: the steps of <see cref="GhashKeySteps"/>.</summary>
internal sealed class GhashKeyProgram(int bits)
    : GhashKeySteps("ExpandSubkey", bits, CpuFeatures.None, Layouts.GhashKey, offset: 0)
{
    protected override void Body()
    {
        Asm.mov(rdx, Argument("Subkey"));
        Asm.mov(r8, Argument("Key"));
        Asm.vmovdqu(xmm4, __[rdx]);
        ExpandPowers();
        Return();
    }
}
