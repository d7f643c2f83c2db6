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
    /// <summary>Set to 1 where the operating system refuses executable memory.</summary>
    public const string MemoryRefused = "CRYPTO_TESTS_EXECUTABLE_MEMORY_REFUSED";

    /// <summary>A number of bits.</summary>
    public const string WidthKnob = "DOTNET_PreferredVectorBitWidth";

    private const CpuFeatures Avx2AndWider =
        CpuFeatures.Avx2 | CpuFeatures.Bmi2 | CpuFeatures.Vaes | CpuFeatures.Vpclmulqdq | CpuFeatures.Avx512;

    /// <summary>The flags of /proc/cpuinfo that make up each feature.</summary>
    private static readonly Dictionary<CpuFeatures, string[]> s_flags = new()
    {
        [CpuFeatures.Ssse3] = ["ssse3"],
        [CpuFeatures.Sse41] = ["sse4_1"],
        [CpuFeatures.Sse42] = ["sse4_2"],
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

    /// <summary>Wine shows the file system of Linux as a drive.</summary>
    private static readonly string s_cpuInfo = OperatingSystem.IsWindows() ? @"Z:\proc\cpuinfo" : "/proc/cpuinfo";

    /// <summary>The bits of AT_HWCAP that Linux on Arm64 makes the "Features" of /proc/cpuinfo from.</summary>
    private static readonly Dictionary<CpuFeatures, int> s_armBits = new()
    {
        [CpuFeatures.ArmAdvSimd] = 1,
        [CpuFeatures.ArmAes] = 3,
        [CpuFeatures.ArmPmull] = 4,
        [CpuFeatures.ArmSha1] = 5,
        [CpuFeatures.ArmSha256] = 6,
        [CpuFeatures.ArmCrc32] = 7,
        [CpuFeatures.ArmSha3] = 17,
        [CpuFeatures.ArmSha512] = 21,
    };

    private static readonly Dictionary<string, CpuFeatures> s_closedByOnArm = new()
    {
        ["DOTNET_EnableHWIntrinsic"] = ~CpuFeatures.None,
        ["DOTNET_EnableArm64Aes"] = CpuFeatures.ArmAes | CpuFeatures.ArmPmull,
        ["DOTNET_EnableArm64Sha1"] = CpuFeatures.ArmSha1,
        ["DOTNET_EnableArm64Sha256"] = CpuFeatures.ArmSha256,
        ["DOTNET_EnableArm64Crc32"] = CpuFeatures.ArmCrc32,
    };

    private static readonly Dictionary<string, CpuFeatures> s_closedByOnX64 = new()
    {
        ["DOTNET_EnableHWIntrinsic"] = ~CpuFeatures.None,
        ["DOTNET_EnableSSE42"] = ~(CpuFeatures.AesNi | CpuFeatures.Pclmulqdq),
        ["DOTNET_EnableAVX"] = CpuFeatures.Avx | Avx2AndWider,
        ["DOTNET_EnableAVX2"] = Avx2AndWider,
        ["DOTNET_EnableAVX512"] = CpuFeatures.Avx512,
        ["DOTNET_EnableVAES"] = CpuFeatures.Vaes | CpuFeatures.Vpclmulqdq,
        ["DOTNET_EnableAES"] = CpuFeatures.AesNi | CpuFeatures.Pclmulqdq | CpuFeatures.Vaes | CpuFeatures.Vpclmulqdq,
        ["COMPlus_EnableAVX2"] = Avx2AndWider,
        ["DOTNET_EnableGFNI"] = CpuFeatures.None,
        ["MANAGEDCRYPTO_SHANI"] = CpuFeatures.ShaNi,
    };

    /// <summary>The kernels that others further down their lists beat, and where.</summary>
    private static readonly Dictionary<string, (CpuCore Core, string By)> s_beatenOn = new()
    {
        ["gcm/x64-vpclmul512"] = (CpuCore.Intel, "gcm/x64-vpclmul256"),
        ["sha512/x64-bmi2-avx512"] = (CpuCore.Zen4, "sha512/x64-avx512"),
        ["sha512/x64-avx2"] = (CpuCore.Zen4, "sha512/x64-avx512vl"),
        ["sha256-lanes/x64-avx512"] = (CpuCore.Zen4, "sha256-lanes/x64-shani"),
    };

    private static readonly string[] s_switches =
    [
        "ManagedCrypto.MachineCode", "MANAGEDCRYPTO_MACHINECODE",
        "ManagedCrypto.RequireConstantTime", "MANAGEDCRYPTO_REQUIRECONSTANTTIME", "MANAGEDCRYPTO_SHANI",
    ];

    /// <summary>Variables that a process is to have besides this one's own, on the thread that asks for what it ought to use.</summary>
    [ThreadStatic]
    private static Dictionary<string, string>? s_assumed;

    public static IEnumerable<string> Knobs => ClosedBy.Keys;

    /// <summary>The best kernel of each list, by their names, in a process with more variables than this one.</summary>
    public static string KernelsUnder(Dictionary<string, string> variables)
    {
        s_assumed = variables;
        try
        {
            return string.Join(" ", Algorithms.All.Select(algorithm => Best(algorithm.Kernels.All).Id));
        }
        finally
        {
            s_assumed = null;
        }
    }

    /// <summary>The switches whose values are neither of the numbers nor of the words for on and off.</summary>
    public static IEnumerable<string> Misread => s_switches.Where(name => Switch(name) is not ("" or "0" or "1" or "false" or "true"));

    /// <summary>What a machine-code kernel that the CPU can run says of itself, in part; or null if it is to run.</summary>
    public static string? WhyNoMachineCode =>
        IsSwitchedOff ? "switched off"
        : !IsX64 && !IsArm64 ? "needs an x64 process"
        : Variable(MemoryRefused) == "1" ? "refuses executable memory"
        : null;

    private static bool IsSwitchedOff => IsTight("ManagedCrypto.MachineCode", "MANAGEDCRYPTO_MACHINECODE", "1", "true");

    /// <summary>
    /// What C# may use where the runtime has intrinsics. It has none for VAES and SHA-NI, and before .NET 10 for wide PCLMULQDQ;
    /// and Wine, whose Windows is compared here, hides AVX-512 from it. Vectors of 128 bits need no more than a shuffle of bytes,
    /// which WebAssembly has.
    /// </summary>
    public static CpuFeatures Features
    {
        get
        {
            var hidden = OperatingSystem.IsWindows() ? CpuFeatures.Avx512 : CpuFeatures.None;
#if !NET10_0_OR_GREATER
            hidden |= CpuFeatures.Vpclmulqdq;
#endif
            var features = OfCpu & ~(CpuFeatures.Vaes | CpuFeatures.ShaNi | CpuFeatures.ArmSha3 | CpuFeatures.ArmSha512 | hidden);
            var shuffles = (features & (CpuFeatures.Ssse3 | CpuFeatures.ArmAdvSimd)) != CpuFeatures.None || IsWasm;
            return shuffles ? features | CpuFeatures.Vector128 : features;
        }
    }

    /// <summary>What vectors in C# do without where the runtime prefers narrower ones, as it does by itself for CPUs that wide ones slow down.</summary>
    private static CpuFeatures Unwanted => Variable(WidthKnob) switch
    {
        "256" => CpuFeatures.Avx512,
        "128" => CpuFeatures.Avx512 | CpuFeatures.Avx2,
        _ => CpuFeatures.None,
    };

    /// <summary>What machine code may use, if it can be loaded.</summary>
    public static CpuFeatures OfCpu
    {
        get
        {
            Assert.SkipUnless(!IsX64 || File.Exists(s_cpuInfo), "reads what Linux tells of the CPU");
            var features = IsArm64 ? OfAuxiliaryVector() : IsX64 ? OfCpuInfo() : CpuFeatures.None;
            foreach (var knob in ClosedBy)
            {
                if (Variable(knob.Key) == "0")
                    features &= ~knob.Value;
            }

            return features;
        }
    }

    /// <summary>By what Linux says of the maker, if the process can find it out: by the runtime's CPUID, which older ones lack, or by machine code.</summary>
    public static CpuCore Core
    {
        get
        {
#if NET
            if (!IsX64)
                return CpuCore.Other;
#else
            if (WhyNoMachineCode is not null)
                return CpuCore.Other;
#endif
            Assert.SkipUnless(File.Exists(s_cpuInfo), "reads what Linux tells of the CPU");
            string Value(string key) => File.ReadLines(s_cpuInfo)
                .First(line => line.StartsWith(key, StringComparison.Ordinal)).Split(':')[1].Trim();
            return (Value("vendor_id"), Value("cpu family")) switch
            {
                ("GenuineIntel", _) => CpuCore.Intel,
                ("AuthenticAMD", "25") => CpuCore.Zen4,
                ("AuthenticAMD", "26") => CpuCore.Zen5,
                _ => CpuCore.Other,
            };
        }
    }

    /// <summary>What each variable, set to 0, takes away: the extension itself and all that .NET builds upon it.</summary>
    private static Dictionary<string, CpuFeatures> ClosedBy => IsArm64 ? s_closedByOnArm : s_closedByOnX64;

#if NET
    private static bool IsX64 => RuntimeInformation.ProcessArchitecture == Architecture.X64;

    private static bool IsArm64 => RuntimeInformation.ProcessArchitecture == Architecture.Arm64;

    private static bool IsWasm => RuntimeInformation.ProcessArchitecture == Architecture.Wasm;
#else
    private static bool IsX64 => ElfMachine == 62;

    private static bool IsArm64 => ElfMachine == 183;

    private static bool IsWasm => false;

    /// <summary>
    /// What the program that runs was compiled for (e_machine of ELF's header). Not what Mono says, which takes every processor of
    /// 64 bits but Arm's for x64.
    /// </summary>
    private static int ElfMachine
    {
        get
        {
            using var program = new BinaryReader(File.OpenRead("/proc/self/exe"));
            var header = program.ReadBytes(20);
            return BitConverter.ToInt16(header, 18);
        }
    }
#endif

    /// <summary>The first kernel of a list that the CPU, the knobs and the switches leave.</summary>
    public static Kernel Best(IReadOnlyList<Kernel> all)
    {
        var constantTime = IsTight("ManagedCrypto.RequireConstantTime", "MANAGEDCRYPTO_REQUIRECONSTANTTIME", "0", "false");
        return all.First(kernel =>
            (!constantTime || kernel.IsConstantTime || kernel is ChecksumKernel) && !IsBeaten(kernel, all) && CanRun(kernel));
    }

    /// <summary>Whether a kernel further down its list is to be faster on this CPU, and can run.</summary>
    public static bool IsBeaten(Kernel kernel, IReadOnlyList<Kernel> all) => s_beatenOn.TryGetValue(kernel.Id, out var beaten)
        && beaten.Core == Core
        && CanRun(all.SkipWhile(other => other != kernel).Single(other => other.Id == beaten.By));

    private static bool CanRun(Kernel kernel) => kernel.Tier == Intrinsics.KernelTier.MachineCode
        ? WhyNoMachineCode is null && (kernel.Requires & ~OfCpu) == CpuFeatures.None
        : (kernel.Requires & ~(Features & ~Unwanted)) == CpuFeatures.None;

    /// <summary>What a kernel of machine code that cannot run says of itself, in part; or null if it can.</summary>
    public static string? WhyUnavailable(Kernel kernel)
    {
        // What an Arm64 CPU has, it is asked without machine code.
        var lacking = kernel.Requires & ~OfCpu;
        var whyLacking = lacking == CpuFeatures.None ? null : "needs " + lacking;
        return IsArm64 && !IsSwitchedOff ? whyLacking ?? WhyNoMachineCode : WhyNoMachineCode ?? whyLacking;
    }

    private static CpuFeatures OfCpuInfo()
    {
        var line = File.ReadLines(s_cpuInfo).First(line => line.StartsWith("flags", StringComparison.Ordinal));
        var present = new HashSet<string>(line.Split([' ', '\t', ':'], StringSplitOptions.RemoveEmptyEntries));
        return s_flags.Where(feature => feature.Value.All(present.Contains))
            .Aggregate(CpuFeatures.None, (features, feature) => features | feature.Key);
    }

    /// <summary>
    /// AT_HWCAP, as the kernel hands it to the process. Not /proc/cpuinfo, which has the same words on an Arm64 machine, but
    /// tells of the machine around it under QEMU.
    /// </summary>
    private static CpuFeatures OfAuxiliaryVector()
    {
        const ulong HardwareCapabilities = 16;
        var words = MemoryMarshal.Cast<byte, ulong>(File.ReadAllBytes("/proc/self/auxv"));
        var index = 0;
        while (words[index] != HardwareCapabilities)
            index += 2;
        var bits = words[index + 1];
        return s_armBits.Where(feature => ((bits >> feature.Value) & 1) != 0)
            .Aggregate(CpuFeatures.None, (features, feature) => features | feature.Key);
    }

    private static string? Variable(string name) =>
        s_assumed is { } assumed && assumed.TryGetValue(name, out var value) ? value : Environment.GetEnvironmentVariable(name);

    /// <summary>Whether a switch or its variable is set to anything but two values, without regard to case and blanks around.</summary>
    private static bool IsTight(string name, string variable, params string[] loose) =>
        new[] { Switch(name), Switch(variable) }.Any(value => !loose.Append("").Contains(value));

    private static string Switch(string name) =>
        (AppContext.TryGetSwitch(name, out var on) ? $"{on}" : $"{AppContext.GetData(name) ?? Variable(name)}").Trim().ToLowerInvariant();
}
