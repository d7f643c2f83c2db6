using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Mutants;

namespace ManagedCrypto.SourceMutants;

/// <summary>
/// The list of mutants that no test notices, each with the reason; and of the files whose mutants have all been judged. What survives in
/// another file is open.
/// </summary>
internal sealed class Survivors
{
    private const string List = "Survivors.txt", Separator = " ~ ", Judged = "judged ", NotHere = "not here: ";

    private readonly List<string[]> _entries = [];
    private readonly List<string> _judged = [];
    private readonly HashSet<string[]> _met = [];

    public Survivors()
    {
        foreach (var line in ReasonList.Lines(List))
        {
            if (line.StartsWith(Judged, StringComparison.Ordinal))
                _judged.Add(line[Judged.Length..]);
            else
                _entries.Add(ReasonList.Entry(List, line, Separator, columns: 5));
        }
    }

    /// <summary>Why a mutant may survive, or null. What is "not here" holds for those that no test reaches.</summary>
    public string? Find(Site site, bool isReached)
    {
        foreach (var entry in _entries)
        {
            if ((!isReached || !entry[^1].StartsWith(NotHere, StringComparison.Ordinal)) && ReasonList.Matches(entry[0], site.File) && ReasonList.Matches(entry[1], site.Member) && ReasonList.Matches(entry[2], site.Before) && ReasonList.Matches(entry[3], site.After))
            {
                _met.Add(entry);
                return entry[^1];
            }
        }

        return null;
    }

    /// <summary>Whether a survivor in a file that is not in the list is new, since all of the file have been judged.</summary>
    public bool IsJudged(string file) => _judged.Exists(judged => ReasonList.Matches(judged, file));

    /// <summary>Entries and files that fit none of these.</summary>
    public IEnumerable<string> Idle(IReadOnlyCollection<Site> sites)
    {
        foreach (var site in sites)
            Find(site, isReached: false);
        return _entries.Where(entry => !_met.Contains(entry)).Select(entry => string.Join(Separator, entry))
            .Concat(_judged.Where(file => !sites.Any(site => ReasonList.Matches(file, site.File))).Select(file => Judged + file));
    }
}
