using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;

namespace ManagedCrypto.Mutants;

/// <summary>What the driver found, for people and for .ci/steps, which sums up the last lines.</summary>
internal sealed class Report(Driver driver, bool isList)
{
    private readonly long _start = Stopwatch.GetTimestamp();
    private readonly KnownEquivalents _known = new();

    /// <returns>The exit code.</returns>
    public int Write(bool isWhole)
    {
        List<string> failures = [.. driver.Untested.Select(name => name + " is run by no self-test")];
        var mutants = 0;
        var kernels = driver.Kernels.ToArray();
        foreach (var (id, count) in kernels)
        {
            var survivors = driver.Survivors.Where(survivor => survivor.KernelId == id).ToArray();
            var reasons = survivors.Select(survivor => (Survivor: survivor, Why: survivor.Why.Length > 0 ? survivor.Why : _known.Find(survivor))).ToArray();
            var equivalents = reasons.Where(row => row.Why is not null).ToArray();
            var left = reasons.Where(row => row.Why is null).Select(row => row.Survivor.ToString()).ToArray();
            Console.WriteLine($"{id}: {count} mutants, {count - survivors.Length} refused, {equivalents.Length} equivalent" + (left.Length > 0 ? $", {left.Length} SURVIVED" : ""));
            foreach (var (why, group) in equivalents.GroupBy(row => row.Why!).Select(group => (group.Key, group)))
            {
                if (isList)
                    Console.WriteLine($"    {group.Count()} {why}");
            }

            mutants += count;
            failures.AddRange(left);
        }

        foreach (var row in driver.Skipped)
            Console.WriteLine($"{row[0]}: passed over, {row[1]}");
        if (isWhole)
            failures.AddRange(_known.Idle([.. kernels.Select(kernel => kernel.Id)]).Select(entry => "Equivalents.txt has what does not survive: " + entry));
        foreach (var failure in failures)
            Console.WriteLine(failure);
        return WriteSum(mutants - failures.Count, failures.Count);
    }

    /// <returns>The exit code.</returns>
    public int WriteCheck()
    {
        var survivors = driver.Survivors.Select(survivor => survivor.KernelId).ToHashSet();
        var kernels = driver.Kernels.ToArray();
        foreach (var (id, _) in kernels.Where(kernel => !survivors.Contains(kernel.Id)))
            Console.WriteLine($"{id}: no mutant survives a self-test whose answer does not count");
        return WriteSum(kernels.Count(kernel => survivors.Contains(kernel.Id)), kernels.Count(kernel => !survivors.Contains(kernel.Id)));
    }

    private int WriteSum(int passed, int failed)
    {
        Console.WriteLine($"{driver.Skipped.Count()} skipped, {(int)Stopwatch.GetElapsedTime(_start).TotalSeconds} s");
        Console.WriteLine($"{passed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }
}
