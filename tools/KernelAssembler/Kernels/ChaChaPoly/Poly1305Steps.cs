using System;
using System.Collections.Generic;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Poly1305 (RFC 8439, section 2.5) of one block after the other in general registers, as steps for its program:
/// <c>h = h·r + block + 2^128</c> modulo 2^130 - 5. All registers but rcx, r8, r9 and rdi are its own.
/// <para>
/// Bounds. r is clamped: r0 and r1 are less than 2^60, and s1 = 5/4·r1 is less than 2^61 and exact, since r1 is a multiple of 4. h2 is at
/// most 4, as <c>Poly1305State</c> has it (h is less than 2^131) and as each block leaves it. So h0·r0 + h1·s1 is less than
/// 2^126, h2·s1 at most 2^63, and the highest word, of two upper halves less than 2^60 each, h2·r0 of at most 2^62, the bit of the block
/// and carries, less than 2^63. What is above 2^130 comes down times 5: less than 2^64, whose carry leaves h2 at most 4.
/// </para>
/// </summary>
internal sealed class Poly1305Steps(Assembler asm)
{
    public const int BlockBytes = 16;

    private const int R0 = 0, R1 = 8, H0 = 32, H1 = 40, H2 = 48;

    private static readonly AssemblerRegister64 s_h0 = r10, s_h1 = r11, s_h2 = rbx, s_r0 = r12, s_r1 = r13, s_s1 = r14;

    /// <summary>Those that either calling convention wants back, of all that the steps use.</summary>
    public static AssemblerRegister64[] Saved => [rbx, rbp, rsi, r12, r13, r14, r15];

    /// <summary>Loads the key and the hash.</summary>
    public void Begin(AssemblerMemoryOperand state)
    {
        asm.mov(rax, state);
        asm.mov(s_r0, __[rax + R0]);
        asm.mov(s_r1, __[rax + R1]);
        asm.mov(s_s1, s_r1);
        asm.shr(s_s1, 2);
        asm.add(s_s1, s_r1);
        asm.mov(s_h0, __[rax + H0]);
        asm.mov(s_h1, __[rax + H1]);
        asm.mov(s_h2, __[rax + H2]);
    }

    /// <summary>Stores the hash, and clears what neither convention wants back.</summary>
    public void End(AssemblerMemoryOperand state)
    {
        asm.mov(rax, state);
        asm.mov(__[rax + H0], s_h0);
        asm.mov(__[rax + H1], s_h1);
        asm.mov(__[rax + H2], s_h2);
        foreach (var register in new[] { eax, edx, r10d, r11d })
            asm.xor(register, register);
    }

    /// <summary>
    /// One block. The block and its bit are added before what is above 2^130 comes down, so that the next block waits for one sum less.
    /// </summary>
    public IEnumerable<Action> Hash(AssemblerRegister64 text, int offset) =>
    [
        () => asm.mov(rdx, s_h0),
        () => asm.mulx(rsi, rax, s_r0),
        () => asm.mulx(rbp, r15, s_r1),
        () => asm.mov(rdx, s_h1),
        () => asm.mulx(s_h1, s_h0, s_s1),
        () => asm.add(rax, s_h0),
        () => asm.adc(rsi, s_h1),
        () => asm.mulx(s_h1, s_h0, s_r0),
        () => asm.mov(rdx, s_h2),
        () => asm.imul(rdx, s_s1),
        () => asm.imul(s_h2, s_r0),
        () => asm.add(r15, s_h0),
        () => asm.adc(rbp, s_h1),
        () => asm.add(r15, rdx),
        () => asm.adc(rbp, s_h2),
        () => asm.add(rax, __[text + offset]),
        () => asm.adc(r15, __[text + (offset + sizeof(ulong))]),
        () => asm.adc(rbp, 1),
        () => asm.add(r15, rsi),
        () => asm.adc(rbp, 0),

        // (h2 >> 2) times 5 is that, and h2 without its last two bits.
        () => asm.mov(rdx, rbp),
        () => asm.mov(s_h2, rbp),
        () => asm.shr(rbp, 2),
        () => asm.and(rdx, -4),
        () => asm.and(ebx, 3),
        () => asm.add(rdx, rbp),
        () => asm.mov(s_h0, rax),
        () => asm.mov(s_h1, r15),
        () => asm.add(s_h0, rdx),
        () => asm.adc(s_h1, 0),
        () => asm.adc(s_h2, 0),
    ];
}
