using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading.Tasks;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>Another process, mostly of the same .NET, for what is fixed once a process has started.</summary>
internal static class Child
{
    /// <summary>The program that runs this process.</summary>
    public static string DotNet => Path.GetFullPath(Path.Combine(
        RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet"));

    /// <summary>Runs <c>dotnet</c> with these arguments and returns its exit code, output and errors together.</summary>
    public static (int ExitCode, string Output) Run(
        TimeSpan limit, IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        var start = new ProcessStartInfo(DotNet, arguments);
        foreach (var variable in environment)
            start.Environment[variable.Key] = variable.Value;
        return Run(start, limit);
    }

    /// <summary>Runs any program, without input, and returns its exit code, output and errors together.</summary>
    public static (int ExitCode, string Output) Run(ProcessStartInfo start, TimeSpan limit)
    {
        start.RedirectStandardOutput = start.RedirectStandardError = start.RedirectStandardInput = true;
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        Task<string> output = process.StandardOutput.ReadToEndAsync(), errors = process.StandardError.ReadToEndAsync();
        if (!process.WaitForExit(limit))
        {
            process.Kill(entireProcessTree: true);
            throw new TimeoutException($"{start.FileName} {string.Join(' ', start.ArgumentList)} ran for more than {limit}");
        }

        return (process.ExitCode, output.Result + errors.Result);
    }
}
