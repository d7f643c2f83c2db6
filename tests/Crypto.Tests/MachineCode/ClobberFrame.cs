using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// Calls machine code at either entry, on a stack of its own and with a pattern in every register, and tells what has
/// changed. The caller of all this is the runtime, under whatever convention the system has.
/// </summary>
internal sealed unsafe class ClobberFrame : IDisposable
{
    private const int StackBytes = 256 * 1024, StackAbove = 4096, Below = 128, WordBytes = 8, VectorBytes = 16, Registers = 16;

    private const byte Pattern = 0xA5;

    /// <summary>All exceptions masked, and rounding towards zero: not the default, so that resetting it is seen.</summary>
    private const uint RoundTowardsZero = 0x7F80;

    private static readonly ArgumentLayout s_layout = ArgumentLayout.Of<Frame>();

    private readonly byte* _frame = (byte*)NativeMemory.AlignedAlloc((nuint)s_layout.Bytes, 64);
    private readonly byte* _stack = (byte*)NativeMemory.AlignedAlloc(StackBytes, 64);
    private readonly CodePage _harness;

    public ClobberFrame() => _harness = CodePage.Load(new Harness((ulong)_frame).Assemble().Bytes);

    /// <summary>What a call changed of all that the convention preserves, and of memory around the stack pointer.</summary>
    public IEnumerable<string> Call(CodePage page, CallingConvention convention, void* argument)
    {
        var stack = _stack + StackBytes - StackAbove;
        new Span<byte>(_stack, StackBytes).Fill(Pattern);
        Random.Shared.NextBytes(Field("General"));
        Random.Shared.NextBytes(Field("Vectors"));
        Field("GeneralAfter").Clear();
        Words("General")[Register.RSP.GetNumber()] = (ulong)stack;
        Words("General")[convention.Argument.GetNumber()] = (ulong)argument;
        Words("Target")[0] = (ulong)Start(page) + (ulong)convention.Entry;
        MemoryMarshal.Write(Field("Control"), RoundTowardsZero);

        Intrinsics.MachineCode.Call(_harness.Address(default), null);

        return [.. Changes(convention, new Span<byte>(stack, StackAbove), new Span<byte>(stack - WordBytes - Below, Below))];
    }

    public void Dispose()
    {
        NativeMemory.AlignedFree(_frame);
        NativeMemory.AlignedFree(_stack);
    }

    /// <summary>The System V entry, whatever the system's convention.</summary>
    private static byte* Start(CodePage page) =>
        (byte*)page.Address(default) - (OperatingSystem.IsWindows() ? X64Program.WindowsEntry : 0);

    private List<string> Changes(CallingConvention convention, ReadOnlySpan<byte> above, ReadOnlySpan<byte> below)
    {
        var changes = new List<string>();
        foreach (var register in convention.Preserved.Append(Register.RSP))
        {
            var (before, after, bytes) = register.IsXMM()
                ? ("Vectors", "VectorsAfter", VectorBytes)
                : ("General", "GeneralAfter", WordBytes);
            var offset = register.GetNumber() * bytes;
            if (!Field(before).Slice(offset, bytes).SequenceEqual(Field(after).Slice(offset, bytes)))
                changes.Add(register.ToString().ToLowerInvariant());
        }

        if ((Words("FlagsAfter")[0] & (1 << 10)) != 0)
            changes.Add("direction flag");
        if (MemoryMarshal.Read<uint>(Field("ControlAfter")) != RoundTowardsZero)
            changes.Add("mxcsr");
        if (above.ContainsAnyExcept(Pattern))
            changes.Add("the caller's stack");
        if (below.ContainsAnyExcept(Pattern))
            changes.Add("memory below the stack");
        return changes;
    }

    private Span<byte> Field(string name) => new(_frame + s_layout[name].Offset, s_layout[name].Bytes);

    private Span<ulong> Words(string name) => MemoryMarshal.Cast<byte, ulong>(Field(name));

    [StructLayout(LayoutKind.Sequential)]
    private struct Frame
    {
        [Public("a test's pattern")]
        public ulong Target;
        [Public("a test's pattern")]
        public GeneralRegisters General;
        [Public("a test's pattern")]
        public VectorRegisters Vectors;
        [Public("a test's pattern")]
        public uint Control;
        [Public("a test's pattern")]
        public GeneralRegisters GeneralAfter;
        [Public("a test's pattern")]
        public VectorRegisters VectorsAfter;
        [Public("a test's pattern")]
        public ulong FlagsAfter;
        [Public("a test's pattern")]
        public uint ControlAfter;
        [Public("a test's pattern")]
        public ulong HostStack;
        [Public("a test's pattern")]
        public uint HostControl;
        [Public("a test's pattern")]
        public VectorRegisters HostVectors;
    }

    [StructLayout(LayoutKind.Sequential, Size = Registers * WordBytes)]
    private struct GeneralRegisters
    {
        public ulong First;
    }

    [StructLayout(LayoutKind.Sequential, Size = Registers * VectorBytes)]
    private struct VectorRegisters
    {
        public ulong First;
    }

    /// <summary>Called by the runtime; what it must preserve itself goes to the stack and the frame.</summary>
    private sealed class Harness(ulong frame) : X64Program("Harness", CpuFeatures.None, s_layout)
    {
        private static readonly AssemblerRegister64[] s_hosts = [rbx, rbp, rsi, rdi, r12, r13, r14, r15];

        private static readonly AssemblerRegister64[] s_general =
            [rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15];

        private static readonly AssemblerRegisterXMM[] s_vectors =
            [xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6, xmm7, xmm8, xmm9, xmm10, xmm11, xmm12, xmm13, xmm14, xmm15];

        protected override void Body()
        {
            foreach (var register in s_hosts)
                Asm.push(register);
            Asm.mov(rax, frame);
            Asm.mov(At("HostStack"), rsp);
            Asm.stmxcsr(At("HostControl"));
            for (var i = 0; i < Registers; i++)
            {
                Asm.movdqu(At("HostVectors", i * VectorBytes), s_vectors[i]);
                Asm.movdqu(s_vectors[i], At("Vectors", i * VectorBytes));
            }

            Asm.ldmxcsr(At("Control"));
            for (var i = 1; i < Registers; i++)
                Asm.mov(s_general[i], At("General", i * WordBytes));
            Asm.call(__qword_ptr[At("Target")]);

            Asm.mov(rax, frame);
            for (var i = 1; i < Registers; i++)
                Asm.mov(At("GeneralAfter", i * WordBytes), s_general[i]);
            Asm.mov(rsp, At("HostStack"));
            Asm.pushfq();
            Asm.pop(rdx);
            Asm.mov(At("FlagsAfter"), rdx);
            Asm.cld();
            Asm.stmxcsr(At("ControlAfter"));
            Asm.ldmxcsr(At("HostControl"));
            for (var i = 0; i < Registers; i++)
            {
                Asm.movdqu(At("VectorsAfter", i * VectorBytes), s_vectors[i]);
                Asm.movdqu(s_vectors[i], At("HostVectors", i * VectorBytes));
            }

            foreach (var register in s_hosts.Reverse())
                Asm.pop(register);
            Return();
        }

        private AssemblerMemoryOperand At(string field, int offset = 0) => __[rax + (Arguments[field].Offset + offset)];
    }
}
