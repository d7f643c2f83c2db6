using System.Buffers.Binary;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The keys of a message of AES-GCM-SIV (RFC 8452, section 4): of six encrypted blocks, each of a number and the nonce, the first halves.
/// Two make the subkey of POLYVAL, whose powers follow, and the others an AES key, which is expanded; with a key of 16 bytes the last
/// two are not used. The powers do not wait for the round keys. Constant-time: the only branches are on the number of rounds and on
/// how many powers are wanted, and no address depends on a key.
/// </summary>
internal sealed class GcmSivKeysProgram(int bits) : GhashKeySteps(
    "DeriveGcmSivKeys",
    bits,
    CpuFeatures.AesNi,
    Layouts.GcmSivKeys,
    GhashKernels.AfterSchedule + GhashKernels.KeyPowersOffset,
    GhashKernels.AfterSchedule)
{
    protected override void Body()
    {
        Asm.mov(rdx, Argument("Key"));
        Asm.mov(r8, Argument("Keys"));
        Asm.mov(eax, Argument("Rounds"));
        Asm.mov(r9d, eax);
        Asm.shl(eax, 4);

        // The caller has just written the nonce by halves.
        Asm.vmovq(xmm4, __[rcx + Arguments["Nonce"].Offset]);
        Asm.vpinsrq(xmm4, xmm4, Argument("Nonce", 8), 1);
        Asm.vpslldq(xmm4, xmm4, 4);
        Asm.vpxor(xmm4, xmm4, __[rdx]);
        Asm.vpxor(xmm5, xmm4, Number(1));
        Asm.vpxor(xmm0, xmm4, Number(2));
        Asm.vpxor(xmm2, xmm4, Number(3));
        Asm.vpxor(xmm1, xmm4, Number(4));
        Asm.vpxor(xmm3, xmm4, Number(5));
        new AesRounds(this, rdx).Inner([xmm4, xmm5, xmm0, xmm2, xmm1, xmm3], (round, end) =>
        {
            Asm.cmp(eax, round * AesRounds.BlockBytes);
            Asm.je(end);
        });
        foreach (var state in new[] { xmm4, xmm5, xmm0, xmm2, xmm1, xmm3 })
            Asm.vaesenclast(state, state, __[rdx + rax]);
        Asm.vpunpcklqdq(xmm4, xmm4, xmm5);
        Asm.vpunpcklqdq(xmm0, xmm0, xmm2);
        Asm.vpunpcklqdq(xmm1, xmm1, xmm3);
        new AesKeyExpansion(this).ExpandLoaded(r8, r9d);
        ExpandPowers(Argument("Short"));
        Return();
    }

    private AssemblerMemoryOperand Number(int number)
    {
        var block = new byte[GhashProducts.BlockBytes];
        BinaryPrimitives.WriteInt32LittleEndian(block, number);
        return Constant(block, block.Length);
    }
}
