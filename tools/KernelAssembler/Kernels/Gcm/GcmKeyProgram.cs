using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// What AES-GCM derives from a key: the round keys of AES; H, the encrypted block of zeros; and the powers of H. The cipher
/// follows the round keys as they are made. Constant-time: the only branches are on the number of rounds, and no address depends
/// on the key.
/// </summary>
internal sealed class GcmKeyProgram(int bits)
    : GhashKeySteps(
        "ExpandKey", bits, CpuFeatures.AesNi, Layouts.GcmKey, GcmLayout.KeyPowersOffset, GcmLayout.KeyPowersEnd, GcmLayout.TablePowers)
{
    protected override void Body()
    {
        Asm.mov(rdx, Argument("Key"));
        Asm.mov(r8, Argument("Schedule"));
        Asm.mov(eax, Argument("Rounds"));
        new AesKeyExpansion(this).Expand(rdx, r8, eax);
        EncryptZeros();
        Shift();
        ExpandPowers(Argument("Short"));
        Return();
    }

    private void EncryptZeros()
    {
        Asm.shl(eax, 4);
        Asm.vmovdqu(xmm4, __[r8]);
        new AesRounds(this, r8).Inner([xmm4], (round, end) =>
        {
            Asm.cmp(eax, round * AesRounds.BlockBytes);
            Asm.je(end);
        });
        Asm.vaesenclast(xmm4, xmm4, __[r8 + rax]);
    }
}
