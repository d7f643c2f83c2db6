using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>The clock of the core, from a chain of additions that wait for each other, one a cycle.</summary>
internal static class CoreClock
{
    private const int Additions = 16;
    private const int Passes = 2000;
    private const int Chains = 4;

    private static readonly long s_one = Environment.TickCount64 | 1;

    public static long Sum { get; private set; }

    /// <summary>Cycles per nanosecond now, by the fastest of a few chains: one that was disturbed would tell too slow a clock.</summary>
    public static double Gigahertz()
    {
        var fastest = long.MaxValue;
        for (var i = 0; i < Chains; i++)
        {
            var start = Stopwatch.GetTimestamp();
            Sum = Chain(s_one, Passes);
            fastest = Math.Min(fastest, Stopwatch.GetTimestamp() - start);
        }

        return Additions * Passes / (fastest * 1e9 / Stopwatch.Frequency);
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
