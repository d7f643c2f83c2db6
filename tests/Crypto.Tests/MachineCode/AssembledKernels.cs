using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>Every kernel of every family, assembled once, by family and name.</summary>
internal static class AssembledKernels
{
    private static readonly Dictionary<string, KernelCode> s_all = Families.All
        .SelectMany(
            family => family.Kernels, (family, kernel) => (Name: family.Name + "." + kernel.Code.Program.Name, kernel.Code))
        .ToDictionary(kernel => kernel.Name, kernel => kernel.Code);

    /// <summary>Those for x64: the rows of a theory.</summary>
    public static IEnumerable<string> Names => s_all.Where(kernel => kernel.Value.Program is X64Program).Select(kernel => kernel.Key);

    public static IEnumerable<string> Arm64Names => s_all.Keys.Except(Names);

    public static KernelCode Find(string name) => s_all[name];
}
