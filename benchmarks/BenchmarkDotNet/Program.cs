using System.Linq;
using BenchmarkDotNet.Running;

namespace ManagedCrypto.BenchmarkClasses;

/// <summary>BenchmarkDotNet's command line. Ends with 1 if a benchmark failed.</summary>
internal static class Program
{
    public static int Main(string[] arguments) =>
        BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(arguments)
            .All(summary => !summary.HasCriticalValidationErrors && summary.Reports.All(report => report.Success)) ? 0 : 1;
}
