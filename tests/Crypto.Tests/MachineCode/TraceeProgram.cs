using System;
using System.IO;
using System.Runtime.Intrinsics.X86;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// A program for Linux on x64, without a runtime, that calls one kernel with the trap flag set: the CPU stops before each
/// instruction, and the program's own signal handler writes down the registers. It needs no tracer and no privilege, and all
/// that it reads and writes, the stack included, has a fixed address. From its input it reads <see cref="MemoryBytes"/> bytes
/// to <see cref="Memory"/>, calls the kernel with that address, writes the trace to its output (its bytes as a number of 64
/// bits, then the records), and begins again.
/// </summary>
internal static class TraceeProgram
{
    /// <summary>Where the argument struct and all buffers lie, of which the struct is first.</summary>
    public const ulong Memory = 0x1000_0000;

    public const int MemoryBytes = 96 * 1024;

    public const ulong Kernel = Image + (2 * PageBytes);

    /// <summary>Of a record: the registers in the order of the kernel's <c>struct sigcontext</c>, and k0 to k7.</summary>
    public const int RecordWords = GeneralWords + MaskWords;

    public const int InstructionPointer = 16;

    public const int GeneralWords = 18;

    private const int MaskWords = 8, WordBytes = 8, PageBytes = 4096, StackBytes = 64 * 1024, LogBytes = 16 * 1024 * 1024;

    private const ulong Image = 0x40_0000, Stack = Memory + MemoryBytes + StackBytes, Log = Stack + PageBytes;

    /// <summary>Flags: the trap flag, the interrupt flag, and the bit that is always set.</summary>
    private const int TrapFlag = 0x100, Stepping = TrapFlag | 0x202;

    /// <summary>Offsets in <c>struct ucontext</c>: registers, the flags among them, and the pointer to what XSAVE wrote.</summary>
    private const int General = 40, Flags = General + (17 * WordBytes), Extended = General + (23 * WordBytes);

    private const int Read = 0, Write = 1, SetSignalHandler = 13, ReturnFromHandler = 15, Exit = 60;

    private const int SignalOfTraps = 5, WithThreeArguments = 4, WithRestorer = 0x0400_0000;

    /// <summary>In every register that a kernel may not rely on.</summary>
    private const ulong Pattern = 0x5A5A_5A5A_5A5A_5A5A;

    private static readonly AssemblerRegister64[] s_general =
        [rax, rbx, rcx, rdx, rsi, rbp, r8, r9, r10, r11, r12, r13, r14, r15];

    /// <summary>Where XSAVE writes k0 to k7; without AVX-512 it is something else, which nothing reads.</summary>
    private static int MaskOffset => Cpu.ForMachineCode.HasFlag(CpuFeatures.Avx512) ? X86Base.CpuId(0xD, 5).Ebx : 0;

    /// <summary>The file to run.</summary>
    public static byte[] Build(KernelCode kernel)
    {
        var image = new byte[(2 * PageBytes) + kernel.Bytes.Length];
        WriteHeaders(new BinaryWriter(new MemoryStream(image)), image.Length);
        Harness(kernel.InstructionBytes).CopyTo(image, PageBytes);
        kernel.Bytes.CopyTo(image, 2 * PageBytes);
        return image;
    }

