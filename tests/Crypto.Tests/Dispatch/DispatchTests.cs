using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>Run in this process, and by <c>KnobTests</c> in one process for each knob and switch.</summary>
public class DispatchTests
{
    [Fact]
    public void Runtime_features_are_those_of_Linux_less_those_that_knobs_disable() =>
#if NET
        Assert.Equal(ExpectedDispatch.Features, Cpu.Features);
#else
        Assert.Equal(CpuFeatures.None, Cpu.Features);
#endif

    [Fact]
    public void Machine_code_is_loaded_or_says_why_not()
    {
        var page = Processor.IsArm64 ? ShaArm64Code.Page : CpuCode.Page;
        Assert.Contains(ExpectedDispatch.WhyNoMachineCode ?? "loaded", page.WhyDenied ?? "loaded");
        Assert.Equal(ExpectedDispatch.WhyNoMachineCode is null, page.WhyDenied is null);
    }

    [Fact]
    public void CPUID_and_XGETBV_give_the_features_of_Linux_if_machine_code_is_loaded() =>
        Assert.Equal(ExpectedDispatch.WhyNoMachineCode is null ? ExpectedDispatch.OfCpu : CpuFeatures.None, Cpu.ForMachineCode);

    [Fact]
    public void Each_list_chooses_the_first_kernel_that_CPU_knobs_and_switches_allow()
    {
        foreach (var (name, all, best) in Lists())
            Assert.Equal(name + ": " + ExpectedDispatch.Best(all).Id, name + ": " + best.Id);
    }

    /// <summary>Kernels of GHASH and POLYVAL are parts of other kernels, and <see cref="GhashSubject"/> lists them.</summary>
    [Fact]
    public void Kernels_of_the_assembly_are_all_in_the_catalogue()
    {
        static System.Type Definition(System.Type type) => type.IsGenericType ? type.GetGenericTypeDefinition() : type;

        var inAssembly = typeof(Kernel).Assembly.GetTypes()
            .Where(type => type.IsSubclassOf(typeof(Kernel)) && !type.IsAbstract && type.Namespace == typeof(Kernel).Namespace);
        var inCatalogue = Algorithms.All.SelectMany(algorithm => algorithm.Kernels.All)
            .Concat(Algorithms.Aeads.SelectMany(aead => aead.Kernels.All))
            .Concat(GhashSubject.Polyvals.All)
            .Select(kernel => Definition(kernel.GetType()));
        Assert.Empty(inAssembly.Select(Definition).Except(inCatalogue));
    }

    /// <summary>The catalogue names hash functions twice, so that one is found by its name without all the others.</summary>
    [Fact]
    public void Hash_functions_are_those_of_the_catalogue() => Assert.Equal(Algorithms.All.OfType<HashFunction>(), Algorithms.Hashes);

    /// <summary>
    /// The runtime runs an initializer once: if it fails, for want of memory at first use, the type is lost to the process. So none has
    /// one, on any framework. (Nor may a way to a kernel go through a generic type of .NET's that has one, such as a list, over a type
    /// of ours: <c>FaultTests</c> has processes go there without memory.)
    /// </summary>
    [Fact]
    public void No_type_has_an_initializer()
    {
        static IEnumerable<string> Initialized(IEnumerable<System.Type> types) =>
            types.Where(type => type.TypeInitializer is not null).Select(type => type.FullName!);

        Assert.Equal([typeof(Planted).FullName!], Initialized([typeof(Planted), typeof(DispatchTests)]));
        Assert.Empty(Initialized(typeof(AesGcm).Assembly.GetTypes()));
    }

    [Fact]
    public void Machine_code_kernel_passed_over_names_what_the_CPU_lacks_or_why_it_is_not_loaded()
    {
        foreach (var (_, all, best) in Lists())
        {
            foreach (var kernel in all.TakeWhile(kernel => kernel != best))
            {
                if (kernel.Tier != Intrinsics.KernelTier.MachineCode)
                    continue;
                if (ExpectedDispatch.WhyUnavailable(kernel) is { } reason)
                    Assert.Contains(reason, kernel.WhyUnavailable());
                else
                    Assert.True(ExpectedDispatch.IsBeaten(kernel, all) && kernel.WhyUnavailable() is null, kernel.Id);
            }
        }
    }

