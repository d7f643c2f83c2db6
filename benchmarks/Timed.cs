using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;

namespace ManagedCrypto.Benchmarks;

/// <summary>A call that is timed in rounds of many.</summary>
internal abstract class Timed
{
    private int _calls = 1;

    /// <summary>Nanoseconds per call, a value for each round.</summary>
    public List<double> Rounds { get; } = [];

    public double Best => Rounds.Min();

    /// <summary>Warms up, forgetting all rounds so far, until the calls of a round take as long as they should.</summary>
    public void Calibrate(TimeSpan round)
    {
        Rounds.Clear();
        while (true)
        {
            var factor = round.TotalNanoseconds / Nanoseconds(_calls);
            _calls = (int)Math.Clamp(_calls * Math.Min(factor, 100), 1, int.MaxValue);
            if (factor < 2)
                return;
        }
    }

    public void RunRound() => Rounds.Add(NanosecondsPerCall(_calls));

    /// <summary>What a round of so many calls is worth.</summary>
    protected virtual double NanosecondsPerCall(int calls) => Nanoseconds(calls) / calls;

    /// <summary>What so many calls take.</summary>
    protected abstract double Nanoseconds(int calls);

    /// <summary>Since a timestamp of <see cref="Stopwatch"/>, more than nothing.</summary>
    protected static double NanosecondsSince(long start) =>
        Math.Max(1, Stopwatch.GetTimestamp() - start) * 1e9 / Stopwatch.Frequency;
}

/// <summary>A loop that makes as many calls as it is told.</summary>
internal sealed class TimedLoop(Action<int> loop) : Timed
{
    protected override double Nanoseconds(int calls)
    {
        var start = Stopwatch.GetTimestamp();
        loop(calls);
        return NanosecondsSince(start);
    }
}
