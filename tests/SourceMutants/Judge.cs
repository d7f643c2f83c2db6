using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using ManagedCrypto.Tests;

namespace ManagedCrypto.SourceMutants;

/// <summary>
/// Finds which tests reach which mutants, and runs those, the quickest first, until one notices. A process goes on with the next mutant;
/// what survives there must survive in a process of its own, too, in which it is on before anything is used for the first time.
/// </summary>
/// <param name="folder">Where the mutated library is.</param>
/// <param name="count">One more than the highest number.</param>
/// <param name="isOff">Whether no mutant is ever on: to show that they survive then.</param>
internal sealed class Judge(string folder, int count, bool isOff)
{
    /// <summary>The tests of one mutant take so much at most, and fewer in a process of its own.</summary>
    private const int MostMilliseconds = 60_000, MostMillisecondsAlone = 5_000;

    /// <summary>A process is left after so many mutants, whatever it has noticed.</summary>
    private const int MutantsOfProcess = 300;

    /// <summary>What a process begins with, so that first use is theirs: a kernel that its self-test refuses fails there.</summary>
    private static readonly string[] s_first =
    [
        "ManagedCrypto.Tests.Dispatch.DispatchTests.Each_list_chooses_the_first_kernel_that_CPU_knobs_and_switches_allow",
        "ManagedCrypto.Tests.Dispatch.SelfTestTests.Every_kernel_that_runs_here_passes",
    ];

    private readonly Dictionary<string, (int Milliseconds, HashSet<int> Reached)> _tests = [];
    private readonly HashSet<string> _leftOut = [];

    /// <summary>Tests that fail without a mutant: they look at IL, or at what is allocated.</summary>
    public IReadOnlyCollection<string> LeftOut => _leftOut;

    public string[] AllTests()
    {
        using var worker = new WorkerProcess(folder, Switch.None, count);
        return worker.Tests is { Length: > 0 } tests ? tests : throw new UsageException("The tests cannot be run beside the mutated library.");
    }

    /// <summary>Runs tests to see what they reach.</summary>
    /// <param name="names">In this order.</param>
    /// <param name="isEnough">Asked after each with how many tests reach a mutant.</param>
    public void Reach(IEnumerable<string> names, Func<Func<int, int>, bool> isEnough)
    {
        var queue = new Queue<string>(names.Where(name => !_tests.ContainsKey(name) && !_leftOut.Contains(name)));
        Everywhere((isFirst, worker) =>
        {
            string? name;
            lock (_tests)
            {
                if (isFirst < s_first.Length)
                    name = s_first[isFirst];
                else if (isEnough(number => _tests.Values.Count(row => row.Reached.Contains(number))) || !queue.TryDequeue(out name))
                    return false;
            }

            var (outcome, milliseconds, reached) = worker.Run(Switch.Noting, name, 300_000);
            lock (_tests)
            {
                if (outcome != Outcome.Passed)
                    _leftOut.Add(name);
                else if (_tests.TryGetValue(name, out var known))
                    known.Reached.UnionWith(reached);
                else
                    _tests[name] = (milliseconds, [.. reached]);
            }

            return true;
        });
    }

    /// <summary>Which mutants are noticed by which of the tests that are known to reach them.</summary>
    /// <param name="sites">The mutants.</param>
    /// <param name="likely">
    /// Tests whose names are like that of a mutant: of what is done once in a process, the first test may be the only one known to reach it.
    /// </param>
    /// <param name="tell">Called with each, the test that noticed it and how, or null, and how many reach it.</param>
    public void Run(IEnumerable<Site> sites, Func<Site, IEnumerable<string>> likely, Action<Site, Culprit?, int> tell)
    {
        var queue = new Queue<Site>(sites);
        Everywhere((done, worker) =>
        {
            Site? site;
            lock (queue)
            {
                if (done >= MutantsOfProcess && queue.Count > 0)
                    worker.IsOver = true;
                if (worker.IsOver || !queue.TryDequeue(out site))
                    return false;
            }

            var tests = _tests.Where(row => row.Value.Reached.Contains(site.Number)).OrderBy(row => row.Value.Milliseconds).ToArray();
            var names = Within(MostMilliseconds, tests.Select(row => row.Key));
            var culprit = Noticed(worker, site, names);
            if (culprit is not null && !worker.IsOver && worker.Run(Switch.None, culprit.Test, Usual(culprit.Test)).Outcome != Outcome.Passed)
            {
                // Something is left of this mutant, or of one before, whose tests did not notice.
                worker.IsOver = true;
                culprit = null;
            }

            if (culprit is null && tests.Length > 0 && !isOff)
            {
                using var alone = new WorkerProcess(folder, site.Number, count);
                culprit = alone.Tests.Length == 0 ? new("its beginning", Outcome.Ended)
                    : Noticed(alone, site, s_first.Except(_leftOut)
                        .Concat(Within(MostMillisecondsAlone, likely(site).Where(_tests.ContainsKey)))
                        .Concat(Within(MostMillisecondsAlone, names))
                        .Distinct());
            }

            lock (queue)
                tell(site, culprit, tests.Length);
            return true;
        });
    }

    /// <summary>
    /// Does something again and again on a process for each processor, until it has nothing left to do. A process that is over is replaced.
    /// </summary>
    private void Everywhere(Func<int, WorkerProcess, bool> step)
    {
        Parallel.For(0, Environment.ProcessorCount, new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount }, _ =>
        {
            for (var isOver = true; isOver;)
            {
                using var worker = new WorkerProcess(folder, Switch.None, count);
                if (worker.Tests.Length == 0)
                    throw new UsageException("The tests cannot be run beside the mutated library.");
                for (var done = 0; !worker.IsOver && step(done, worker); done++)
                    ;
                isOver = worker.IsOver;
            }
        });
    }

    /// <summary>The first test that notices a mutant, or null.</summary>
    private Culprit? Noticed(WorkerProcess worker, Site site, IEnumerable<string> names) =>
        names.Select(name => new Culprit(name, worker.Run(isOff ? Switch.None : site.Number, name, Usual(name)).Outcome))
            .FirstOrDefault(culprit => culprit.Outcome != Outcome.Passed);

    private int Usual(string name) => _tests[name].Milliseconds;

    /// <summary>As many as may run; the first one always.</summary>
    private string[] Within(int milliseconds, IEnumerable<string> names)
    {
        var sum = 0;
        return [.. names.TakeWhile((name, i) => (sum += Usual(name)) <= milliseconds || i == 0)];
    }
}