    /// <summary>An ELF file of two segments: this file, to be read and run, and memory.</summary>
    private static void WriteHeaders(BinaryWriter file, int fileBytes)
    {
        const int HeaderBytes = 64, SegmentBytes = 56, Executable = 2, X64 = 62;
        const int Load = 1, MayExecute = 1, MayWrite = 2, MayRead = 4;
        file.Write([0x7F, .. "ELF"u8, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        file.Write((ushort)Executable);
        file.Write((ushort)X64);
        file.Write(1);
        file.Write(Image + PageBytes);
        file.Write((ulong)HeaderBytes);
        file.Write(0UL);
        file.Write(0);
        foreach (var number in (ReadOnlySpan<ushort>)[HeaderBytes, SegmentBytes, 2, 0, 0, 0])
            file.Write(number);
        Segment(MayRead | MayExecute, Image, fileBytes, fileBytes);
        Segment(MayRead | MayWrite, Memory, 0, (int)(Log - Memory) + LogBytes);

        void Segment(int rights, ulong address, int bytesInFile, int bytes)
        {
            file.Write(Load);
            file.Write(rights);
            file.Write(0UL);
            file.Write(address);
            file.Write(address);
            file.Write((ulong)bytesInFile);
            file.Write((ulong)bytes);
            file.Write((ulong)PageBytes);
        }
    }

    private static byte[] Harness(int kernelBytes)
    {
        var asm = new Assembler(64);
        var (next, more, end) = (asm.CreateLabel(), asm.CreateLabel(), asm.CreateLabel());
        asm.mov(rsp, Stack);
        EmitHandler(asm, next, kernelBytes);

        asm.Label(ref next);
        asm.mov(rbx, Memory);
        asm.mov(r12d, MemoryBytes);
        asm.Label(ref more);
        asm.mov(rsi, rbx);
        asm.mov(rdx, r12);
        EmitSystemCall(asm, Read, 0);
        asm.test(rax, rax);
        asm.jle(end);
        asm.add(rbx, rax);
        asm.sub(r12, rax);
        asm.jne(more);

        asm.mov(rax, Log);
        asm.mov(__qword_ptr[rax], 0);
        foreach (var register in s_general)
            asm.mov(register, Pattern);
        asm.mov(rdi, Memory);
        asm.push(Stepping);
        asm.popfq();
        asm.call(Kernel);

        asm.mov(rsi, Log);
        asm.mov(rdx, __[rsi]);
        asm.add(rdx, WordBytes);
        EmitSystemCall(asm, Write, 1);
        asm.jmp(next);

        asm.Label(ref end);
        EmitSystemCall(asm, Exit, 0);
        using var code = new MemoryStream();
        asm.Assemble(new StreamCodeWriter(code), Image + PageBytes);
        return code.ToArray();
    }

    /// <summary>
    /// Sets the handler, and goes on after it. It writes a record, and takes the trap flag away after the kernel's return. A
    /// trace that is too long is cut off.
    /// </summary>
    private static void EmitHandler(Assembler asm, Label next, int kernelBytes)
    {
        var (handler, step, leave, restorer) = (asm.CreateLabel(), asm.CreateLabel(), asm.CreateLabel(), asm.CreateLabel());
        asm.push(0);
        asm.lea(rax, __[restorer]);
        asm.push(rax);
        asm.push(WithThreeArguments | WithRestorer);
        asm.lea(rax, __[handler]);
        asm.push(rax);
        asm.mov(rsi, rsp);
        asm.xor(edx, edx);
        asm.mov(r10d, WordBytes);
        EmitSystemCall(asm, SetSignalHandler, SignalOfTraps);
        asm.jmp(next);

        asm.Label(ref handler);
        asm.mov(r8, Log);
        asm.mov(r9, __[r8]);
        asm.lea(rdi, __[r8 + r9 + WordBytes]);
        asm.lea(rsi, __[rdx + General]);
        asm.mov(ecx, GeneralWords);
        asm.rep.movsq();
        asm.mov(rsi, __[rdx + Extended]);
        asm.add(rsi, MaskOffset);
        asm.mov(ecx, MaskWords);
        asm.rep.movsq();
        asm.add(r9, RecordWords * WordBytes);
        asm.mov(__[r8], r9);

        asm.cmp(r9, LogBytes - (2 * RecordWords * WordBytes));
        asm.ja(leave);
        asm.mov(rax, __[rdx + General + (InstructionPointer * WordBytes)]);
        asm.mov(rcx, Kernel);
        asm.sub(rax, rcx);
        asm.cmp(rax, kernelBytes);
        asm.jb(step);
        asm.Label(ref leave);
        asm.and(__qword_ptr[rdx + Flags], ~TrapFlag);
        asm.Label(ref step);
        asm.ret();

        asm.Label(ref restorer);
        EmitSystemCall(asm, ReturnFromHandler, 0);
    }

    private static void EmitSystemCall(Assembler asm, int number, int firstArgument)
    {
        asm.mov(edi, firstArgument);
        asm.mov(eax, number);
        asm.syscall();
    }
}
