using System;
using Iced.Intel;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>A kernel of a few instructions, to be caught by a test.</summary>
internal sealed class SmallProgram(string name, InstructionSets requires, Action<SmallProgram> body)
    : KernelProgram(name, requires, Layout)
{
    /// <summary>A struct with a field of every sort.</summary>
    public static ArgumentLayout Layout { get; } = new ArgumentLayout("Small")
        .Pointer("Key")
        .Pointer("Destination", writable: true)
        .Public("Length", 8)
        .Secret("Block", 16)
        .Secret("Tag", 16, writable: true)
        .Public("Count", 4, writable: true)
        .Secret(KernelProgram.Scratch, 128);

    public new AssemblerMemoryOperand Argument(string field, int offset = 0) => base.Argument(field, offset);

    public new AssemblerMemoryOperand Claim(int bytes) => base.Claim(bytes);

    public new void Save(params AssemblerRegister64[] registers) => base.Save(registers);

    public new void Save(params AssemblerRegisterXMM[] registers) => base.Save(registers);

    public new void Return() => base.Return();

    protected override void Body() => body(this);
}
