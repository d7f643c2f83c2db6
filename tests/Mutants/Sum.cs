using System;
using System.Diagnostics;

namespace ManagedCrypto.Mutants;

/// <summary>The last lines of a report, for .ci/steps, which adds them to those of the tests.</summary>
internal static class Sum
{
    /// <param name="passed">How many ended as they should.</param>
    /// <param name="failed">How many did not.</param>
    /// <param name="skipped">How many could not be tried here.</param>
    /// <param name="start">When it began, by <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <returns>The exit code.</returns>
    public static int Write(int passed, int failed, int skipped, long start)
    {
        Console.WriteLine($"{skipped} skipped, {(int)Stopwatch.GetElapsedTime(start).TotalSeconds} s");
        Console.WriteLine($"{passed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }
}
