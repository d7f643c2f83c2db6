using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>A worker as the driver sees it, which is started anew where a case broke: what it left may disturb the next.</summary>
internal sealed class WipingProcess : IDisposable
{
    /// <summary>As the test starts its own process: no code is replaced under way, and threads have small stacks.</summary>
    private static readonly (string Name, string Value)[] s_environment =
        [("DOTNET_TieredCompilation", "0"), ("DOTNET_Thread_DefaultStackSize", "80000")];

    private readonly ProcessStartInfo _start;
    private Process _process;

    public WipingProcess(WipingFolder folder)
    {
        _start = new(Path.Combine(AppContext.BaseDirectory, "Crypto.Mutants"), [WipingWorker.Command, folder.Path])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        foreach (var (name, value) in s_environment)
            _start.Environment[name] = value;
        (_process, Cases) = Start();
    }

    public WipingTrialCase[] Cases { get; private set; }

    /// <summary>The sites that a case reaches, told without a search.</summary>
    public int[] Reach(int number) => Ask($"{number}\t{WipingWorker.Reach}").Reached;

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
        Dispose();
        (_process, Cases) = Start();
    }

    private (Process Process, WipingTrialCase[] Cases) Start()
    {
        var process = Process.Start(_start)!;
        string Read() => process.StandardOutput.ReadLine() ?? throw new UsageException("A worker ended early.");
        var count = int.Parse(Read(), System.Globalization.CultureInfo.InvariantCulture);
        return (process, [.. Enumerable.Range(0, count).Select(number =>
        {
            var columns = Read().Split('\t');
            return new WipingTrialCase(number, columns[0], columns[1]);
        })]);
    }
}
