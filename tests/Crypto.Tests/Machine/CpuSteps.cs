using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;
using AssemblerVectors = ManagedCrypto.KernelAssembler.Vectors;

namespace ManagedCrypto.Tests.Machine;

/// <summary>Single instructions, which the CPU executes on given registers.</summary>
internal sealed unsafe class CpuSteps : IDisposable
{
    /// <summary>The stack is the memory below the frame. Signal handlers of the runtime may run on it.</summary>
    private const int StackBytes = 256 * 1024;

    private static readonly AssemblerRegister64[] s_general =
        [rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15];

    private static readonly AssemblerRegister64[] s_hosts = [rbx, rbp, r12, r13, r14, r15];

    private static readonly AssemblerRegisterK[] s_masks = [k0, k1, k2, k3, k4, k5, k6, k7];

    private readonly byte* _memory = (byte*)NativeMemory.AlignedAlloc((nuint)(StackBytes + sizeof(Frame)), 64);
    private readonly List<int> _offsets = [];
    private readonly CodePage _page;

    public CpuSteps(IEnumerable<Instruction> instructions)
    {
        using var code = new MemoryStream();
        var harness = Harness();
        code.Write(harness);
        foreach (var instruction in instructions)
        {
            _offsets.Add((int)code.Length);
            var encoder = Encoder.Create(64, new StreamCodeWriter(code));
            encoder.Encode(instruction, 0);
            encoder.Encode(Instruction.Create(Code.Retnq), 0);
        }

        _page = CodePage.Load(code.ToArray());
    }

    public static bool HasAvx512 => (Cpu.ForMachineCode & CpuFeatures.Avx512) != CpuFeatures.None;

    private Frame* Registers => (Frame*)(_memory + StackBytes);

    /// <summary>Executes the instruction with a number.</summary>
    public CpuRegisters Run(int index, in CpuRegisters before)
    {
        // What this CPU does not have is as it was.
        (Registers->Before, Registers->After) = (before, before);
        Registers->Target = (ulong)_page.Address(new CodeEntry(_offsets[index], CpuFeatures.None));
        Intrinsics.MachineCode.CallBriefly(_page.Address(default), Registers);
        return Registers->After;
    }

    public void Dispose() => NativeMemory.AlignedFree(_memory);

    /// <summary>For System V: the frame's address is in rdi. The frame is the stack, so that all other registers are free.</summary>
    private static byte[] Harness()
    {
        var asm = new Assembler(64);
        foreach (var register in s_hosts)
            asm.push(register);
        asm.mov(__[rdi + Offset(nameof(Frame.HostStack))], rsp);
        asm.mov(rsp, rdi);
        Move(asm, Offset(nameof(Frame.Before)), isLoad: true);
        asm.call(__qword_ptr[rsp + Offset(nameof(Frame.Target))]);
        Move(asm, Offset(nameof(Frame.After)), isLoad: false);
        asm.mov(rsp, __[rsp + Offset(nameof(Frame.HostStack))]);
        asm.vzeroupper();
        foreach (var register in s_hosts.Reverse())
            asm.pop(register);
        asm.ret();
        using var code = new MemoryStream();
        asm.Assemble(new StreamCodeWriter(code), 0);
        return code.ToArray();
    }

    private static void Move(Assembler asm, int offset, bool isLoad)
    {
        if (isLoad)
            MoveFlags(asm, offset, isLoad);
        for (var i = 0; i < (HasAvx512 ? 32 : 16); i++)
        {
            var place = __[rsp + (offset + (int)Marshal.OffsetOf<CpuRegisters>(nameof(CpuRegisters.Vectors)) + (64 * i))];
            switch (HasAvx512, isLoad)
            {
                case (true, true):
                    asm.vmovdqu64(AssemblerVectors.Z(i), place);
                    break;
                case (true, false):
                    asm.vmovdqu64(place, AssemblerVectors.Z(i));
                    break;
                case (false, true):
                    asm.vmovdqu(AssemblerVectors.Y(i), place);
                    break;
                default:
                    asm.vmovdqu(place, AssemblerVectors.Y(i));
                    break;
            }
        }

        for (var i = 0; HasAvx512 && i < s_masks.Length; i++)
        {
            var place = __qword_ptr[rsp + (offset + (int)Marshal.OffsetOf<CpuRegisters>(nameof(CpuRegisters.Masks)) + (8 * i))];
            if (isLoad)
                asm.kmovq(s_masks[i], place);
            else
                asm.kmovq(place, s_masks[i]);
        }

        for (var i = 0; i < s_general.Length; i++)
        {
            var place = __qword_ptr[rsp + (offset + (8 * i))];
            if (s_general[i] == rsp)
                continue;
            if (isLoad)
                asm.mov(s_general[i], place);
            else
                asm.mov(place, s_general[i]);
        }

        if (!isLoad)
            MoveFlags(asm, offset, isLoad);
    }

    private static void MoveFlags(Assembler asm, int offset, bool isLoad)
    {
        var flags = __qword_ptr[rsp + (offset + (int)Marshal.OffsetOf<CpuRegisters>(nameof(CpuRegisters.Flags)))];
        if (isLoad)
        {
            asm.push(flags);
            asm.popfq();
        }
        else
        {
            asm.pushfq();
            asm.pop(flags);
        }
    }

    private static int Offset(string field) => (int)Marshal.OffsetOf<Frame>(field);

    [StructLayout(LayoutKind.Sequential)]
    private struct Frame
    {
        public CpuRegisters Before;
        public CpuRegisters After;
        public ulong Target;
        public ulong HostStack;
    }
}
