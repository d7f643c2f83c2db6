using System;
using System.Collections.Generic;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Poly1305 (RFC 8439, section 2.5) of one block after the other in general registers, as steps for its program:
/// <c>h = h·r + block + 2^128</c> modulo 2^130 - 5. All registers but rcx, r8, r9 and rdi are its own.
/// <para>
/// Each block waits for the one before: what is above 2^130, times 5, is known last. It is added to the lowest word h0, and no further: the carry
/// out of that word chooses r, or nothing, in the place of its product. So h1 and h2 need not wait for it, and their products come first.
/// </para>
/// <para>
/// Bounds. r is clamped: r0 and r1 are less than 2^60, and s1 = 5/4·r1 is less than 2^61 and exact, since r1 is a multiple of 4. h2 is at
/// most 7, as <c>Poly1305State</c> has it (h is less than 2^131), and at most 3 after a block. h0 with its carry is less than 2^65. So
/// h0·r0 + h1·s1 is less than 2^127, h2·s1 less than 2^64, and the highest word, of two upper halves and a word r1 of less than 2^60 each, h2·r0
/// of less than 7·2^60, the bit of the block and carries, less than 11·2^60. What is above 2^130 is a quarter of it: times 5 less than 2^64.
/// </para>
/// </summary>
/// <param name="asm">The assembler.</param>
/// <param name="r1">Memory for r1, which has no register.</param>
internal sealed class Poly1305Steps(Assembler asm, AssemblerMemoryOperand r1)
{
    public const int BlockBytes = 16;

    /// <summary>Of the memory for r1.</summary>
    public const int ClaimedBytes = sizeof(ulong);

    private const int R0 = 0, R1 = 8, H0 = 32, H1 = 40, H2 = 48;

    private static readonly AssemblerRegister64 s_h0 = r10, s_h1 = r11, s_h2 = rbx, s_r0 = r12, s_s1 = r14;

    /// <summary>What is above 2^130, times 5, and is to be added to h0.</summary>
    private static readonly AssemblerRegister64 s_above = r13;

    /// <summary>Those that either calling convention wants back, of all that the steps use.</summary>
    public static AssemblerRegister64[] Saved => [rbx, rbp, rsi, r12, r13, r14, r15];

    /// <summary>Loads the key and the hash.</summary>
    public void Begin(AssemblerMemoryOperand state)
    {
        asm.mov(rax, state);
        asm.mov(s_r0, __[rax + R0]);
        asm.mov(rdx, __[rax + R1]);
        asm.mov(r1, rdx);
        asm.mov(s_s1, rdx);
        asm.shr(s_s1, 2);
        asm.add(s_s1, rdx);
        asm.mov(s_h0, __[rax + H0]);
        asm.mov(s_h1, __[rax + H1]);
        asm.mov(s_h2, __[rax + H2]);
        asm.xor(r13d, r13d);
    }

    /// <summary>Stores the hash, and clears what neither convention wants back.</summary>
    public void End(AssemblerMemoryOperand state)
    {
        asm.mov(rax, state);
        asm.add(s_h0, s_above);
        asm.adc(s_h1, 0);
        asm.adc(s_h2, 0);
        asm.mov(__[rax + H0], s_h0);
        asm.mov(__[rax + H1], s_h1);
        asm.mov(__[rax + H2], s_h2);
        foreach (var register in new[] { eax, edx, r10d, r11d })
            asm.xor(register, register);
        asm.mov(r1, rax);
    }

    /// <summary>One block. Instructions are in the order that was the fastest of many that were measured on Zen 4.</summary>
    public IEnumerable<Action> Hash(AssemblerRegister64 text, int offset) =>
    [
        () => asm.mov(rdx, s_h1),
        () => asm.mov(rsi, s_h2),
        () => asm.mulx(rbp, s_h1, s_r0),
        () => asm.mulx(rax, r15, s_s1),
        () => asm.imul(rsi, s_s1),
        () => asm.imul(s_h2, s_r0),
        () => asm.add(s_h1, rsi),
        () => asm.adc(rbp, s_h2),
        () => asm.add(r15, __[text + offset]),
        () => asm.adc(s_h1, __[text + (offset + sizeof(ulong))]),
        () => asm.adc(rbp, 1),

        // h0, and all ones if there is a carry out of it.
        () => asm.add(s_h0, s_above),
        () => asm.sbb(rbx, rbx),
        () => asm.mov(rdx, s_h0),
        () => asm.mulx(rsi, s_h0, s_r0),
        () => asm.add(s_h0, r15),
        () => asm.adc(rsi, rax),
        () => asm.mov(rax, rbx),
        () => asm.and(rax, s_r0),
        () => asm.add(rsi, rax),
        () => asm.and(rbx, r1),
        () => asm.add(rbp, rbx),
        () => asm.mulx(r13, rdx, r1),
        () => asm.add(s_h1, rdx),
        () => asm.adc(rbp, r13),
        () => asm.add(s_h1, rsi),
        () => asm.adc(rbp, 0),

        // (h2 >> 2) times 5 is that, and h2 without its last two bits.
        () => asm.mov(s_above, rbp),
        () => asm.mov(s_h2, rbp),
        () => asm.and(ebx, 3),
        () => asm.shr(rbp, 2),
        () => asm.and(s_above, -4),
        () => asm.add(s_above, rbp),
    ];
}
