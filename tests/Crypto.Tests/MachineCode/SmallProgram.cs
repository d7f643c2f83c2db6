using System;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>A struct with a field of every sort.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct SmallArguments
{
    public byte* Key;
    [Written]
    public byte* Destination;
    [Public("a length")]
    public long Length;
    [Secret]
    public Block128 Block;
    [Secret, Written]
    public Block128 Tag;
    [Public("a count"), Written]
    public int Count;
    public SmallScratch Scratch;
}

[StructLayout(LayoutKind.Sequential, Size = 128)]
internal struct SmallScratch
{
    public ulong First;
}

/// <summary>A kernel of a few instructions, to be caught by a test.</summary>
internal sealed class SmallProgram(string name, CpuFeatures requires, Action<SmallProgram> body)
    : X64Program(name, requires, Layout)
{
    public static ArgumentLayout Layout { get; } = ArgumentLayout.Of<SmallArguments>();

    /// <summary>Whether the System V entry moves the argument to where the body looks for it.</summary>
    public bool MovesArgument { get; init; } = true;

    public new AssemblerMemoryOperand Argument(string field, int offset = 0) => base.Argument(field, offset);

    public new AssemblerMemoryOperand Claim(int bytes) => base.Claim(bytes);

    public new void Save(params AssemblerRegister64[] registers) => base.Save(registers);

    public new void Save(params AssemblerRegisterXMM[] registers) => base.Save(registers);

    /// <summary>Returns with registers and masks cleared, so that a program has no fault but its own.</summary>
    public void Return()
    {
        foreach (var register in (AssemblerRegister32[])[eax, edx, r8d, r9d, r10d, r11d])
            Asm.xor(register, register);
        foreach (var mask in (AssemblerRegisterK[])(Requires.HasFlag(CpuFeatures.Avx512) ? [k1, k2] : []))
            Asm.kxorq(mask, mask, mask);
        base.Return();
    }

    public void ReturnAsItIs(params int[] publicVectors) => base.Return(publicVectors);

    protected override void EnterBySystemV()
    {
        if (MovesArgument)
            base.EnterBySystemV();
        else
            Asm.nop(3);
    }

    protected override void Body() => body(this);
}
