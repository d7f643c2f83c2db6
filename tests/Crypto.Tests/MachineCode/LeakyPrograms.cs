using System;
using System.Collections.Generic;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>Programs that each break one rule of the taint walk, the instruction that does, and the complaint.</summary>
internal static class LeakyPrograms
{
    private const CpuFeatures Avx512 = CpuFeatures.Avx512;

    public static Dictionary<string, Leak> All { get; } = new()
    {
        ["branch on a secret"] = new("je", "branches on a secret", program =>
        {
            var (asm, done) = (program.Asm, program.Asm.CreateLabel());
            asm.mov(rax, program.Argument("Key"));
            asm.cmp(__byte_ptr[rax], 0);
            asm.je(done);
            asm.inc(edx);
            asm.Label(ref done);
            program.Return();
        }),
        ["index by a secret"] = new("mov eax,[rdx+rax*4]", "its address depends on a secret", program =>
        {
            program.Asm.mov(rdx, program.Argument("Key"));
            program.Asm.movzx(eax, __byte_ptr[rdx]);
            program.Asm.mov(eax, __[rdx + (rax * 4)]);
            program.Return();
        }),
        ["divide of a secret"] = new("div r8", "its time depends on a secret", program =>
        {
            program.Asm.mov(rax, program.Argument("Block"));
            program.Asm.xor(edx, edx);
            program.Asm.mov(r8, program.Argument("Length"));
            program.Asm.div(r8);
            program.Return();
        }),
        ["shift by a secret"] = new("shl rax,cl", "its count depends on a secret", program =>
        {
            program.Asm.mov(rax, program.Argument("Length"));
            program.Asm.mov(rcx, program.Argument("Block"));
            program.Asm.shl(rax, cl);
            program.Asm.xor(ecx, ecx);
            program.Return();
        }),
        ["flag that went through a register"] = new("jne", "branches on a secret", program =>
        {
            var (asm, done) = (program.Asm, program.Asm.CreateLabel());
            asm.xor(edx, edx);
            asm.cmp(__qword_ptr[rcx + 24], 5);
            asm.sete(dl);
            asm.mov(r8, rdx);
            asm.test(r8, r8);
            asm.jne(done);
            asm.nop();
            asm.Label(ref done);
            program.Return();
        }),
        ["flag that went through another flag"] = new("js", "branches on a secret", program =>
        {
            var (asm, done) = (program.Asm, program.Asm.CreateLabel());
            asm.add(rax, program.Argument("Block"));
            asm.sbb(edx, edx);
            asm.js(done);
            asm.nop();
            asm.Label(ref done);
            program.Return();
        }),
        ["through scratch memory, and read back in part"] = new("mov rax,[rdx+r8]", "its address depends on a secret", program =>
        {
            var cell = program.Claim(16);
            program.Asm.movdqu(xmm0, program.Argument("Block"));
            program.Asm.movdqu(cell, xmm0);
            program.Asm.mov(r8d, cell + 6);
            program.Asm.pxor(xmm0, xmm0);
            program.Asm.movdqu(cell, xmm0);
            program.Asm.mov(rdx, program.Argument("Key"));
            program.Asm.mov(rax, __[rdx + r8]);
            program.Return();
        }),
        ["through scratch memory that a narrower store covers in part"] = new("je", "branches on a secret", program =>
        {
            var (asm, done) = (program.Asm, program.Asm.CreateLabel());
            var cell = program.Claim(8);
            asm.mov(rax, program.Argument("Block"));
            asm.mov(cell, rax);
            asm.xor(edx, edx);
            asm.mov(cell, edx);
            asm.cmp(__qword_ptr[rcx + 64], 0);
            asm.mov(cell, rdx);
            asm.je(done);
            asm.nop();
            asm.Label(ref done);
            program.Return();
        }),
        ["through a mask register"] = new("jne", "branches on a secret", Avx512, program =>
        {
            var (asm, done) = (program.Asm, program.Asm.CreateLabel());
            asm.vmovdqu64(xmm0, program.Argument("Block"));
            asm.vptestmb(k1, xmm0, xmm0);
            asm.kortestq(k1, k1);
            asm.jne(done);
            asm.nop();
            asm.Label(ref done);
            program.Return();
        }),
        ["store under a secret mask"] = new("vmovdqu8 [rax]{k1},zmm1", "which bytes of memory it touches", Avx512, program =>
        {
            program.Asm.kmovq(k1, program.Argument("Block"));
            program.Asm.mov(rax, program.Argument("Destination"));
            program.Asm.vmovdqu8(__[rax].k1, zmm1);
            program.Return();
        }),
        ["on one of two ways only"] = new("mov eax,[rdx+rax]", "its address depends on a secret", program =>
        {
            var (asm, join) = (program.Asm, program.Asm.CreateLabel());
            asm.mov(rdx, program.Argument("Key"));
            asm.xor(eax, eax);
            asm.cmp(program.Argument("Length"), rax);
            asm.je(join);
            asm.mov(eax, __[rdx]);
            asm.Label(ref join);
            asm.mov(eax, __[rdx + rax]);
            program.Return();
        }),
        ["in the second round of a loop"] = new("mov r9d,[rdx+rax]", "its address depends on a secret", program =>
        {
            var (asm, again) = (program.Asm, program.Asm.CreateLabel());
            asm.mov(rdx, program.Argument("Key"));
            asm.xor(eax, eax);
            asm.mov(r8, program.Argument("Length"));
            asm.Label(ref again);
            asm.mov(r9d, __[rdx + rax]);
            asm.mov(eax, r10d);
            asm.mov(r10d, r9d);
            asm.dec(r8);
            asm.jne(again);
            program.Return();
        }),
        ["pointer chosen by a secret"] = new("mov eax,[rax]", "its address depends on a secret", program =>
        {
            program.Asm.mov(rax, program.Argument("Key"));
            program.Asm.cmp(__byte_ptr[rax], 1);
            program.Asm.cmove(rax, program.Argument("Destination"));
            program.Asm.mov(eax, __[rax]);
            program.Return();
        }),
        ["what the caller left in a register"] = new("jne", "branches on what the caller left", program =>
        {
            var (asm, done) = (program.Asm, program.Asm.CreateLabel());
            asm.test(r9, r9);
            asm.jne(done);
            asm.nop();
            asm.Label(ref done);
            program.Return();
        }),
        ["address of no pointer"] = new("mov rax,[r8]", "its address is not known to come from a pointer", program =>
        {
            program.Asm.mov(r8, program.Argument("Length"));
            program.Asm.mov(rax, __[r8]);
            program.Return();
        }),
        ["after the struct"] = new("mov rax,[rcx+0BCh]", "its address is outside the argument struct", program =>
        {
            program.Asm.mov(rax, program.Argument("Scratch", 124));
            program.Return();
        }),
        ["after the constants"] = new("movdqu xmm0,[rel", "its address is outside the kernel's constants", program =>
        {
            program.Asm.movdqu(xmm0, program.Constant(new byte[16]) + 8);
            program.Return();
        }),
        ["gather"] = new("vpgatherdd", "the model does not know this instruction", CpuFeatures.Avx2, program =>
        {
            program.Asm.mov(rax, program.Argument("Key"));
            program.Asm.vpgatherdd(xmm0, __[rax + xmm1], xmm2);
            program.Return();
        }),
        ["secret in scratch memory"] = new("ret", "a secret is left in scratch memory at 16, by", program =>
        {
            program.Claim(16);
            program.Asm.movdqu(xmm0, program.Argument("Block"));
            program.Asm.movdqu(program.Claim(16), xmm0);
            program.Return();
        }),
        ["secret in scratch memory on one of two ways"] = new("ret", "a secret is left in scratch memory at 0, by", program =>
        {
            var (asm, done) = (program.Asm, program.Asm.CreateLabel());
            var cell = program.Claim(8);
            asm.xor(eax, eax);
            asm.mov(rdx, program.Argument("Block"));
            asm.mov(cell, rdx);
            asm.cmp(program.Argument("Length"), rax);
            asm.je(done);
            asm.mov(cell, rax);
            asm.Label(ref done);
            program.Return();
        }),
        ["secret in a vector"] = new("ret", "a secret is left in zmm3", CpuFeatures.Avx, program =>
        {
            program.Asm.vmovdqu(xmm3, program.Argument("Block"));
            program.ReturnAsItIs(3);
        }),
        ["secret in a vector on one of two ways"] = new("ret", "a secret is left in zmm16", Avx512, program =>
        {
            var (asm, done) = (program.Asm, program.Asm.CreateLabel());
            asm.xor(eax, eax);
            asm.vmovdqu64(xmm16, program.Argument("Block"));
            asm.cmp(program.Argument("Length"), rax);
            asm.je(done);
            asm.vpxord(xmm16, xmm16, xmm16);
            asm.Label(ref done);
            program.ReturnAsItIs(16);
        }),
        ["secret in a mask"] = new("ret", "a secret is left in k3", Avx512, program =>
        {
            program.Asm.kmovq(k3, program.Argument("Tag"));
            program.Return();
        }),
        ["secret in a general register"] = new("ret", "a secret is left in r9", program =>
        {
            program.Asm.mov(r9, program.Argument("Tag"));
            program.ReturnAsItIs();
        }),
        ["secret in a public field"] = new("mov [rcx+38h],eax", "stores a secret to Count, which is public", program =>
        {
            program.Asm.mov(eax, program.Argument("Block"));
            program.Asm.mov(program.Argument("Count"), eax);
            program.Return();
        }),
        ["unknown instruction"] = new("rdtsc", "the model does not know this instruction", program =>
        {
            program.Asm.rdtsc();
            program.Return();
        }),
        ["register not saved"] = new("ret", "r12 does not hold what it held on entry", program =>
        {
            program.Asm.xor(r12d, r12d);
            program.Return();
        }),
        ["vector not saved"] = new("ret", "xmm7 does not hold what it held on entry", CpuFeatures.Avx, program =>
        {
            program.Asm.vpxor(xmm7, xmm7, xmm7);
            program.Return();
        }),
        ["register saved after it was written"] = new("ret", "rbx does not hold what it held on entry", program =>
        {
            program.Asm.inc(rbx);
            program.Save(rbx);
            program.Return();
        }),
        ["register restored from another's place"] = new("ret", "rbx does not hold what it held on entry", program =>
        {
            var home = program.Claim(16);
            program.Asm.mov(home, rbx);
            program.Asm.mov(home + 8, r12);
            program.Asm.mov(rbx, home + 8);
            program.Return();
        }),
        ["saved register overwritten in its place"] = new("ret", "rsi does not hold what it held on entry", program =>
        {
            var home = program.Claim(8);
            program.Asm.mov(home, rsi);
            program.Asm.xor(esi, esi);
            program.Asm.mov(home + 2, sil);
            program.Asm.mov(rsi, home);
            program.Return();
        }),
        ["write to the key"] = new("mov [rax+20h],edx", "writes to Key, which is read only", program =>
        {
            program.Asm.mov(rax, program.Argument("Key"));
            program.Asm.add(rax, program.Argument("Length"));
            program.Asm.mov(__[rax + 32], edx);
            program.Return();
        }),
        ["write to one of two regions"] = new("mov [rax],edx", "writes to Key, which is read only", program =>
        {
            program.Asm.mov(rax, program.Argument("Destination"));
            program.Asm.cmp(program.Argument("Length"), rax);
            program.Asm.cmove(rax, program.Argument("Key"));
            program.Asm.mov(__[rax], edx);
            program.Return();
        }),
        ["write to a field"] = new("mov [rcx+10h],rcx", "writes to Length, which is read only", program =>
        {
            program.Asm.mov(program.Argument("Length"), rcx);
            program.Return();
        }),
        ["write to the constants"] = new("movdqu [rel", "writes to its constants, which is read only", program =>
        {
            program.Asm.movdqu(program.Constant(new byte[16]), xmm0);
            program.Return();
        }),
    };

    /// <summary>A program, and what must be said of it.</summary>
    public sealed record Leak(string Instruction, string Complaint, CpuFeatures Requires, Action<SmallProgram> Body)
    {
        public Leak(string instruction, string complaint, Action<SmallProgram> body)
            : this(instruction, complaint, CpuFeatures.None, body)
        {
        }
    }
}
