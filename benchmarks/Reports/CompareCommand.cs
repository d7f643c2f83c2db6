using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks.Reports;

/// <summary>A row that two files have.</summary>
internal sealed record Change(string Section, Measurement Old, Measurement New)
{
    // What two runs differ by though nothing has changed, and no round shows: addresses, what else the JIT compiled.
    private const double BetweenRuns = 0.05;

    // Fewer have no quartile worth the name.
    private const int FewestRounds = 4;

    /// <summary>The change of the time, as a share of the old one: positive is slower.</summary>
    public double Share => (New.Figure / Old.Figure) - 1;

    /// <summary>A change within this share says nothing.</summary>
    public double Noise => BetweenRuns + Old.Noise + New.Noise;

    /// <summary>Whether there are rounds enough to tell a change from noise.</summary>
    public bool IsJudged => Math.Min(Old.Rounds.Count, New.Rounds.Count) >= FewestRounds;

    public bool IsSlower => IsJudged && Share > Noise;

    // As many times faster as would be too many times slower.
    public bool IsFaster => IsJudged && (Old.Figure / New.Figure) - 1 > Noise;
}

/// <summary>Compares what two files have in common.</summary>
internal static class CompareCommand
{
    /// <returns>1 if a row has become slower beyond the noise of its rounds, otherwise 0.</returns>
    /// <exception cref="UsageException">A file is missing or something else, or they have no row in common.</exception>
    public static int Run(string oldPath, string newPath)
    {
        var (old, @new) = (ResultFile.Read(oldPath), ResultFile.Read(newPath));
        if (!old.Machine.IsSameCpuAs(@new.Machine))
        {
            var cpus = $"{old.Machine.Cpu}, then {@new.Machine.Cpu}";
            Console.WriteLine("WARNING: not the same CPU, so that changes tell little: " + cpus);
        }

        foreach (var (path, file) in new[] { (oldPath, old), (newPath, @new) })
            foreach (var section in file.Sections.Where(section => !section.IsComplete))
                Console.WriteLine($"WARNING: {path}: {section.Name} was interrupted");

        var (before, after) = (Rows(old), Rows(@new));
        var changes = before.Where(row => after.ContainsKey(row.Key))
            .Select(row => new Change(row.Key.Section, row.Value, after[row.Key])).ToList();
        if (changes.Count == 0)
            throw new UsageException($"{oldPath} and {newPath} have no row in common");
        Output.Changes(changes);
        NameLonely(oldPath, before.Keys.Except(after.Keys));
        NameLonely(newPath, after.Keys.Except(before.Keys));
        int Count(Func<Change, bool> condition) => changes.Count(condition);
        var (slower, faster, unjudged) = (Count(one => one.IsSlower), Count(one => one.IsFaster), Count(one => !one.IsJudged));
        var few = unjudged > 0 ? $"{unjudged:N0} with too few rounds to tell, " : "";
        Console.WriteLine($"{changes.Count:N0} rows: {slower:N0} slower, {faster:N0} faster, {few}the rest within their noise.");
        return slower == 0 ? 0 : 1;
    }

    private static void NameLonely(string path, IEnumerable<(string Section, string Row, Unit Unit)> rows)
    {
        foreach (var row in rows)
            Console.WriteLine($"Only in {path}: {row.Section}: {row.Row}");
    }

    private static Dictionary<(string Section, string Row, Unit Unit), Measurement> Rows(ResultFile file) => (
        from section in file.Sections
        from row in section.Rows
        where row.Rounds.Count > 0
        select (section, row)).ToDictionary(pair => (pair.section.Name, pair.row.Key, pair.row.Unit), pair => pair.row);
}
