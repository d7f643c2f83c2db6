using System;
using System.CommandLine;
using System.Diagnostics;
using System.Linq;
using Spectre.Console;

namespace ManagedCrypto.Leakage;

/// <summary>The command line. Ends with 1 if something leaks that must not, or a control's leak was not seen.</summary>
internal static class Program
{
    /// <summary>
    /// From here on, the paper's authors call a program leaky. The largest of 21 tests on the same times is beyond 4.5, the limit
    /// for a single one, now and then.
    /// </summary>
    private const double Limit = 10;

    /// <summary>
    /// What a control must reach. How much a table leaks depends on the fixed input; chance alone has not given more than 4.6 so far.
    /// </summary>
    private const double LeastOfControl = 6;

    /// <summary>No line of the table is longer.</summary>
    private const int LineLength = 130;

    private static readonly Option<int> s_measurements = new("--measurements")
    {
        Description = "Measurements of each target",
        DefaultValueFactory = _ => 1_000_000,
    };

    private static readonly Option<string> s_only = new("--only")
    {
        Description = "Only targets whose names begin so, such as aes/ or tag",
        DefaultValueFactory = _ => "",
    };

    public static int Main(string[] arguments)
    {
        var command = new RootCommand("Looks for secrets in the times of all kernels that run here.") { s_measurements, s_only };
        command.SetAction(parsed => Run(parsed.GetValue(s_measurements), parsed.GetValue(s_only)!));
        return command.Parse(arguments).Invoke();
    }

    private static int Run(int measurements, string only)
    {
        // On one CPU, the last one: the first has the most interrupts.
        if (OperatingSystem.IsLinux() || OperatingSystem.IsWindows())
            Process.GetCurrentProcess().ProcessorAffinity = 1 << (Environment.ProcessorCount - 1);
        var experiment = new Experiment(measurements);
        AnsiConsole.Profile.Width = Math.Max(AnsiConsole.Profile.Width, LineLength);
        var table = new Table().AddColumns("target", "largest t", "difference", "of", "expected", "");
        foreach (var numbers in table.Columns.Skip(1).Take(3))
            numbers.RightAligned();
        var failures = 0;
        foreach (var target in Targets.All.Where(target => target.Name.StartsWith(only, StringComparison.Ordinal)))
        {
            var test = experiment.Run(target);
            var (difference, mean) = test.Means;
            var asExpected = target.Leaks ? Math.Abs(test.T) > LeastOfControl : Math.Abs(test.T) <= Limit;
            failures += asExpected ? 0 : 1;
            table.AddRow(
                target.Name,
                $"{test.T:F1}",
                $"{difference:F2}",
                $"{mean:F0}",
                target.Leaks ? "leaks" : "constant",
                asExpected ? "" : "NOT AS EXPECTED");
        }

        AnsiConsole.Write(table);
        return failures == 0 ? 0 : 1;
    }
}
