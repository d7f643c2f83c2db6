using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>The powers of a subkey H that is given, for GHASH or POLYVAL: the steps of <see cref="GhashKeySteps"/>.</summary>
internal sealed class GhashKeyProgram(int bits, bool isPolyval) : GhashKeySteps(
    isPolyval ? "ExpandPolyvalKey" : "ExpandSubkey",
    bits,
    CpuFeatures.None,
    Layouts.GhashKey,
    GhashKernels.KeyPowersOffset,
    tableOffset: 0)
{
    protected override void Body()
    {
        Asm.mov(rdx, Argument("Subkey"));
        Asm.mov(r8, Argument("Key"));
        Asm.vmovdqu(xmm4, __[rdx]);
        if (!isPolyval)
            Shift();
        ExpandPowers(Argument("Short"));
        Return();
    }
}
