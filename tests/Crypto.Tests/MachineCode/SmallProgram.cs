using System;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>A struct with a field of every sort.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct SmallArguments
{
    public byte* Key;
    public byte* Destination;
    public long Length;
    public Block128 Block;
    public Block128 Tag;
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
    : KernelProgram(name, requires, Layout)
{
    public static ArgumentLayout Layout { get; } = ArgumentLayout.Of<SmallArguments>(
        publics: ["Length", "Count"], secrets: ["Block", "Tag"], written: ["Destination", "Tag", "Count"]);

    public new AssemblerMemoryOperand Argument(string field, int offset = 0) => base.Argument(field, offset);

    public new AssemblerMemoryOperand Claim(int bytes) => base.Claim(bytes);

    public new void Save(params AssemblerRegister64[] registers) => base.Save(registers);

    public new void Save(params AssemblerRegisterXMM[] registers) => base.Save(registers);

    public new void Return() => base.Return();

    protected override void Body() => body(this);
}
