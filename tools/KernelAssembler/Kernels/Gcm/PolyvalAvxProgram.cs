using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>POLYVAL, on vectors of one or two blocks: the steps of <see cref="GhashAvxSteps"/>.</summary>
internal sealed class PolyvalAvxProgram(string name, int bits)
    : GhashAvxSteps("Polyval" + name, bits, RequiresFor(bits), Layouts.Polyval, isPolyval: true)
{
    protected override void Body()
    {
        BeginHashing();
        Asm.mov(rdx, Argument("Key"));
        Asm.mov(r8, Argument("Source"));
        Asm.mov(r10, Argument("Length"));
        Asm.vmovdqu(xmm0, Argument("Hash"));
        Reverse(OneBlock, 0);
        Asm.vmovdqu(HashSoFar, xmm0);
        Asm.mov(rax, r10);
        ComputePowers(GcmSivKernels.KeyPowersOffset);
        Absorb();
        Asm.vmovdqu(xmm0, HashSoFar);
        Reverse(OneBlock, 0);
        Asm.vmovdqu(Argument("Hash"), xmm0);
        Wipe();
        Return();
    }

    private static CpuFeatures RequiresFor(int bits) => bits == 256
        ? CpuFeatures.Avx | CpuFeatures.Avx2 | CpuFeatures.Vpclmulqdq
        : CpuFeatures.Avx | CpuFeatures.Pclmulqdq;
}
