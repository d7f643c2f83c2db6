using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// Programs that break one rule each: the walk over taint, or the rules of form, must say so and name the instruction. A sound
/// program that comes close to many of them must pass.
/// </summary>
public class FaultyProgramTests
{
    private const CpuFeatures Avx512 = CpuFeatures.Avx512;
    private const CpuFeatures ShaNi = CpuFeatures.ShaNi | CpuFeatures.Avx;

    /// <summary>What the rules of form must say of a program; a body begins after the two entries.</summary>
    private static readonly Dictionary<string, Misshape> s_misshapen = new()
    {
        ["push"] = new("push rbx: uses the stack", CpuFeatures.None, program =>
        {
            program.Asm.push(rbx);
            program.Return();
        }),
        ["memory below the stack"] = new("mov [rsp-8],rax: uses the stack", CpuFeatures.None, program =>
        {
            program.Asm.mov(__[rsp - 8], rax);
            program.Return();
        }),
        ["call"] = new("call r9: leaves the kernel", CpuFeatures.None, program =>
        {
            program.Asm.call(r9);
            program.Return();
        }),
        ["indirect jump"] = new("jmp rax: leaves the kernel", CpuFeatures.None, program => program.Asm.jmp(rax)),
        ["interrupt"] = new("int3: leaves the kernel", CpuFeatures.None, program => program.Asm.int3()),
        ["no end"] = new("nop: is followed by no instruction of the kernel", CpuFeatures.None, program => program.Asm.nop()),
        ["jump into an instruction"] = new(": is followed by no instruction of the kernel", CpuFeatures.None, program =>
        {
            program.Asm.jmp(2);
            program.Return();
        }),
        ["unreachable"] = new("inc eax: is never reached", CpuFeatures.None, program =>
        {
            program.Return();
            program.Asm.inc(eax);
            program.Return();
        }),
        ["no vzeroupper"] = new("ret: no vzeroupper before it", CpuFeatures.Avx, program =>
        {
            program.Asm.vpxor(xmm0, xmm0, xmm0);
            program.Asm.ret();
        }),
        ["a way around vzeroupper"] = new("ret: no vzeroupper before it", CpuFeatures.Avx, program =>
        {
            var (asm, end) = (program.Asm, program.Asm.CreateLabel());
            asm.vpxor(xmm0, xmm0, xmm0);
            asm.test(rcx, rcx);
            asm.je(end);
            asm.vzeroupper();
            asm.Label(ref end);
            asm.ret();
        }),
        ["feature that is not required"] = new("needs Vaes, which the kernel does not require", CpuFeatures.Avx2, program =>
        {
            program.Asm.vpaddb(ymm0, ymm0, ymm0);
            program.Asm.vaesenc(ymm0, ymm0, ymm1);
            program.Return();
        }),
        ["feature required in vain"] = new("requires Pclmulqdq, Vpclmulqdq", Avx512 | CpuFeatures.Vpclmulqdq, program =>
        {
            program.Asm.vpxorq(zmm0, zmm0, zmm0);
            program.Return();
        }),
        ["feature unknown to the library"] = new("needs SSE4_2, which the library does not ask", CpuFeatures.None, program =>
        {
            program.Asm.crc32(eax, edx);
            program.Return();
        }),
        ["legacy save"] = new("movdqu [rcx],xmm6: legacy SSE in a kernel without SHA-NI", CpuFeatures.Avx, program =>
        {
            program.Asm.movdqu(__[rcx], xmm6);
            program.Return();
        }),
        ["SHA-NI without vzeroupper"] = new("legacy SSE where upper halves may be in use", ShaNi, program =>
        {
            program.Asm.sha1nexte(xmm0, xmm1);
            program.Return();
        }),
        ["SHA-NI and a way around vzeroupper"] = new("legacy SSE where upper halves may be in use", ShaNi, program =>
        {
            var (asm, end) = (program.Asm, program.Asm.CreateLabel());
            asm.test(rcx, rcx);
            asm.je(end);
            asm.vzeroupper();
            asm.Label(ref end);
            asm.sha1nexte(xmm0, xmm1);
            program.Return();
        }),
        ["SHA-NI after a wide vector"] = new("legacy SSE where upper halves may be in use", ShaNi, program =>
        {
            program.Asm.vzeroupper();
            program.Asm.vpxor(xmm0, xmm0, xmm0);
            program.Asm.vxorps(ymm0, ymm0, ymm0);
            program.Asm.sha1nexte(xmm0, xmm1);
            program.Return();
        }),
    };

