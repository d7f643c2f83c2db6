using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using ManagedCrypto.Tests;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>A worker as the driver sees it, which is started anew where a case broke: what it left may disturb the next.</summary>
internal sealed class WipingProcess : IDisposable
{
    /// <summary>As the test starts its own process: no code is replaced under way, and threads have small stacks.</summary>
    private static readonly (string Name, string Value)[] s_environment =
        [("DOTNET_TieredCompilation", "0"), ("DOTNET_Thread_DefaultStackSize", "80000")];

    private readonly ProcessStartInfo _start;
    private Process _process;

    /// <param name="folder">What is run.</param>
    /// <param name="variables">More variables and their values, with spaces between.</param>
    public WipingProcess(WipingFolder folder, string variables)
    {
        _start = new(Path.Combine(AppContext.BaseDirectory, "Crypto.Mutants"), [WipingWorker.Command, folder.Path])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        foreach (var (name, value) in s_environment)
            _start.Environment[name] = value;
        foreach (var variable in variables.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            _start.Environment[variable.Split('=')[0]] = variable.Split('=')[1];
        (_process, Cases) = Start();
    }

    public WipingTrialCase[] Cases { get; }

    /// <summary>The sites that a case reaches, told without a search.</summary>
    public WipingResult Reach(int number) => Ask($"{number}\t{WipingWorker.Reach}");

    /// <summary>A case that broke is run once more by a new process.</summary>
    public WipingResult Run(int number, IEnumerable<int> removed)
    {
        var line = $"{number}\t{string.Join(' ', removed)}";
        var result = Ask(line);
        if (result.Outcome != WipingOutcome.Broke)
            return result;
        Restart();
        result = Ask(line);
        if (result.Outcome == WipingOutcome.Broke)
            Restart();
        return result;
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }

    private WipingResult Ask(string line)
    {
        try
        {
            _process.StandardInput.WriteLine(line);
            _process.StandardInput.Flush();
            if (_process.StandardOutput.ReadLine() is { } answer)
                return WipingResult.Parse(answer);
        }
        catch (IOException)
        {
        }

        return new(WipingOutcome.Broke, [], "the process ended");
    }

    private void Restart()
    {
        _process.Kill();
        _process.Dispose();
        (_process, _) = Start();
    }

    private (Process Process, WipingTrialCase[] Cases) Start()
    {
        var process = Process.Start(_start)!;
        string Read() => process.StandardOutput.ReadLine() ?? throw new UsageException("A worker ended early.");
        var count = int.Parse(Read(), CultureInfo.InvariantCulture);
        return (process, [.. Enumerable.Range(0, count).Select(_ =>
        {
            var columns = Read().Split('\t');
            return new WipingTrialCase(int.Parse(columns[0], CultureInfo.InvariantCulture), columns[1], columns[2]);
        })]);
    }
}
