using System;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Arm64;

namespace ManagedCrypto.Mutants.Arm64;

/// <summary>One word of a kernel that is another.</summary>
/// <param name="Kernel">The kernel as it is.</param>
/// <param name="Place">Where the word is.</param>
/// <param name="Word">What it becomes.</param>
internal sealed record A64Mutant(KernelCode Kernel, int Place, uint Word)
{
    public bool IsInstruction => Place < Kernel.InstructionBytes;

    private uint Original => BitConverter.ToUInt32(Kernel.Bytes, Place);

    /// <summary>As one that no theorem refutes.</summary>
    /// <param name="family">The kernel's.</param>
    public Survivor Survive(string family) => new(
        family,
        Kernel.Program.Name,
        IsInstruction ? Text(Original) : $"constant {Original:X8}",
        !IsInstruction ? Mutant.OneMore : Word == A64Instructions.Nop.Bits ? Mutant.Nothing : Text(Word),
        $"{Place:x4}",
        Why: null);

    private static string Text(uint word) => A64Instructions.Of(word).Format(word);
}
