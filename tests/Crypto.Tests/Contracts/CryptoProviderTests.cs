using System;
using System.IO;
using System.Linq;
using System.Xml.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// <c>Register</c> is for good in its process: the probe that uses every public member checks what it leads to.
/// </summary>
public class CryptoProviderTests
{
    [Fact]
    public void Each_row_names_the_best_kernel_and_those_ahead_of_it()
    {
        var rows = CryptoProvider.Describe().ToDictionary(row => row.Algorithm);
        var elsewhere = Processor.IsArm64 ? "/x64-" : Processor.IsX64 ? "/arm64" : "none";
        string[] some = ["AES", "AES-GCM", "SHA-1", "SHA-256", "SHA-384", "SHA-512", "CRC-32", "CRC-32C", "Adler-32"];
        Assert.Superset(some.ToHashSet(), rows.Keys.ToHashSet());
        Assert.Equal(Algorithms.All.Where(algorithm => algorithm.Types.Count > 0).Select(algorithm => algorithm.Name), rows.Keys);
        foreach (var algorithm in Algorithms.All.Where(algorithm => algorithm.Types.Count > 0))
        {
            var row = rows[algorithm.Name];
            Kernel best = algorithm.Kernels.Best;
            Assert.Equal(best.Id, row.KernelId);
            Assert.Equal(best.IsConstantTime, row.IsConstantTime);
            Assert.Equal(best.Tier.ToString(), row.Tier.ToString());
            Assert.Equal(
                algorithm.Kernels.All.TakeWhile(kernel => kernel != best).Where(kernel => !kernel.Id.Contains(elsewhere)).Select(kernel => kernel.Id),
                row.PassedOver.Select(better => better.KernelId));
        }
    }

    /// <summary>In the file that the package has for it. .NET creates no SHA-3 by name, but its HMACs.</summary>
    [Fact]
    public void Types_that_the_framework_creates_by_name_are_in_link_xml()
    {
        var created = typeof(CryptoProvider).Assembly.GetExportedTypes()
            .Where(type => (type.BaseType == typeof(System.Security.Cryptography.HMAC)
                    && type.BaseType.Assembly.GetType(PublicType.Bcl + type.Name) is not null)
                || (type.BaseType!.Name == type.Name && type.GetProperty("IsSupported") is null));
        var told = XDocument.Load(Path.Combine(Repository.Root, "src/Crypto/link.xml")).Descendants("type");
        Assert.Equal(
            created.Select(type => $"{type.FullName} System.Void .ctor()").Order(),
            told.Select(type => $"{type.Attribute("fullname")!.Value} {type.Element("method")!.Attribute("signature")!.Value}").Order());
    }

    [Fact]
    public void Table_has_a_line_for_each_algorithm_and_one_for_memory()
    {
        var report = CryptoProvider.Describe();
        var lines = report.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(1 + report.Count + report.Sum(row => row.PassedOver.Count) + 1, lines.Length);
        Assert.All(report, row => Assert.Contains(lines, line =>
            line.StartsWith(row.Algorithm + " ", StringComparison.Ordinal)
            && line.Contains(row.KernelId, StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(true, true, false)]
    [InlineData(false, true, true)]
    [InlineData(false, false, false)]
    public void Line_names_RequireConstantTime_where_times_depend_on_keys(bool isConstantTime, bool isKeyed, bool isTold)
    {
        var row = new KernelRow("A", "a/table", ManagedCrypto.KernelTier.Portable, isConstantTime, isKeyed, []);
        var report = new KernelReport([row], [], "somewhere", []);
        Assert.Equal(isTold, report.ToString().Contains("RequireConstantTime", StringComparison.Ordinal));
    }

    [Fact]
    public void Line_names_the_assemblies_that_the_drop_in_switch_changed() => Assert.Equal(
        "the drop-in switch changed A, B\nkeys and states are somewhere\n",
        new KernelReport([], [], "somewhere", ["A", "B"]).ToString().Split('\n', 2)[1]);

    [Fact]
    public void List_passes_over_kernels_that_cannot_run_and_says_why()
    {
        var list = new KernelList<Kernel>(
            _ => true, () => [new Imagined("a", "no such CPU"), new Imagined("b", null), new Imagined("c", null)]);
        Assert.Equal("b", list.Best.Id);
        Assert.Equal([("a", "no such CPU")], list.BetterOnesPassedOver);
        Assert.Equal(["a", "b", "c"], list.All.Select(kernel => kernel.Id));
        Assert.Same(list.Best, list.All[1]);
    }

    [Fact]
    public void List_passes_over_kernels_that_the_CPU_does_not_prefer_and_says_why()
    {
        var list = new KernelList<Kernel>(
            _ => true, () => [new Imagined("a", null, "b is faster"), new Imagined("b", null)]);
        Assert.Equal("b", list.Best.Id);
        Assert.Equal([("a", "b is faster")], list.BetterOnesPassedOver);
        Assert.Equal(["a", "b"], list.Runnable.Select(kernel => kernel.Id));
    }

    private sealed class Imagined(string id, string? whyUnavailable, string? whyNotPreferred = null) : Kernel
    {
        public override string Id => id;

        public override Intrinsics.KernelTier Tier => Intrinsics.KernelTier.Portable;

        public override bool IsConstantTime => true;

        public override string? WhyUnavailable() => whyUnavailable;

        public override string? WhyNotPreferred() => whyNotPreferred;
    }
}
