using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>Leaves out each call that wipes, and demands that a wiping test finds a secret then.</summary>
internal static class WipingCommand
{
    /// <summary>Cases that a site is tried with by itself.</summary>
    private const int FewCases = 12;

    public static int Run()
    {
        var start = DateTime.UtcNow;
        using var folder = new WipingFolder();
        Console.WriteLine($"{folder.Sites.Count} sites {(DateTime.UtcNow - start).TotalSeconds}");
        var pool = new ConcurrentBag<WipingProcess>();
        T With<T>(Func<WipingProcess, T> use)
        {
            if (!pool.TryTake(out var process))
                process = new WipingProcess(folder);
            try
            {
                return use(process);
            }
            finally
            {
                pool.Add(process);
            }
        }

        var options = new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount };
        var cases = With(process => process.Cases);
        Console.WriteLine($"{cases.Length} cases {(DateTime.UtcNow - start).TotalSeconds}");
        Parallel.ForEach(cases.Where(one => one.Method == WipingTrialCase.Main), options, one => one.Reached.UnionWith(With(process => process.Reach(one.Number))));
        Console.WriteLine($"reached {cases.SelectMany(one => one.Reached).Distinct().Count()} {(DateTime.UtcNow - start).TotalSeconds}");
        Parallel.ForEach(cases.Where(one => one.Method == WipingTrialCase.Methods[1]), options, one => one.Reached.UnionWith(With(process => process.Run(one.Number, [])).Reached));
        var clean = new ConcurrentDictionary<int, bool>();
        var survivors = new ConcurrentBag<(WipingSite, string)>();
        var refused = 0; var runs = 0;
        Parallel.ForEach(Partitioner.Create(folder.Sites, EnumerablePartitionerOptions.NoBuffering), options, site =>
        {
            var broke = "";
            var candidates = WipingTrialCase.InTurns(cases.Where(one => one.Reached.Contains(site.Number))).Take(FewCases).ToArray();
            foreach (var one in candidates)
            {
                Interlocked.Increment(ref runs);
                var result = With(process => process.Run(one.Number, [site.Number]));
                if (result.Outcome == WipingOutcome.Found && clean.GetOrAdd(one.Number, _ => With(process => process.Run(one.Number, []).Outcome == WipingOutcome.Clean)))
                {
                    Interlocked.Increment(ref refused);
                    Console.WriteLine($"REFUSED {site} by {one.Arguments}");
                    return;
                }
                if (result.Outcome == WipingOutcome.Broke)
                    broke = result.Message;
            }

            survivors.Add((site, candidates.Length == 0 ? "not reached" : broke));
        });
        foreach (var s in survivors.OrderBy(s => s.Item1.Number))
            Console.WriteLine($"SURVIVED {s.Item1} {s.Item2} [{cases.Count(c => c.Reached.Contains(s.Item1.Number))}]");
        Console.WriteLine($"{refused} refused, {survivors.Count} survived, {runs} runs, {(DateTime.UtcNow - start).TotalSeconds}");
        foreach (var process in pool)
            process.Dispose();
        return 0;
    }
}
