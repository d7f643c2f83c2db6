using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.KernelAssembler;

/// <summary>One kernel, as a program that emits its instructions: an <see cref="X64Program"/>, or an <see cref="Arm64.A64Program"/>.</summary>
internal abstract class KernelProgram(string name, CpuFeatures requires, ArgumentLayout arguments)
{
    /// <summary>The field of an argument struct in which registers are saved and spilled.</summary>
    public const string Scratch = "Scratch";

    /// <summary>What the kernel does, its instruction set last: the name of its entry in C#.</summary>
    public string Name { get; } = name;

    public CpuFeatures Requires { get; } = requires;

    public ArgumentLayout Arguments { get; } = arguments;

    /// <summary>Emits the kernel.</summary>
    public abstract KernelCode Assemble();

    /// <summary>The instructions of a kernel, as one reads them.</summary>
    public abstract IEnumerable<(int Offset, int Bytes, string Text)> List(KernelCode code);
}

/// <summary>
/// An assembled kernel: its instructions, followed by its constants; and the pieces of scratch memory that it claimed, by
/// their offsets in the argument struct.
/// </summary>
internal sealed record KernelCode(
    KernelProgram Program, byte[] Bytes, int InstructionBytes, IReadOnlyList<(int Offset, int Bytes)> Claims)
{
    public int ScratchBytes => Claims.Sum(claim => claim.Bytes);
}
