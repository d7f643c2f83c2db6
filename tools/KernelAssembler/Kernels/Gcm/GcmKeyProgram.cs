using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// What AES-GCM derives from a key: the round keys of AES; H, the enciphered block of zeros; and the powers of H. The cipher follows
/// the round keys as they are made. Constant-time: the only branches are on the number of rounds, and no address depends on the key.
/// </summary>
internal sealed class GcmKeyProgram(int bits)
    : GhashKeySteps("ExpandKey", bits, CpuFeatures.AesNi, Layouts.GcmKey, GcmLayout.KeyPowersOffset)
{
    protected override void Body()
    {
        Asm.mov(rdx, Argument("Key"));
        Asm.mov(r8, Argument("Schedule"));
        Asm.mov(eax, Argument("Rounds"));
        new AesKeyExpansion(this).Expand(rdx, r8, eax);
        EncipherZeros();
        ExpandPowers(Argument("Short"));
        Return();
    }

    private void EncipherZeros()
    {
        var last = Asm.CreateLabel();
        Asm.shl(eax, 4);
        Asm.vmovdqu(xmm4, __[r8]);
        for (var round = 1; round <= 13; round++)
        {
            if (round is 10 or 12)
            {
                Asm.cmp(eax, round * GhashProducts.BlockBytes);
                Asm.je(last);
            }

            Asm.vaesenc(xmm4, xmm4, __[r8 + (round * GhashProducts.BlockBytes)]);
        }

        Asm.Label(ref last);
        Asm.vaesenclast(xmm4, xmm4, __[r8 + rax]);
    }
}
