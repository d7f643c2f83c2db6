using System;
using System.Diagnostics;
using System.IO;
using Xunit;

namespace ManagedCrypto.Tests.Benchmarks;

/// <summary>The benchmarks as their user starts them.</summary>
internal static class BenchmarkProgram
{
    public static (int ExitCode, string Output, string Error) Run(string arguments)
    {
        using var process = Start(arguments);
        var error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output, error.Result);
    }

    public static Process Start(string arguments)
    {
        var program = Path.Combine(AppContext.BaseDirectory, "Crypto.Benchmarks.dll");
        return Process.Start(new ProcessStartInfo("dotnet", $"\"{program}\" {arguments}")
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
    }
}
