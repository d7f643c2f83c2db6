using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>POLYVAL, on vectors of four blocks: the steps of <see cref="GhashAvx512Steps"/>.</summary>
internal sealed class PolyvalAvx512Program() : GhashAvx512Steps(
    "PolyvalVpclmul512",
    CpuFeatures.Avx | CpuFeatures.Avx2 | CpuFeatures.Bmi2 | CpuFeatures.Avx512 | CpuFeatures.Vpclmulqdq,
    Layouts.Polyval,
    tableOffset: 0,
    Powers,
    isPolyval: true)
{
    protected override void Body()
    {
        Asm.PreferVex = false;
        Asm.mov(rdx, Argument("Key"));
        Asm.mov(r8, Argument("Source"));
        Asm.mov(r10, Argument("Length"));
        LoadReversal();
        Asm.vmovdqu(Vectors.X(Hash), Argument("Hash"));
        Reverse(Hash);
        Absorb();
        Reverse(Hash);
        Asm.vmovdqu(Argument("Hash"), Vectors.X(Hash));
        Return();
    }
}
