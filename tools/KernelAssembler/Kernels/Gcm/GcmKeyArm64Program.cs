using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// What AES-GCM derives from a key on Arm64: the round keys of AES; H, the encrypted block of zeros; and by the steps Shift and Powers of
/// docs/kernels.md its powers, whose halves are exchanged. Constant-time: the only branches are on the number of rounds, and no address
/// depends on the key.
/// </summary>
internal sealed class GcmKeyArm64Program() : GhashKeyArm64Program("ExpandKeyPmull", CpuFeatures.ArmAes, Layouts.GcmKey, isPolyval: false)
{
    private static readonly X s_key = x[1], s_next = x[2], s_schedule = x[3], s_rounds = x[4], s_temporary = x[5];

    private static readonly V s_h = v[0];

    protected override void Body()
    {
        Asm.Ldp(s_key, s_schedule, Argument("Key"));
        Asm.Ldr(s_rounds, Argument("Rounds"));
        Asm.Mov(s_next, s_schedule);
        new AesArm64KeyExpansion(this).Expand(s_key, s_next, s_rounds);
        EncryptZeros();
        Shift();
        ExpandPowers(s_schedule);
        Return();
    }

    private void EncryptZeros()
    {
        var round = new A64Label();
        V key = v[1], last = v[2];
        Asm.Clear(s_h);
        Asm.Mov(s_next, s_schedule);
        Asm.Sub(s_rounds, s_rounds, 1);
        Asm.Bind(round);
        Asm.LdrQ(key, new(s_next, Block, IsPost: true));
        Asm.Aese(s_h, key);
        Asm.Aesmc(s_h, s_h);
        Asm.Subs(s_rounds, s_rounds, 1);
        Asm.B(A64Condition.Ne, round);
        Asm.LdpQ(key, last, new(s_next, 0));
        Asm.Aese(s_h, key);
        Asm.Eor(s_h, s_h, last);
    }

    /// <summary>Step Shift: H, its bytes reversed, times y. Of bits that leave their halves, the higher half's is added below.</summary>
    private void Shift()
    {
        V carries = v[1], leaves = v[2], reduced = v[3];
        Asm.Rev64(s_h, s_h);
        Asm.UshrD2(carries, s_h, 63);
        Asm.SshrD2(leaves, s_h, 63);
        Asm.Ext(carries, carries, carries, 8);
        Asm.DupLaneD2(leaves, leaves, 0);
        Asm.ShlD2(s_h, s_h, 1);
        Asm.Movz(s_temporary, 0xC200, 48);
        Asm.FmovToD(reduced, s_temporary);
        Asm.Orr(s_h, s_h, carries);
        Asm.And(leaves, leaves, reduced);
        Asm.Eor(Power(1), s_h, leaves);
    }
}
