using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading.Tasks;

namespace ManagedCrypto.Mutants;

/// <summary>Starts the workers, and reads what they find.</summary>
internal sealed class Driver
{
    /// <summary>
    /// What a process needs whose copies run with one thread: no code is compiled anew, none lies in memory that copies share, and nothing
    /// is collected.
    /// </summary>
    private static readonly (string Name, string Value)[] s_environment =
    [
        ("DOTNET_TieredCompilation", "0"), ("DOTNET_EnableWriteXorExecute", "0"), ("DOTNET_gcConcurrent", "0"), ("DOTNET_GCgen0size", "2000000"),
    ];

    private readonly List<(int Number, string KernelId)> _ran = [];
    private readonly SortedDictionary<int, Survivor> _survivors = [];
    private readonly List<string[]> _skipped = [];

    /// <summary>Kernels in order, each with how many mutants of it have run.</summary>
    public IEnumerable<(string Id, int Count)> Kernels =>
        _ran.OrderBy(row => row.Number).GroupBy(row => row.KernelId).Select(group => (group.Key, group.Count()));

    public IEnumerable<Survivor> Survivors => _survivors.Values;

    public IEnumerable<string[]> Skipped => _skipped;

    /// <summary>Routines that no self-test runs.</summary>
    public List<string> Untested { get; } = [];

    public void Run(Selection selection)
    {
        var workers = Environment.ProcessorCount;
        var processes = Enumerable.Range(0, workers).Select(number => Start(selection, number, workers)).ToArray();
        var reading = processes.Select(process => Task.Run(() => Read(process))).ToArray();
        Task.WaitAll(reading);
        foreach (var process in processes)
            process.Dispose();
        if (!reading.All(task => task.Result))
            throw new UsageException("A worker ended early.");
    }

    private static Process Start(Selection selection, int number, int workers)
    {
        string[] arguments =
            [Program.WorkerCommand, number.ToString(CultureInfo.InvariantCulture), workers.ToString(CultureInfo.InvariantCulture), .. selection.ToArguments()];
        var start = new ProcessStartInfo(Path.Combine(AppContext.BaseDirectory, "Crypto.Mutants"), arguments) { RedirectStandardOutput = true };
        foreach (var (name, value) in s_environment)
            start.Environment[name] = value;
        return Process.Start(start)!;
    }

    /// <returns>Whether the worker has done its share.</returns>
    private bool Read(Process process)
    {
        var isDone = false;
        while (process.StandardOutput.ReadLine() is { } line)
        {
            var columns = line.Split('\t');
            lock (_ran)
                isDone |= Take(columns[0], columns[1..]);
        }

        process.WaitForExit();
        return isDone && process.ExitCode == 0;
    }

    private bool Take(string kind, string[] columns)
    {
        switch (kind)
        {
            case Worker.Skipped:
                _skipped.Add(columns);
                break;
            case Worker.Untested:
                Untested.Add(columns[0]);
                break;
            case Worker.Ran:
                _ran.Add((int.Parse(columns[0], CultureInfo.InvariantCulture), columns[1]));
                break;
            case Worker.Survived:
                _survivors.Add(int.Parse(columns[0], CultureInfo.InvariantCulture), Survivor.Parse(columns[1..]));
                break;
        }

        return kind == Worker.Done;
    }
}
