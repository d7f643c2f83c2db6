using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Threading;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks;

/// <summary>
/// Times calls in rounds: each pass gives every peer of every row a short one, so that all meet the same disturbances, and the
/// best round of each counts. The passes go on until the time is up.
/// </summary>
internal static class Measuring
{
    private const int WarmUpPasses = 3;
    private const int FewestPasses = 5;

    // The runtime compiles hot methods anew after this long without new ones.
    private static readonly TimeSpan s_untilCompiled = TimeSpan.FromMilliseconds(250);

    /// <param name="timed">What to time; rounds are added to it.</param>
    /// <param name="pace">How long.</param>
    /// <param name="progress">Told the share that is done, from 0 to 1, between rounds.</param>
    public static void Run(IReadOnlyList<Timed> timed, Pace pace, Action<double> progress)
    {
        var start = Stopwatch.StartNew();
        WarmUp(timed, pace, progress);
        Time(timed, pace with { Budget = pace.Budget - start.Elapsed }, progress);
    }

    /// <summary>Finds out how many calls a round has, until the runtime has compiled them as it will.</summary>
    public static void WarmUp(IReadOnlyList<Timed> timed, Pace pace, Action<double> progress)
    {
        for (var pass = 0; pass < WarmUpPasses; pass++)
        {
            foreach (var one in timed)
            {
                one.Calibrate(pace.Round);
                Interruption.ThrowIfRequested();
                progress(0);
            }

            Thread.Sleep(s_untilCompiled);
        }
    }

    /// <summary>The rounds of what is warm.</summary>
    public static void Time(IReadOnlyList<Timed> timed, Pace pace, Action<double> progress)
    {
        using var pinned = CpuPin.Here();
        var start = Stopwatch.StartNew();
        for (var pass = 0; pass < pace.MostPasses && (pass < FewestPasses || start.Elapsed < pace.Budget); pass++)
            foreach (var one in timed)
            {
                one.RunRound();
                Interruption.ThrowIfRequested();
                progress(Math.Min(1, Math.Max(pass / (double)pace.MostPasses, start.Elapsed / pace.Budget)));
            }
    }
}

/// <summary>How long to measure.</summary>
/// <param name="Round">What the calls of a round take.</param>
/// <param name="MostPasses">After which it ends in any case.</param>
/// <param name="Budget">After which no pass begins, once the fewest are done.</param>
internal readonly record struct Pace(TimeSpan Round, int MostPasses, TimeSpan Budget)
{
    public static readonly Pace Thorough = new(TimeSpan.FromMilliseconds(5), MostPasses: 60, TimeSpan.FromSeconds(60));

    public static readonly Pace Quick = new(TimeSpan.FromMilliseconds(2), MostPasses: 15, TimeSpan.FromSeconds(15));
}
