using System.Linq;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Order;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>
/// BenchmarkDotNet's command line over the suite. Benchmarks run in this process, from code that is emitted there: a project
/// of its own for each, BenchmarkDotNet's other way, would be restored and built into one folder with all that it refers to,
/// where the assemblies that <c>seed2005</c> has built for Mono take the place of .NET's.
/// </summary>
internal static class SuiteCommand
{
    public const string Name = "bdn";

    private const int LongestName = 40;

    private static readonly string[] s_notToRun = ["--list", "--help", "--info", "--version"];

    /// <returns>0, or 1 if a benchmark failed, or 2 if none was chosen.</returns>
    public static int Run(string[] arguments)
    {
        var config = ManualConfig.Create(DefaultConfig.Instance)
            .AddJob(Job.Default.WithToolchain(InProcessEmitToolchain.Instance).AsMutator())
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddColumn(new OverColumn("bcl", "BCL"), new OverColumn("openssl", "OpenSSL"))
            .AddColumn(new OverColumn("bouncycastle", "BouncyCastle"))
            .WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(LongestName))
            .WithOrderer(new DefaultOrderer(SummaryOrderPolicy.Declared));
        var summaries = BenchmarkSwitcher.FromAssembly(typeof(SuiteCommand).Assembly).Run(arguments, config).ToList();
        return summaries.Count == 0 ? arguments.Any(argument => s_notToRun.Contains(argument)) ? 0 : 2
            : summaries.TrueForAll(summary => summary.Reports.Length > 0 && summary.Reports.All(report => report.Success)) ? 0
            : 1;
    }
}
