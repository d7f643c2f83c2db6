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
    /// <param name="isQuick">Whether a quarter of the passes and of the time must do.</param>
    /// <param name="progress">Told the share that is done, from 0 to 1, between rounds.</param>
    public static void Run(IReadOnlyList<Timed> timed, bool isQuick, Action<double> progress)
    {
        var round = TimeSpan.FromMilliseconds(isQuick ? 2 : 5);
        var (mostPasses, budget) = isQuick ? (15, TimeSpan.FromSeconds(15)) : (60, TimeSpan.FromSeconds(60));
        var start = Stopwatch.StartNew();
        for (var pass = 0; pass < WarmUpPasses; pass++)
        {
            foreach (var one in timed)
            {
                one.Calibrate(round);
                Interruption.ThrowIfRequested();
                progress(0);
            }

            Thread.Sleep(s_untilCompiled);
        }

        using var pinned = CpuPin.Here();
        for (var pass = 0; pass < mostPasses && (pass < FewestPasses || start.Elapsed < budget); pass++)
            foreach (var one in timed)
            {
                one.RunRound();
                Interruption.ThrowIfRequested();
                progress(Math.Min(1, Math.Max(pass / (double)mostPasses, start.Elapsed / budget)));
            }
    }
}
