using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;

namespace ManagedCrypto.SourceMutants;

/// <summary>What came of a test.</summary>
internal enum Outcome
{
    Passed,
    Failed,

    /// <summary>The process ended.</summary>
    Ended,

    /// <summary>It took so long that it was ended.</summary>
    Hung,
}

/// <summary>A worker, as the driver sees it. After it has ended, or was ended, another is started.</summary>
internal sealed class WorkerProcess : IDisposable
{
    /// <summary>What a test may take, however short it is, and how many times as long as it takes without a mutant.</summary>
    private const int LeastMilliseconds = 8000, Times = 12;

    private readonly Process _process;
    private readonly Task<string?> _tests;

    /// <param name="folder">Where the mutated library is.</param>
    /// <param name="number">The mutant that is on before anything is used.</param>
    /// <param name="count">One more than the highest number.</param>
    public WorkerProcess(string folder, int number, int count)
    {
        var start = new ProcessStartInfo("dotnet", [Path.Combine(folder, "Crypto.SourceMutants.dll"), Worker.Command, $"{number}", $"{count}"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

        // Lengths by sample, and no more memory than a mutant may ask for without harm.
        start.Environment["CRYPTO_TESTS_LENGTHS"] = "some";
        start.Environment["DOTNET_GCHeapHardLimit"] = "80000000";
        start.Environment["DOTNET_DbgEnableMiniDump"] = "0";
        _process = Process.Start(start)!;
        _process.ErrorDataReceived += (_, _) => { };
        _process.BeginErrorReadLine();
        _tests = _process.StandardOutput.ReadLineAsync();
    }

    /// <summary>Whether it has ended, or is to be replaced.</summary>
    public bool IsOver { get; set; }

    /// <summary>The tests that it has, or none if it ended before it could say.</summary>
    public string[] Tests => Read(_tests, 60_000) is { } line ? line.Split('\t') : [];

    /// <summary>Runs a test.</summary>
    /// <param name="number">The mutant.</param>
    /// <param name="test">Its name.</param>
    /// <param name="usual">Milliseconds that it takes without a mutant.</param>
    public (Outcome Outcome, int Milliseconds, int[] Reached) Run(int number, string test, int usual)
    {
        try
        {
            _process.StandardInput.WriteLine($"{number}\t{test}");
            _process.StandardInput.Flush();
        }
        catch (IOException)
        {
            IsOver = true;
            return (Outcome.Ended, 0, []);
        }

        var task = _process.StandardOutput.ReadLineAsync();
        var line = Read(task, LeastMilliseconds + (Times * usual));
        if (line is null)
            return (task.IsCompleted ? Outcome.Ended : Outcome.Hung, 0, []);
        var columns = line.Split('\t');
        IEnumerable<int> reached = columns[2].Length == 0 ? [] : columns[2].Split(',').Select(int.Parse);
        return (columns[0] == Worker.Passed ? Outcome.Passed : Outcome.Failed, int.Parse(columns[1]), [.. reached]);
    }

    public void Dispose()
    {
        if (!_process.HasExited)
            _process.Kill(entireProcessTree: true);
        _process.WaitForExit();
        _process.Dispose();
    }

    private string? Read(Task<string?> task, int milliseconds)
    {
        if (task.Wait(milliseconds) && task.Result is { } line)
            return line;
        IsOver = true;
        return null;
    }
}
