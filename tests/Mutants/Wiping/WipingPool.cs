using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>Workers: as many at a time as there are processors, and of each set of environment variables as many as are wanted.</summary>
internal sealed class WipingPool(WipingFolder folder) : IDisposable
{
    private readonly ConcurrentDictionary<string, ConcurrentBag<WipingProcess>> _idle = [];

    private readonly ParallelOptions _parallel = new() { MaxDegreeOfParallelism = Environment.ProcessorCount };

    /// <summary>All cases, as a worker knows them.</summary>
    public WipingTrialCase[] Cases() => With("", process => process.Cases);

    public WipingResult Reach(WipingTrialCase one) => With("", process => process.Reach(one.Number));

    public WipingResult Run(WipingTrialCase one, IEnumerable<int> removed) =>
        With(one.Method == WipingTrialCase.Registers ? one.Argument : "", process => process.Run(one.Number, removed));

    /// <summary>Does something with each, some at a time; the first ones first.</summary>
    public void ForEach<T>(IEnumerable<T> all, Action<T> action) =>
        Parallel.ForEach(Partitioner.Create(all, EnumerablePartitionerOptions.NoBuffering), _parallel, action);

    public void Dispose()
    {
        foreach (var process in _idle.Values.SelectMany(bag => bag))
            process.Dispose();
    }

    private T With<T>(string variables, Func<WipingProcess, T> use)
    {
        var bag = _idle.GetOrAdd(variables, _ => []);
        if (!bag.TryTake(out var process))
            process = new WipingProcess(folder, variables);
        try
        {
            return use(process);
        }
        finally
        {
            bag.Add(process);
        }
    }
}
