using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using System.Text;

namespace ManagedCrypto.Benchmarks;

/// <summary>What figures depend on, besides the code.</summary>
internal static class Machine
{
    public static MachineInfo Info { get; } = new()
    {
        Name = X86Base.IsSupported ? BrandString()
            : FromLinux("CPU part") is { } part ? "CPU part " + part
            : RuntimeInformation.ProcessArchitecture.ToString(),
        Family = X86Base.IsSupported ? ((Version >> 8) & 0xF) + ((Version >> 20) & 0xFF) : null,
        Model = X86Base.IsSupported ? ((Version >> 4) & 0xF) | ((Version >> 12) & 0xF0) : null,
        Cores = Environment.ProcessorCount,
        ClockMHz = double.TryParse(FromLinux("cpu MHz"), CultureInfo.InvariantCulture, out var clock) ? clock : null,
        System = RuntimeInformation.OSDescription,
        Architecture = RuntimeInformation.ProcessArchitecture.ToString(),
    };

    public static string Runtime => RuntimeInformation.FrameworkDescription;

    private static int Version => X86Base.CpuId(1, 0).Eax;

    private static string BrandString()
    {
        const int FirstLeaf = unchecked((int)0x80000002);
        const int Leaves = 3;
        var registers = Enumerable.Range(FirstLeaf, Leaves)
            .Select(leaf => X86Base.CpuId(leaf, 0))
            .SelectMany(leaf => new[] { leaf.Eax, leaf.Ebx, leaf.Ecx, leaf.Edx });
        return Encoding.ASCII.GetString([.. registers.SelectMany(BitConverter.GetBytes)]).Trim('\0', ' ');
    }

    /// <summary>What Linux says of the first CPU. On Arm64, the number of its design is all that there is.</summary>
    private static string? FromLinux(string name) => !OperatingSystem.IsLinux() ? null
        : File.ReadLines("/proc/cpuinfo")
            .FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal))?
            .Split(':', 2)[^1].Trim();
}

/// <summary>A machine, as the file of results has it.</summary>
internal sealed record MachineInfo
{
    public required string Name { get; init; }

    /// <summary>CPUID's family, the extended part added; null on other architectures than x64.</summary>
    public int? Family { get; init; }

    public int? Model { get; init; }

    /// <summary>CPUs that this process may use.</summary>
    public required int Cores { get; init; }

    /// <summary>As the system tells it, which is rarely the clock that a busy core has.</summary>
    public double? ClockMHz { get; init; }

    public required string System { get; init; }

    public required string Architecture { get; init; }

    /// <summary>The CPU in a line.</summary>
    public string Cpu => Family is null ? Name : $"{Name} (family {Family}, model {Model})";

    public bool IsSameCpuAs(MachineInfo other) => Cpu == other.Cpu;
}