    [Fact]
    public void Report_names_the_switches_whose_values_are_not_understood() =>
        Assert.Equal(ExpectedDispatch.Misread, CryptoProvider.Describe().ToString().Split('\n')
            .Where(line => line.Contains(" is taken for ")).Select(line => line.Split(' ')[0]));

    [Fact]
    public void Core_is_what_the_system_says() => Assert.Equal(ExpectedDispatch.Core, Cpu.Core);

    /// <summary>Else a list could come down to a kernel that is far slower.</summary>
    [Fact]
    public void Kernel_is_not_preferred_only_where_a_faster_one_runs()
    {
        foreach (var (_, all, _) in Lists())
        {
            foreach (var kernel in all.Where(kernel => kernel.WhyUnavailable() is null))
                Assert.Equal(ExpectedDispatch.IsBeaten(kernel, all), kernel.WhyNotPreferred() is not null);
        }
    }

    /// <summary>By name, since a list in another order would be no less consistent.</summary>
    [Fact]
    public void CPU_with_all_extensions_runs_the_kernels_made_for_them()
    {
        const CpuFeatures X64 = CpuFeatures.Vaes | CpuFeatures.Vpclmulqdq | CpuFeatures.Avx512 | CpuFeatures.ShaNi;
        const CpuFeatures Arm64 = CpuFeatures.ArmAes | CpuFeatures.ArmPmull | CpuFeatures.ArmSha1 | CpuFeatures.ArmSha256;
        var onX64 = (ExpectedDispatch.OfCpu & X64) == X64 && ExpectedDispatch.WhyNoMachineCode is null;
        var onArm64 = (ExpectedDispatch.OfCpu & Arm64) == Arm64;
        Assert.SkipUnless(onX64 || onArm64, $"machine code and {X64}; or {Arm64}");
        string[] best = onX64 ? ["aes/x64-vaes512", "gcm/x64-vaes512", "sha1/x64-shani", "sha256/x64-shani"]
            : ExpectedDispatch.WhyNoMachineCode is not null ? ["aes/arm64-aes", "gcm/arm64-pmull", "sha1/arm64-sha1", "sha256/arm64-sha256"]
            : ["aes/arm64-aes-code", "sha1/arm64-sha1-code", "sha256/arm64-sha256-code", "keccak/arm64", "chacha20-poly1305/arm64-neon-code", .. OfNewerArm64()];
        Assert.Superset(best.ToHashSet(), CryptoProvider.Describe().Select(row => row.KernelId).ToHashSet());
    }

    [Fact]
    public void Last_kernel_of_each_list_is_constant_time_and_runs_anywhere()
    {
        foreach (var (name, all, _) in Lists())
        {
            var last = all[^1];
            Assert.True(last.IsConstantTime || last is ChecksumKernel, name + " ends with " + last.Id);
            Assert.Equal((CpuFeatures.None, Intrinsics.KernelTier.Portable), (last.Requires, last.Tier));
        }
    }

    [Fact]
    public void Kernel_ids_are_unique()
    {
        var ids = Lists().SelectMany(list => list.All.Select(kernel => kernel.Id)).ToList();
        Assert.Equal(ids.Distinct(), ids);
    }

    // Two algorithms may have one list.
    /// <summary>What else runs machine code there by the instructions that not every CPU has, or does without them.</summary>
    private static string[] OfNewerArm64() =>
    [
        (ExpectedDispatch.OfCpu & CpuFeatures.ArmSha3) != CpuFeatures.None ? "gcm/arm64-eor3" : "gcm/arm64-pmull-code",
        (ExpectedDispatch.OfCpu & CpuFeatures.ArmSha512) != CpuFeatures.None ? "sha512/arm64-sha512" : "sha512/portable",
    ];

    private static IEnumerable<(string Name, IReadOnlyList<Kernel> All, Kernel Best)> Lists() =>
        from algorithm in Algorithms.All
        group algorithm.Name by algorithm.Kernels into list
        select (string.Join(" and ", list), list.Key.All, list.Key.Best);

    private static class Planted
    {
        public static readonly object Value = new();
    }
}
