using System;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Arm64;

namespace ManagedCrypto.Mutants.Arm64;

/// <summary>One word of a kernel that is another.</summary>
/// <param name="Kernel">The kernel as it is.</param>
/// <param name="Offset">Where the word is.</param>
/// <param name="Word">What it becomes.</param>
internal sealed record A64Mutant(KernelCode Kernel, int Offset, uint Word) : IMutant
{
    /// <inheritdoc/>
    public byte[] Bytes => BitConverter.GetBytes(Word);

    /// <inheritdoc/>
    public bool IsInstruction => Offset < Kernel.InstructionBytes;

    private uint Original => BitConverter.ToUInt32(Kernel.Bytes, Offset);

    /// <inheritdoc/>
    public Survivor Survive(string kernel) => new(
        kernel,
        Kernel.Program.Name,
        IsInstruction ? Text(Original) : $"constant {Original:X8}",
        !IsInstruction ? Mutant.OneMore : Word == A64Instructions.Nop.Bits ? Mutant.Nothing : Text(Word),
        $"{Offset:x4}",
        Why: null);

    private static string Text(uint word) => A64Instructions.Of(word).Format(word);
}
