using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>The clock of the core, from a chain of additions that wait for each other, one a cycle.</summary>
internal sealed class CoreClock
{
    private const int Additions = 16;
    private const int Passes = 2000;

    private static readonly long s_one = Environment.TickCount64 | 1;

    private double _nanoseconds = double.MaxValue;

    /// <summary>Cycles per nanosecond, by the fastest chain so far: one that was disturbed would tell too slow a clock.</summary>
    public double Gigahertz => Additions * Passes / _nanoseconds;

    public static long Sum { get; private set; }

    public void Observe()
    {
        var start = Stopwatch.GetTimestamp();
        Sum = Chain(s_one, Passes);
        _nanoseconds = Math.Min(_nanoseconds, (Stopwatch.GetTimestamp() - start) * 1e9 / Stopwatch.Frequency);
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static long Chain(long one, int passes)
    {
        // Two operands take turns, so that no two additions can be made one.
        var (sum, other) = (one, one + 1);
        for (var i = 0; i < passes; i++)
        {
            sum = sum + one + other + one + other;
            sum = sum + one + other + one + other;
            sum = sum + one + other + one + other;
            sum = sum + one + other + one + other;
        }

        return sum;
    }
}
