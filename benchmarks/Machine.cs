using System;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using System.Text;

namespace ManagedCrypto.Benchmarks;

/// <summary>What figures depend on, besides the code.</summary>
internal static class Machine
{
    public static string Cpu { get; } =
        X86Base.IsSupported ? BrandString() : ModelFromLinux() ?? RuntimeInformation.ProcessArchitecture.ToString();

    public static string System { get; } =
        string.Join(
            ", ",
            RuntimeInformation.OSDescription,
            RuntimeInformation.ProcessArchitecture,
            RuntimeInformation.FrameworkDescription);

    private static string BrandString()
    {
        const int FirstLeaf = unchecked((int)0x80000002);
        const int Leaves = 3;
        var registers = Enumerable.Range(FirstLeaf, Leaves)
            .Select(leaf => X86Base.CpuId(leaf, 0))
            .SelectMany(leaf => new[] { leaf.Eax, leaf.Ebx, leaf.Ecx, leaf.Edx });
        var brand = Encoding.ASCII.GetString([.. registers.SelectMany(BitConverter.GetBytes)]).Trim('\0', ' ');
        var (version, _, _, _) = X86Base.CpuId(1, 0);
        var family = ((version >> 8) & 0xF) + ((version >> 20) & 0xFF);
        var model = ((version >> 4) & 0xF) | ((version >> 12) & 0xF0);
        return $"{brand} (family {family}, model {model})";
    }

    // On Arm64, the number of its design.
    private static string? ModelFromLinux() => !OperatingSystem.IsLinux() ? null
        : File.ReadLines("/proc/cpuinfo")
            .FirstOrDefault(line => line.StartsWith("CPU part", StringComparison.Ordinal))?
            .Replace("\t", "", StringComparison.Ordinal);
}
