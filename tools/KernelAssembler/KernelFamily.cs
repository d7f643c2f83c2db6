using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler.Arm64;

namespace ManagedCrypto.KernelAssembler;

/// <summary>A size that the library must know of a family's programs: a constant of the generated class.</summary>
internal sealed record FamilyConstant(string Name, int Value, string Summary);

/// <summary>Kernels that are loaded together: one generated file, one image in memory.</summary>
internal sealed class KernelFamily
{
    /// <summary>Entries lie on boundaries of cache lines.</summary>
    public const int Alignment = 64;

    public KernelFamily(string name, IEnumerable<KernelProgram> programs, params FamilyConstant[] constants)
    {
        Name = name;
        Constants = constants;
        var offset = 0;
        Kernels = [.. programs.Select(program =>
        {
            var kernel = (Offset: offset, Code: program.Assemble());
            offset += (kernel.Code.Bytes.Length + Alignment - 1) & -Alignment;
            return kernel;
        })];
    }

    public string Name { get; }

    /// <summary>The same for Arm64, with the same scratch memory. Its name has the architecture at its end.</summary>
    public KernelFamily? Arm64 { get; init; }

    public bool IsArm64 => Kernels[0].Code.Program is A64Program;

    /// <summary>The class that holds the bytes.</summary>
    public string ClassName => Name + "Code";

    /// <summary>The struct that holds what a call keeps in memory.</summary>
    public string ScratchName => Name + KernelProgram.Scratch;

    /// <summary>Bytes that a call claims at most, on either architecture.</summary>
    public int ScratchBytes => Math.Max(Kernels.Max(kernel => kernel.Code.ScratchBytes), Arm64?.ScratchBytes ?? 0);

    public string FileName => ClassName + ".g.cs";

    public IReadOnlyList<FamilyConstant> Constants { get; }

    public IReadOnlyList<(int Offset, KernelCode Code)> Kernels { get; }
}
