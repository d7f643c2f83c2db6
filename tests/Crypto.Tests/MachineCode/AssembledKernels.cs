using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>Every kernel for x64 of every family, assembled once, by family and name.</summary>
internal static class AssembledKernels
{
    private static readonly Dictionary<string, KernelCode> s_all = Families.X64
        .SelectMany(
            family => family.Kernels, (family, kernel) => (Name: family.Name + "." + kernel.Code.Program.Name, kernel.Code))
        .ToDictionary(kernel => kernel.Name, kernel => kernel.Code);

    /// <summary>The rows of a theory.</summary>
    public static IEnumerable<string> Names => s_all.Keys;

    public static KernelCode Find(string name) => s_all[name];
}
