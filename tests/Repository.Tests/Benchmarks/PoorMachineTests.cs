using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using ManagedCrypto.Benchmarks.Reports;
using ManagedCrypto.Benchmarks.Results;
using ManagedCrypto.Benchmarks.Unlock;
using ManagedCrypto.Tests;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Benchmarks;

/// <summary>Machines that lack something: what is missing is said to be not here, and the rest runs.</summary>
public sealed class PoorMachineTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Json => Path.Combine(_folder, "json");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [ExplicitFact, Trait("run", "ci")]
    public void Rows_of_OpenSSL_and_DotNet_without_OpenSSL_are_marked_not_here()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere, .NET does not use OpenSSL");
        using var hidden = new HiddenOpenSsl();

        var output = Measure("--quick --rounds 2 --only sha256", hidden.Environment);
        Assert.Contains("OpenSSL  not here", output);
        Assert.Contains(".NET     not here", output);
        Assert.Contains("not here", Measure("lab first-use", hidden.Environment));

        var file = ResultFile.Read(Json);
        var sizes = file.Sections.Single(section => section.Name == "sizes");
        Assert.Equal(["bcl", "openssl"], sizes.Sides.Where(side => side.NotHere is not null).Select(side => side.Id));
        Assert.DoesNotContain(sizes.Rows, row => row.Side is "bcl" or "openssl");
        Assert.Contains(sizes.Rows, row => row.Side == "managed");
        var firstUse = file.Sections.Single(section => section.Name == "first-use");
        Assert.All(firstUse.Rows, row => Assert.Equal(row.Side == "bcl", row.NotHere is not null));
        Assert.Contains("OpenSSL: not here, no libcrypto", ReportPage.Write(file));
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Workload_of_2005_without_Mono_runs_on_this_host_alone()
    {
        // The one folder in which to look has no mono.
        var output = Measure("lab seed2005 --quick", new Dictionary<string, string> { ["PATH"] = _folder });

        Assert.Contains("Mono: not here", output);
        var section = Assert.Single(ResultFile.Read(Json).Sections);
        Assert.Equal("no mono in PATH, or it lacks netstandard.dll", Assert.Single(section.Rows, row => row.NotHere is not null).NotHere);
        Assert.Contains(section.Rows, row => row is { Side: "managed", Rounds.Count: > 1 });
    }

    [Fact]
    public void Models_without_llvm_are_not_here()
    {
        var (exitCode, output, _) = BenchmarkProgram.Run("lab model", new Dictionary<string, string> { ["PATH"] = _folder });
        Assert.Equal((0, "llvm-mca: not here"), (exitCode, output.Trim()));
    }

    /// <summary>At night, for hundreds of thousands of calls to each key; the workload of 2005 looks for Mono in the same way.</summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void Keys_are_derived_without_Mono_on_this_host_alone()
    {
        // The one folder in which to look has no mono.
        var output = Measure("lab unlock --quick", new Dictionary<string, string> { ["PATH"] = _folder });

        Assert.Contains("Mono: not here", output);
        var section = Assert.Single(ResultFile.Read(Json).Sections);
        Assert.Equal("no mono in PATH, or it lacks netstandard.dll", Assert.Single(section.Rows, row => row.NotHere is not null).NotHere);
        var derivations = Derivation.All.Select(derivation => derivation.Id).ToHashSet();
        foreach (var side in new[] { "managed", "bcl" })
            Assert.Superset(derivations, section.Rows.Where(row => row.Side == side && row.Rounds.Count > 1).Select(row => row.Operation).ToHashSet());
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("EnableAVX")]
    [InlineData("EnableHWIntrinsic")]
    public void Machine_without_vector_instructions_runs_other_kernels(string knob)
    {
        Measure("--quick --rounds 2 --only aes-128-gcm-s", new Dictionary<string, string> { ["DOTNET_" + knob] = "0" });

        var kernel = ResultFile.Read(Json).Sections[0].Rows.First(row => row.Side == "managed").Kernel;
        Assert.StartsWith("gcm/", kernel);
        Assert.DoesNotContain("512", kernel);
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Machine_with_one_core_is_measured()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "taskset is a program of Linux");

        Measure("--quick --rounds 2 --only sha1", by: "taskset -c 0");

        Assert.Equal(1, ResultFile.Read(Json).Machine.Cores);
    }

    private string Measure(string arguments, IReadOnlyDictionary<string, string>? environment = null, string by = "")
    {
        var text = Path.Combine(_folder, "text");
        File.WriteAllText(text, "text");
        var files = arguments.StartsWith('-') ? $" --sizes 16 --files {text}" : "";
        var (exitCode, output, error) = BenchmarkProgram.Run($"{arguments}{files} --json {Json}", environment, by);
        Assert.Equal((0, ""), (exitCode, error));
        return output;
    }
}
