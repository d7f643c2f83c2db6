using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Benchmarks;

/// <summary>The benchmarks as their user starts them.</summary>
internal static class BenchmarkProgram
{
    /// <param name="arguments">As on a command line.</param>
    /// <param name="environment">Variables to set.</param>
    /// <param name="by">A program and its arguments that starts what follows it, such as <c>taskset -c 0</c>.</param>
    public static (int ExitCode, string Output, string Error) Run(
        string arguments, IReadOnlyDictionary<string, string>? environment = null, string by = "")
    {
        using var process = Start(arguments, environment, by);
        var error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output, error.Result);
    }

    public static Process Start(string arguments, IReadOnlyDictionary<string, string>? environment = null, string by = "")
    {
        var program = Path.Combine(AppContext.BaseDirectory, "Crypto.Benchmarks.dll");
        var words = $"{by} {Child.DotNet} \"{program}\" {arguments}".TrimStart().Split(' ', 2);
        var start = new ProcessStartInfo(words[0], words[1]) { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var (name, value) in environment ?? new Dictionary<string, string>())
            start.Environment[name] = value;
        return Process.Start(start)!;
    }
}
