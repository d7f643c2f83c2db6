using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using ManagedCrypto.Mutants;

namespace ManagedCrypto.SourceMutants;

/// <summary>What became of the mutants, for people and for .ci/steps, which sums up the last lines.</summary>
internal sealed class Report(bool isList)
{
    private readonly long _start = Stopwatch.GetTimestamp();
    private readonly Survivors _known = new();
    private readonly SortedDictionary<string, (int Noticed, int Known, int Open, int Survived)> _files = new(StringComparer.Ordinal);

    /// <param name="written">The mutants that compile.</param>
    /// <param name="wanted">These and the others.</param>
    public void Begin(List<Site> written, List<Site> wanted)
    {
        var seconds = (int)Stopwatch.GetElapsedTime(_start).TotalSeconds;
        Console.WriteLine($"{written.Count} mutants, and {wanted.Count - written.Count} that do not compile, after {seconds} s");
        if (!isList)
            return;
        foreach (var site in wanted.Except(written))
            Console.WriteLine($"does not compile: {site}");
    }

    public static void LeftOut(IEnumerable<string> tests)
    {
        foreach (var test in tests)
            Console.WriteLine("left out, since it fails without a mutant: " + test);
    }

    public bool IsKnown(Site site) => _known.Find(site, isReached: true) is not null;

    /// <summary>Whether what survives in a file is a failure.</summary>
    public bool IsJudged(string file) => _known.IsJudged(file);

    /// <param name="site">The mutant.</param>
    /// <param name="culprit">What noticed it and how, or null.</param>
    /// <param name="reaching">How many tests reach it.</param>
    public void Add(Site site, Culprit? culprit, int reaching)
    {
        var counts = _files.GetValueOrDefault(site.File);
        if (culprit is not null)
        {
            counts.Noticed++;
            if (isList)
                Console.WriteLine($"{site}: {culprit}");
        }
        else if (_known.Find(site, reaching > 0) is { } reason)
        {
            counts = reason == ReasonList.Open ? counts with { Open = counts.Open + 1 } : counts with { Known = counts.Known + 1 };
            if (isList)
                Console.WriteLine($"{site}: {reason}");
        }
        else
        {
            var isNew = _known.IsJudged(site.File);
            counts = isNew ? counts with { Survived = counts.Survived + 1 } : counts with { Open = counts.Open + 1 };
            Console.WriteLine((isNew ? "SURVIVED " : "open ") + site + (reaching == 0 ? ", which no test reaches" : ""));
        }

        _files[site.File] = counts;
    }

    /// <returns>The exit code.</returns>
    public int Write()
    {
        foreach (var (file, (noticed, known, open, survived)) in _files)
        {
            Console.WriteLine(
                $"{file}: {noticed} noticed" + (known > 0 ? $", {known} equivalent" : "") + (open > 0 ? $", {open} open" : "")
                + (survived > 0 ? $", {survived} SURVIVED" : ""));
        }

        return Sum.Write(_files.Values.Sum(row => row.Noticed + row.Known + row.Open), _files.Values.Sum(row => row.Survived), 0, _start);
    }

    /// <param name="off">How many mutants were noticed that were never on.</param>
    /// <param name="on">How many of the same that were.</param>
    /// <param name="all">All mutants of the library: each entry of the list must fit one.</param>
    /// <returns>The exit code.</returns>
    public int WriteCheck(int off, int on, List<Site> all)
    {
        string[] failures =
        [
            .. off > 0 ? [$"{off} mutants are noticed that are never on"] : Array.Empty<string>(),
            .. on == 0 ? ["no mutant is noticed"] : Array.Empty<string>(),
            .. _known.Idle(all).Select(entry => "Survivors.txt has what is no mutant: " + entry),
        ];
        foreach (var failure in failures)
            Console.WriteLine(failure);
        return Sum.Write(on, failures.Length, 0, _start);
    }
}
