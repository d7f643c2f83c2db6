using System.Buffers.Binary;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The keys of a message of AES-GCM-SIV (RFC 8452, section 4): of six encrypted blocks, each of a number and the nonce, the first halves.
/// Two make the subkey of POLYVAL, and the others an AES key; with a key of 16 bytes the last two are not used. Constant-time: the only
/// branches are on the number of rounds.
/// </summary>
internal abstract class GcmSivKeySteps(
    string name, int bits, ArgumentLayout arguments, int offset, int tableOffset)
    : GhashKeySteps(name, bits, CpuFeatures.AesNi, arguments, offset, tableOffset)
{
    /// <summary>
    /// From the round keys at rdx and the nonce in the arguments, the subkey in xmm4 and the AES key, expanded, at r8. Leaves the number
    /// of rounds times 16 in rax.
    /// </summary>
    protected void DeriveKeys()
    {
        Asm.mov(eax, Argument("Rounds"));
        Asm.mov(r9d, eax);
        Asm.shl(eax, 4);

        // The caller has just written the nonce by halves.
        LoadHalves(xmm4, "Nonce");
        Asm.vpslldq(xmm4, xmm4, 4);
        Asm.vpxor(xmm4, xmm4, __[rdx]);
        AssemblerRegisterXMM[] numbered = [xmm5, xmm0, xmm2, xmm1, xmm3];
        for (var i = 0; i < numbered.Length; i++)
            Asm.vpxor(numbered[i], xmm4, Number(i + 1));
        Encrypt(rdx, xmm4, xmm5, xmm0, xmm2, xmm1, xmm3);
        Asm.vpunpcklqdq(xmm4, xmm4, xmm5);
        Asm.vpunpcklqdq(xmm0, xmm0, xmm2);
        Asm.vpunpcklqdq(xmm1, xmm1, xmm3);
        new AesKeyExpansion(this).ExpandLoaded(r8, r9d);
    }

    protected void LoadHalves(AssemblerRegisterXMM to, string field)
    {
        Asm.vmovq(to, __qword_ptr[Argument(field)]);
        Asm.vpinsrq(to, to, __qword_ptr[Argument(field, 8)], 1);
    }

    /// <summary>All rounds but the XOR with the first key.</summary>
    protected void Encrypt(AssemblerRegister64 schedule, params AssemblerRegisterXMM[] states)
    {
        new AesRounds(this, schedule).Inner(states, (round, end) =>
        {
            Asm.cmp(eax, round * AesRounds.BlockBytes);
            Asm.je(end);
        });
        foreach (var state in states)
            Asm.vaesenclast(state, state, __[schedule + rax]);
    }

    /// <summary>A block with a number in its first four bytes.</summary>
    protected AssemblerMemoryOperand Number(int number)
    {
        var block = new byte[GhashProducts.BlockBytes];
        BinaryPrimitives.WriteInt32LittleEndian(block, number);
        return Constant(block, block.Length);
    }
}
