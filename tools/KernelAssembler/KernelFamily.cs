using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.KernelAssembler;

/// <summary>Kernels that are loaded together: one generated file, one image in memory.</summary>
internal sealed class KernelFamily
{
    /// <summary>Entries lie on boundaries of cache lines.</summary>
    public const int Alignment = 64;

    public KernelFamily(string name, IEnumerable<KernelProgram> programs)
    {
        Name = name;
        var offset = 0;
        Kernels = [.. programs.Select(program =>
        {
            var kernel = (Offset: offset, Code: program.Assemble());
            offset += (kernel.Code.Bytes.Length + Alignment - 1) & -Alignment;
            return kernel;
        })];
    }

    public string Name { get; }

    /// <summary>The class that holds the bytes.</summary>
    public string ClassName => Name + "Code";

    public string FileName => ClassName + ".g.cs";

    public IReadOnlyList<(int Offset, KernelCode Code)> Kernels { get; }
}
