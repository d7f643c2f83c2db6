using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;

namespace ManagedCrypto.Fuzz.Load;

/// <summary>
/// Many threads use all types, dispose of each other's objects, collect garbage and make mistakes. Work stops now and then, and
/// what the process holds is noted.
/// </summary>
internal static class LoadCommand
{
    private const int Rounds = 30, SharedObjects = 6;

    /// <returns>1 if a result was wrong, or the process has grown.</returns>
    public static int Run(int threads, TimeSpan time, int seed)
    {
        Console.WriteLine($"seed {seed}, {threads} threads");
        Console.WriteLine(Sample.Header);
        var answers = Answers.Make(seed);
        var random = new Random(seed);
        SharedKeys[] shared =
            [.. Enumerable.Range(0, SharedObjects).Select(_ => new SharedKeys(answers[random.Next(answers.Length)]))];
        var victims = new IDisposable?[threads];
        Worker[] workers = [.. Enumerable.Range(0, threads).Select(
            thread => new Worker(seed + thread, answers, shared, victims))];
        var samples = new List<Sample>();
        string? wrong = null;
        var clock = Stopwatch.StartNew();
        while (samples.Count < Rounds && wrong is null)
        {
            wrong = RunRound(workers, time / Rounds);
            samples.Add(Sample.Take(clock.Elapsed, workers.Sum(worker => worker.Calls), workers.Sum(worker => worker.Refused)));
            Console.WriteLine(samples[^1]);
        }

        var bounds = Sample.Bounds(samples).Prepend((What: wrong ?? "every result was right", IsWithin: wrong is null)).ToList();
        foreach (var (what, isWithin) in bounds)
            Console.WriteLine((isWithin ? "" : "FAILED ") + what);
        var failed = bounds.Count(bound => !bound.IsWithin);
        Console.WriteLine($"{bounds.Count - failed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }

    /// <returns>What was wrong first, or null.</returns>
    private static string? RunRound(Worker[] workers, TimeSpan time)
    {
        string? wrong = null;
        using var end = new CancellationTokenSource(time);
        Thread[] threads = [.. workers.Select(worker => new Thread(() =>
        {
            try
            {
                worker.Run(end.Token);
            }
            catch (Exception exception)
            {
                Interlocked.CompareExchange(ref wrong, exception.ToString(), null);
                end.Cancel();
            }
        }))];
        foreach (var thread in threads)
            thread.Start();
        foreach (var thread in threads)
            thread.Join();
        return wrong;
    }
}
