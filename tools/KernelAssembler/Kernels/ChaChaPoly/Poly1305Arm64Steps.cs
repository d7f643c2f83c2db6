using System;
using System.Collections.Generic;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Poly1305 (RFC 8439, section 2.5) of one block after the other on Arm64, as steps for its programs: <c>h = h·r + block + 2^128</c> modulo
/// 2^130 - 5. Registers x8 to x17 are its own. What is above 2^130, times 5, comes down at once: three sums in the chain from block to block.
/// <para>
/// Bounds. r is clamped: r0 and r1 are less than 2^60, and s1 = 5/4·r1 is less than 2^61 and exact, since r1 is a multiple of 4. h2 is at
/// most 7, as <c>Poly1305State</c> has it (h is less than 2^131), and at most 6 after a block. So h0·r0 + h1·s1 is less than 2^126, h2·s1 less
/// than 2^64, and the highest word, of two upper halves of less than 2^60 each, h2·r0 of less than 7·2^60 and carries, less than 10·2^60. What
/// is above 2^130 is a quarter of it: times 5 less than 2^64.
/// </para>
/// </summary>
internal sealed class Poly1305Arm64Steps(A64Assembler asm)
{
    private const int R0 = 0, H0 = 32, H2 = 48;

    private static readonly X s_h0 = x[8], s_h1 = x[9], s_h2 = x[10], s_r0 = x[11], s_r1 = x[12], s_s1 = x[13];

    private static readonly X s_t0 = x[14], s_t1 = x[15], s_t2 = x[16], s_t3 = x[17];

    /// <summary>Loads the key and the hash.</summary>
    public void Begin(X state)
    {
        asm.Ldp(s_r0, s_r1, new(state, R0));
        asm.Lsr(s_s1, s_r1, 2);
        asm.Add(s_s1, s_s1, s_r1);
        asm.Ldp(s_h0, s_h1, new(state, H0));
        asm.Ldr(s_h2, new A64Address(state, H2));
    }

    /// <summary>Stores the hash, and clears all that held secrets.</summary>
    public void End(X state)
    {
        asm.Stp(s_h0, s_h1, new(state, H0));
        asm.Str(s_h2, new(state, H2));
        foreach (var register in new[] { s_h0, s_h1, s_h2, s_r0, s_r1, s_s1, s_t0, s_t1, s_t2, s_t3 })
            asm.Mov(register, xzr);
    }

    /// <summary>One block.</summary>
    public IEnumerable<Action> Hash(X text, int offset) =>
    [
        () => asm.Mul(s_t0, s_h0, s_r0),
        () => asm.Umulh(s_t1, s_h0, s_r0),
        () => asm.Mul(s_t2, s_h1, s_s1),
        () => asm.Umulh(s_t3, s_h1, s_s1),
        () => asm.Adds(s_t0, s_t0, s_t2),
        () => asm.Adc(s_t1, s_t1, s_t3),
        () => asm.Mul(s_t2, s_h0, s_r1),
        () => asm.Umulh(s_h0, s_h0, s_r1),
        () => asm.Mul(s_t3, s_h1, s_r0),
        () => asm.Umulh(s_h1, s_h1, s_r0),
        () => asm.Adds(s_t2, s_t2, s_t3),
        () => asm.Adc(s_h0, s_h0, s_h1),
        () => asm.Mul(s_t3, s_h2, s_s1),
        () => asm.Mul(s_h2, s_h2, s_r0),
        () => asm.Adds(s_t2, s_t2, s_t3),
        () => asm.Adc(s_h0, s_h0, s_h2),
        () => asm.Adds(s_t1, s_t1, s_t2),
        () => asm.Adc(s_h2, s_h0, xzr),

        // The product is t0, t1 and h2. (h2 >> 2) times 5 is that, and h2 without its last two bits.
        () => asm.Lsr(s_t3, s_h2, 2),
        () => asm.And(s_t2, s_h2, -4),
        () => asm.Add(s_t2, s_t2, s_t3),
        () => asm.And(s_h2, s_h2, 3),
        () => asm.Ldp(s_h0, s_h1, new(text, offset)),
        () => asm.Add(s_h2, s_h2, 1),
        () => asm.Adds(s_t0, s_t0, s_h0),
        () => asm.Adcs(s_t1, s_t1, s_h1),
        () => asm.Adc(s_h2, s_h2, xzr),
        () => asm.Adds(s_h0, s_t0, s_t2),
        () => asm.Adcs(s_h1, s_t1, xzr),
        () => asm.Adc(s_h2, s_h2, xzr),
    ];
}
