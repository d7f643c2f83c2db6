using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;

namespace ManagedCrypto.Mutants;

/// <summary>What became of the mutants, for people and for .ci/steps, which sums up the last lines.</summary>
internal sealed class Report(KnownEquivalents known, bool isList)
{
    private readonly long _start = Stopwatch.GetTimestamp();

    /// <summary>By kernels, in order: how many mutants there are, and those that survived.</summary>
    private readonly List<(string KernelId, int Count, List<Survivor> Survivors)> _kernels = [];

    private readonly HashSet<(string KernelId, string Routine)> _ran = [];

    /// <summary>Counts a mutant, which may have survived.</summary>
    public void Add(string kernelId, string routine, Survivor? survivor)
    {
        _ran.Add((kernelId, routine));
        var place = _kernels.FindIndex(row => row.KernelId == kernelId);
        if (place < 0)
        {
            place = _kernels.Count;
            _kernels.Add((kernelId, 0, []));
        }

        var (id, count, survivors) = _kernels[place];
        _kernels[place] = (id, count + 1, survivors);
        if (survivor is not null)
            survivors.Add(survivor);
    }

    /// <param name="skipped">Kernels that could not be tried, with the reasons.</param>
    /// <param name="untested">Routines that nothing tries.</param>
    /// <param name="isWhole">Whether all mutants ran, so that each entry of the list must have been met.</param>
    /// <returns>The exit code.</returns>
    public int Write((string KernelId, string Reason)[] skipped, IEnumerable<string> untested, bool isWhole)
    {
        var failures = new List<string>();
        foreach (var (id, count, survivors) in _kernels)
        {
            var judged = survivors.ConvertAll(survivor => (Survivor: survivor, Why: survivor.Why ?? known.Find(survivor)));
            var left = judged.FindAll(row => row.Why is null).ConvertAll(row => row.Survivor.ToString());
            var open = judged.Count(row => row.Why == ReasonList.Open);
            Console.WriteLine(
                $"{id}: {count} mutants, {count - survivors.Count} refused, {survivors.Count - left.Count - open} equivalent"
                + (open > 0 ? $", {open} open" : "") + (left.Count > 0 ? $", {left.Count} SURVIVED" : ""));
            if (isList)
            {
                foreach (var group in judged.Where(row => row.Why is not null).CountBy(row => row.Why!))
                    Console.WriteLine($"    {group.Value} {group.Key}");
                foreach (var row in judged.Where(row => row.Why == ReasonList.Open))
                    Console.WriteLine("    " + row.Survivor);
            }

            failures.AddRange(left);
        }

        foreach (var (id, reason) in skipped)
            Console.WriteLine($"{id}: passed over, {reason}");
        var passed = _kernels.Sum(row => row.Count) - failures.Count;
        failures.AddRange(untested.Where(name => !known.IsUnused(name)).Select(name => name + " is run by no self-test"));
        if (isWhole)
            failures.AddRange(known.Idle(_ran).Select(entry => known.List + " has what does not survive: " + entry));
        foreach (var failure in failures)
            Console.WriteLine(failure);
        return Sum.Write(passed, failures.Count, skipped.Length, _start);
    }

    /// <summary>Where nothing is refused.</summary>
    /// <returns>The exit code.</returns>
    public int WriteCheck()
    {
        var refused = _kernels.FindAll(row => row.Survivors.TrueForAll(survivor => survivor.Why is not null));
        foreach (var (id, _, _) in refused)
            Console.WriteLine($"{id}: no mutant survives where none is refused");
        return Sum.Write(_kernels.Count - refused.Count, refused.Count, 0, _start);
    }
}
