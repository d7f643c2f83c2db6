using System;
using System.Linq;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.ConsoleArguments;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
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

    /// <summary>What BenchmarkDotNet answers without running anything.</summary>
    private static readonly string[] s_toAnswer = ["--list", "--help", "--info", "--version"];

    /// <returns>0, or 1 if a benchmark failed.</returns>
    /// <exception cref="UsageException">BenchmarkDotNet does not know an argument, or they choose no benchmark.</exception>
    public static int Run(string[] arguments)
    {
        var config = ManualConfig.Create(DefaultConfig.Instance)
            .AddJob(Job.Default.WithToolchain(InProcessEmitToolchain.Instance).AsMutator())
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddColumn(new OverColumn("bcl", "BCL"), new OverColumn("openssl", "OpenSSL"))
            .AddColumn(new OverColumn("bouncycastle", "BouncyCastle"))
            .WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(LongestName))
            .WithOrderer(new DefaultOrderer(SummaryOrderPolicy.Declared));
        if (!arguments.Any(argument => s_toAnswer.Contains(argument)))
            Check(arguments, config);
        var summaries = BenchmarkSwitcher.FromAssembly(typeof(SuiteCommand).Assembly).Run(arguments, config).ToList();
        return summaries.TrueForAll(summary => summary.Reports.Length > 0 && summary.Reports.All(report => report.Success))
            ? 0 : 1;
    }

    /// <summary>
    /// BenchmarkDotNet's own answers to what it cannot use are many lines: all of its help, or every benchmark's name.
    /// </summary>
    private static void Check(string[] arguments, ManualConfig config)
    {
        var log = new AccumulationLogger();
        var (isParsed, parsed, _) = ConfigParser.Parse(arguments, log, config);
        if (!isParsed)
        {
            var lines = log.GetLog().Split('\n', StringSplitOptions.TrimEntries);
            var error = Array.IndexOf(lines, "ERROR(S):") + 1;
            throw new UsageException($"{Name}: {lines[error]} {Name} --help lists the options of BenchmarkDotNet.");
        }

        var families = typeof(SuiteCommand).Assembly.GetExportedTypes()
            .Where(type => type.IsSubclassOf(typeof(Family)) && !type.IsAbstract);
        if (!families.Any(family => BenchmarkConverter.TypeToBenchmarks(family, parsed).BenchmarksCases.Length > 0))
            throw new UsageException($"{Name} {string.Join(' ', arguments)}: no benchmark fits; {Name} --list flat lists them.");
    }
}
