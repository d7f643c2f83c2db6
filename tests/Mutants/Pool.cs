using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using ManagedCrypto.Tests;

namespace ManagedCrypto.Mutants;

/// <summary>Workers, one for each processor.</summary>
internal sealed class Pool : IDisposable
{
    /// <summary>
    /// What a process needs whose copies run with one thread: no code is compiled anew, none lies in memory that copies share, and nothing
    /// is collected until 16 MiB are allocated. Less memory is reserved, so that code finds room beside code.
    /// </summary>
    private static readonly (string Name, string Value)[] s_environment =
    [
        ("DOTNET_TieredCompilation", "0"), ("DOTNET_EnableWriteXorExecute", "0"), ("DOTNET_gcConcurrent", "0"), ("DOTNET_GCgen0size", "1000000"),
        ("DOTNET_GCHeapHardLimit", "8000000"),
    ];

    private readonly Process[] _workers;

    /// <param name="isDisabled">Whether the answers of self-tests do not count: to show that this program can fail.</param>
    public Pool(bool isDisabled)
    {
        string[] arguments = isDisabled ? [Worker.Command, Worker.Disabled] : [Worker.Command];
        var start = new ProcessStartInfo(Path.Combine(AppContext.BaseDirectory, "Crypto.Mutants"), arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        foreach (var (name, value) in s_environment)
            start.Environment[name] = value;
        _workers = [.. Enumerable.Range(0, Environment.ProcessorCount).Select(_ => Process.Start(start)!)];
    }

    /// <summary>The outcomes of trials, in their order.</summary>
    public Outcome[] Run(IReadOnlyList<Trial> trials)
    {
        var outcomes = new Outcome[trials.Count];
        var next = 0;
        Parallel.For(0, _workers.Length, new ParallelOptions { MaxDegreeOfParallelism = _workers.Length }, number =>
        {
            while (true)
            {
                int begin, end;
                lock (outcomes)
                    (begin, end, next) = (next, Math.Min(next + Sandbox.MostTrials, trials.Count), Math.Min(next + Sandbox.MostTrials, trials.Count));
                if (begin == end)
                    return;
                for (var i = begin; i < end; i++)
                    _workers[number].StandardInput.WriteLine(trials[i].Line);
                _workers[number].StandardInput.WriteLine();
                _workers[number].StandardInput.Flush();
                for (var i = begin; i < end; i++)
                    outcomes[i] = Enum.Parse<Outcome>(_workers[number].StandardOutput.ReadLine() ?? throw new UsageException("A worker ended early."));
            }
        });
        return outcomes;
    }

    public void Dispose()
    {
        foreach (var worker in _workers)
        {
            worker.StandardInput.Close();
            worker.WaitForExit();
            worker.Dispose();
        }
    }
}