    public static TheoryData<string> Leaks => new(LeakyPrograms.All.Keys);

    public static TheoryData<string> Misshapen => new(s_misshapen.Keys);

    [Theory]
    [MemberData(nameof(Leaks))]
    public void Leak_in_a_program_is_found_where_it_is(string name)
    {
        var (instruction, complaint, requires, body) = LeakyPrograms.All[name];
        var fault = Assert.Single(TaintWalk.Faults(Decoded(requires, body)));
        Assert.Contains($" {instruction}", fault);
        Assert.Contains($": {complaint}", fault);
    }

    [Theory]
    [MemberData(nameof(Misshapen))]
    public void Breach_of_form_is_found_where_it_is(string name)
    {
        var (complaint, requires, body) = s_misshapen[name];
        var faults = KernelRules.Faults(Decoded(requires, body));
        Assert.Contains(faults, fault => fault.Contains(complaint, StringComparison.Ordinal));
    }

    /// <summary>What reads no argument need not move it.</summary>
    [Theory]
    [InlineData(true, true)]
    [InlineData(false, false)]
    public void Entry_that_does_not_move_the_argument_is_found_where_it_is_read(bool isRead, bool isFound)
    {
        var program = new SmallProgram("Small", CpuFeatures.None, program =>
        {
            program.Asm.mov(rax, isRead ? rcx : rdx);
            program.Return();
        })
        { MovesArgument = false };
        var faults = KernelRules.Faults(new DecodedKernel(program.Assemble()));
        Assert.Equal(isFound, faults.Any(fault => fault.EndsWith("the System V entry does not move its argument to rcx", StringComparison.Ordinal)));
    }

    /// <summary>Secrets as data, masks and conditional moves; pointers that step; saved registers; scratch wiped.</summary>
    [Fact]
    public void Sound_program_passes()
    {
        var kernel = Decoded(Avx512 | CpuFeatures.Bmi2, program =>
        {
            var asm = program.Asm;
            var (loop, end) = (asm.CreateLabel(), asm.CreateLabel());
            program.Save(rbx, r12);
            program.Save(xmm6);
            var cell = program.Claim(64);
            asm.mov(rbx, program.Argument("Key"));
            asm.mov(r12, program.Argument("Length"));
            asm.mov(rdx, program.Argument("Destination"));
            asm.lea(r8, program.Argument("Tag"));
            asm.test(r12, r12);
            asm.je(end);
            asm.Label(ref loop);
            asm.vmovdqu(xmm6, __[rbx]);
            asm.vmovdqu64(cell, zmm6);
            asm.vptestmb(k1, zmm6, zmm6);
            asm.vmovdqu64(zmm2, cell);
            asm.vpxorq(zmm1.k1.z, zmm6, zmm2);
            asm.vmovdqu64(__[rdx], zmm1);
            asm.mov(eax, __dword_ptr[rbx]);
            asm.cmp(eax, 3);
            asm.cmove(eax, r9d);
            asm.mov(__[r8], eax);
            asm.mov(eax, r12d);
            asm.and(eax, 63);
            asm.mov(r9, -1);
            asm.bzhi(r9, r9, rax);
            asm.kmovq(k2, r9);
            asm.vmovdqu8(__[rdx].k2, zmm1);
            asm.add(rdx, r12);
            asm.add(rbx, 16);
            asm.dec(r12);
            asm.jne(loop);
            asm.Label(ref end);
            asm.vpxorq(zmm1, zmm1, zmm1);
            asm.vmovdqu64(cell, zmm1);
            program.Return();
        });
        Assert.Empty(TaintWalk.Faults(kernel));
        Assert.Empty(KernelRules.Faults(kernel));
    }

    private static DecodedKernel Decoded(CpuFeatures requires, Action<SmallProgram> body) =>
        new(new SmallProgram("Small", requires, body).Assemble());

    private sealed record Misshape(string Complaint, CpuFeatures Requires, Action<SmallProgram> Body);
}
