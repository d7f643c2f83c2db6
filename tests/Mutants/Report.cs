using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;

namespace ManagedCrypto.Mutants;

/// <summary>What became of the mutants, for people and for .ci/steps, which sums up the last lines.</summary>
internal sealed class Report(bool isList)
{
    private readonly long _start = Stopwatch.GetTimestamp();
    private readonly KnownEquivalents _known = new();

    /// <summary>By kernels, in order: how many mutants there are, and those that survived.</summary>
    private readonly List<(string KernelId, int Count, List<Survivor> Survivors)> _kernels = [];

    private readonly HashSet<(string KernelId, string Routine)> _ran = [];

    public void Add(Subject subject, Mutant mutant, Outcome outcome)
    {
        _ran.Add((subject.KernelId, mutant.Routine.Name));
        var place = _kernels.FindIndex(row => row.KernelId == subject.KernelId);
        if (place < 0)
        {
            place = _kernels.Count;
            _kernels.Add((subject.KernelId, 0, []));
        }

        var (id, count, survivors) = _kernels[place];
        _kernels[place] = (id, count + 1, survivors);
        if (outcome == Outcome.Passed)
            survivors.Add(new Survivor(subject, mutant));
    }

    /// <param name="subjects">What ran, and what could not.</param>
    /// <param name="kernel">How the ids of kernels begin.</param>
    /// <param name="isWhole">Whether all mutants ran, so that each entry of the list must have been met.</param>
    /// <returns>The exit code.</returns>
    public int Write(Subjects subjects, string kernel, bool isWhole)
    {
        var failures = new List<string>();
        foreach (var (id, count, survivors) in _kernels)
        {
            var judged = survivors.ConvertAll(survivor => (Survivor: survivor, Why: survivor.Why ?? _known.Find(survivor)));
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

        var skipped = subjects.Skipped.Where(row => row.KernelId.StartsWith(kernel, StringComparison.Ordinal)).ToArray();
        foreach (var (id, reason) in skipped)
            Console.WriteLine($"{id}: passed over, {reason}");
        var passed = _kernels.Sum(row => row.Count) - failures.Count;
        failures.AddRange(subjects.Untested.Where(name => !_known.IsUnused(name)).Select(name => name + " is run by no self-test"));
        if (isWhole)
            failures.AddRange(_known.Idle(_ran).Select(entry => "Equivalents.txt has what does not survive: " + entry));
        foreach (var failure in failures)
            Console.WriteLine(failure);
        return Sum.Write(passed, failures.Count, skipped.Length, _start);
    }

    /// <summary>For self-tests whose answers do not count.</summary>
    /// <returns>The exit code.</returns>
    public int WriteCheck()
    {
        var refused = _kernels.FindAll(row => row.Survivors.TrueForAll(survivor => survivor.Why is not null));
        foreach (var (id, _, _) in refused)
            Console.WriteLine($"{id}: no mutant survives a self-test whose answer does not count");
        return Sum.Write(_kernels.Count - refused.Count, refused.Count, 0, _start);
    }
}
