using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>A call whose rounds are cycles for each of its units, such as bytes.</summary>
internal class TimedCycles(Action call, int units) : Timed
{
    private readonly List<double> _nanoseconds = [];

    /// <summary>
    /// Measures rounds that took turns by one clock, that of their best rounds: so their ratios are those of times, and no
    /// disturbed reading of the clock is in them. Until then, rounds are cycles by the clock beside each.
    /// </summary>
    /// <returns>The clock, in cycles per nanosecond.</returns>
    public static double SettleClock(IReadOnlyList<TimedCycles> timed)
    {
        var gigahertz = timed.Select(one => one.Best / one._nanoseconds.Min()).Order().ElementAt(timed.Count / 2);
        foreach (var one in timed)
            for (var i = 0; i < one.Rounds.Count; i++)
                one.Rounds[i] = one._nanoseconds[i] * gigahertz;
        return gigahertz;
    }

    protected override double NanosecondsPerCall(int calls)
    {
        var before = CoreClock.Gigahertz();
        _nanoseconds.Add(base.NanosecondsPerCall(calls) / units);
        return _nanoseconds[^1] * Math.Max(before, CoreClock.Gigahertz());
    }

    protected override double Nanoseconds(int calls)
    {
        var start = Stopwatch.GetTimestamp();
        for (var i = 0; i < calls; i++)
            call();
        return NanosecondsSince(start);
    }
}
