using System;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// What is in this CPU's registers, as many and as wide as it has them, whatever the runtime makes of them: vectors, masks, and general
/// registers but rsp, and rax, by which the memory is reached. The routines are called as managed code is, since the runtime's transition
/// to other code would overwrite some.
/// </summary>
internal static unsafe class Registers
{
    private const int VectorBytes = 64, WordBytes = 8, MostVectors = 32, Masks = 8;
    private const int MaskOffset = MostVectors * VectorBytes, GeneralOffset = MaskOffset + (Masks * WordBytes), Bytes = GeneralOffset + (16 * WordBytes);

    private static readonly AssemblerRegister64[] s_general = [rbx, rbp, rcx, rdx, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15];

    private static readonly int s_vectorBits = AskVectorBits();

    private static readonly byte* s_memory = (byte*)NativeMemory.AlignedAlloc(Bytes, VectorBytes);

    /// <summary>Writes all of them to memory; called without arguments.</summary>
    public static readonly delegate*<void> Write = Map(EmitWrite);

    /// <summary>Sets all bits of the vectors, where no convention but that of Windows wants some back.</summary>
    public static readonly delegate*<void> FillVectors = Map(EmitFillVectors);

    /// <summary>Leaves the first 16 bytes of some memory in the last vector, and the first 8 in a general register that no call keeps.</summary>
    public static readonly delegate*<byte*, void> Leave = (delegate*<byte*, void>)Map(EmitLeave);

    /// <summary>Leaves the first 16 bytes of some memory in every vector.</summary>
    public static readonly delegate*<byte*, void> LeaveInVectors = (delegate*<byte*, void>)Map(EmitLeaveInVectors);

    public static bool AreRead => OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture == Architecture.X64;

    public static int VectorCount => s_vectorBits == 512 ? MostVectors : 16;

    /// <summary>What a vector held, in as many bytes as the CPU's have.</summary>
    public static ReadOnlySpan<byte> Vector(int number) => new(s_memory + (number * VectorBytes), s_vectorBits / 8);

    /// <summary>What masks and general registers held.</summary>
    public static ReadOnlySpan<byte> Words => new(s_memory + MaskOffset, Bytes - MaskOffset);

    /// <summary>By what Linux says, since the runtime's knobs hide from a process what its registers have all the same.</summary>
    private static int AskVectorBits()
    {
        var flags = File.ReadLines("/proc/cpuinfo").First(line => line.StartsWith("flags", StringComparison.Ordinal)).Split(' ');
        return flags.Contains("avx512vl") && flags.Contains("avx512bw") ? 512 : flags.Contains("avx") ? 256 : 128;
    }

    private static void EmitWrite(Assembler asm)
    {
        asm.mov(rax, (ulong)s_memory);
        for (var i = 0; i < VectorCount; i++)
        {
            var to = rax + (i * VectorBytes);
            if (s_vectorBits == 512)
                asm.vmovdqu64(__[to], new AssemblerRegisterZMM(Register.ZMM0 + i));
            else if (s_vectorBits == 256)
                asm.vmovdqu(__[to], new AssemblerRegisterYMM(Register.YMM0 + i));
            else
                asm.movdqu(__[to], new AssemblerRegisterXMM(Register.XMM0 + i));
        }

        for (var i = 0; s_vectorBits == 512 && i < Masks; i++)
            asm.kmovq(__[rax + (MaskOffset + (i * WordBytes))], new AssemblerRegisterK(Register.K0 + i));
        for (var i = 0; i < s_general.Length; i++)
            asm.mov(__[rax + (GeneralOffset + (i * WordBytes))], s_general[i]);
        asm.ret();
    }

    private static void EmitFillVectors(Assembler asm)
    {
        const byte True = 0x0F, Ones = 0xFF;
        for (var i = 0; i < VectorCount; i++)
        {
            AssemblerRegisterXMM xmm = new(Register.XMM0 + i);
            AssemblerRegisterYMM ymm = new(Register.YMM0 + i);
            AssemblerRegisterZMM zmm = new(Register.ZMM0 + i);
            if (s_vectorBits == 512)
                asm.vpternlogd(zmm, zmm, zmm, Ones);
            else if (s_vectorBits == 256)
                asm.vcmpps(ymm, ymm, ymm, True);
            else
                asm.pcmpeqd(xmm, xmm);
        }

        asm.ret();
    }

    private static void EmitLeave(Assembler asm)
    {
        asm.mov(r9, __[rdi]);
        if (s_vectorBits == 512)
            asm.vmovdqu64(new AssemblerRegisterXMM(Register.XMM0 + VectorCount - 1), __[rdi]);
        else
            asm.movdqu(new AssemblerRegisterXMM(Register.XMM0 + VectorCount - 1), __[rdi]);
        asm.ret();
    }

    private static void EmitLeaveInVectors(Assembler asm)
    {
        for (var i = 0; i < VectorCount; i++)
        {
            AssemblerRegisterXMM xmm = new(Register.XMM0 + i);
            if (s_vectorBits == 512)
                asm.vmovdqu64(xmm, __[rdi]);
            else
                asm.movdqu(xmm, __[rdi]);
        }

        asm.ret();
    }

    private static delegate*<void> Map(Action<Assembler> emit)
    {
        var asm = new Assembler(64);
        emit(asm);
        using var code = new MemoryStream();
        asm.Assemble(new StreamCodeWriter(code), 0);
        return (delegate*<void>)ExecutableMemory.Map(code.ToArray(), out _);
    }
}
