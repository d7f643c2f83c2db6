using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>
/// What this process ought to use, worked out from what Linux says of the CPU and from the knobs and switches in force, and
/// not from the code under test.
/// </summary>
internal static class ExpectedDispatch
{
    private const CpuFeatures Avx2AndWider =
        CpuFeatures.Avx2 | CpuFeatures.Bmi2 | CpuFeatures.Vaes | CpuFeatures.Vpclmulqdq | CpuFeatures.Avx512;

    /// <summary>The flags of /proc/cpuinfo that make up each feature.</summary>
    private static readonly Dictionary<CpuFeatures, string[]> s_flags = new()
    {
        [CpuFeatures.Ssse3] = ["ssse3"],
        [CpuFeatures.Sse41] = ["sse4_1"],
        [CpuFeatures.AesNi] = ["aes"],
        [CpuFeatures.Pclmulqdq] = ["pclmulqdq"],
        [CpuFeatures.Avx] = ["avx"],
        [CpuFeatures.Avx2] = ["avx2"],
        [CpuFeatures.Bmi2] = ["bmi2"],
        [CpuFeatures.ShaNi] = ["sha_ni"],
        [CpuFeatures.Vaes] = ["vaes"],
        [CpuFeatures.Vpclmulqdq] = ["vpclmulqdq"],
        [CpuFeatures.Avx512] = ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"],
    };

    /// <summary>What each variable, set to 0, takes away: the extension itself and all that .NET builds upon it.</summary>
    private static readonly Dictionary<string, CpuFeatures> s_closedBy = new()
    {
        ["DOTNET_EnableHWIntrinsic"] = ~CpuFeatures.None,
        ["DOTNET_EnableSSE42"] = ~(CpuFeatures.AesNi | CpuFeatures.Pclmulqdq),
        ["DOTNET_EnableAVX"] = CpuFeatures.Avx | Avx2AndWider,
        ["DOTNET_EnableAVX2"] = Avx2AndWider,
        ["DOTNET_EnableAVX512"] = CpuFeatures.Avx512,
        ["DOTNET_EnableVAES"] = CpuFeatures.Vaes | CpuFeatures.Vpclmulqdq,
        ["DOTNET_EnableAES"] = CpuFeatures.AesNi | CpuFeatures.Pclmulqdq | CpuFeatures.Vaes | CpuFeatures.Vpclmulqdq,
        ["DOTNET_EnableGFNI"] = CpuFeatures.None,
        ["MANAGEDCRYPTO_SHANI"] = CpuFeatures.ShaNi,
    };

    public static IEnumerable<string> Knobs => s_closedBy.Keys;

    /// <summary>What a machine-code kernel that the CPU can run says of itself, in part; or null if it is to run.</summary>
    public static string? WhyNoMachineCode =>
        Switch("ManagedCrypto.MachineCode") == false || Variable("MANAGEDCRYPTO_MACHINECODE") == "0" ? "switched off"
        : Variable(DeniedMemoryTests.Refused) == "1" ? "refuses executable memory"
        : null;

    public static CpuFeatures Features
    {
        get
        {
            Assert.SkipUnless(
                OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture == Architecture.X64,
                "reads the x64 flags of /proc/cpuinfo");
            var line = File.ReadLines("/proc/cpuinfo").First(line => line.StartsWith("flags", StringComparison.Ordinal));
            var present = new HashSet<string>(line.Split([' ', '\t', ':'], StringSplitOptions.RemoveEmptyEntries));
            var features = CpuFeatures.None;
            foreach (var feature in s_flags)
            {
                if (feature.Value.All(present.Contains))
                    features |= feature.Key;
            }

            foreach (var knob in s_closedBy)
            {
                if (Variable(knob.Key) == "0")
                    features &= ~knob.Value;
            }

            return features;
        }
    }

    /// <summary>The first kernel of a list that the CPU, the knobs and the switches leave.</summary>
    public static Kernel Best(IEnumerable<Kernel> all)
    {
        var constantTime =
            Switch("ManagedCrypto.RequireConstantTime") == true || Variable("MANAGEDCRYPTO_REQUIRECONSTANTTIME") == "1";
        return all.First(kernel => (kernel.Requires & ~Features) == CpuFeatures.None
            && (WhyNoMachineCode is null || kernel.Tier != Intrinsics.KernelTier.MachineCode)
            && (!constantTime || kernel.IsConstantTime));
    }

    private static string? Variable(string name) => Environment.GetEnvironmentVariable(name);

    private static bool? Switch(string name) => AppContext.TryGetSwitch(name, out var on) ? on : null;
}
