using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>GHASH alone, on vectors of four blocks: the steps of <see cref="GhashAvx512Steps"/>.</summary>
internal sealed class GhashAvx512Program() : GhashAvx512Steps(
    "HashVpclmul512",
    CpuFeatures.Avx | CpuFeatures.Avx2 | CpuFeatures.Bmi2 | CpuFeatures.Avx512 | CpuFeatures.Vpclmulqdq,
    Layouts.Ghash,
    tableOffset: GcmLayout.KeyPowers * GhashProducts.BlockBytes)
{
    protected override void Body()
    {
        Asm.PreferVex = false;
        Asm.mov(rdx, Argument("Key"));
        Asm.mov(r8, Argument("Source"));
        Asm.mov(r10, Argument("Length"));
        V.Broadcast(Reversal, Products.Reversal);
        Asm.vmovdqu(Vectors.X(Hash), Argument("Hash"));
        V.ShuffleBytes(Hash, Hash, Reversal);
        Absorb();
        V.ShuffleBytes(Hash, Hash, Reversal);
        Asm.vmovdqu(Argument("Hash"), Vectors.X(Hash));
        Return();
    }
}
