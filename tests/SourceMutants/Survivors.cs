using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Enumeration;
using System.Linq;

namespace ManagedCrypto.SourceMutants;

/// <summary>
/// The list of mutants that no test notices, each with the reason; and of the files whose mutants have all been judged. What survives in
/// another file is open.
/// </summary>
internal sealed class Survivors
{
    public const string Open = "open";

    private const string Judged = "judged ";

    private const int Columns = 5;

    private readonly List<string[]> _entries = [];
    private readonly List<string> _judged = [];
    private readonly HashSet<string[]> _met = [];

    public Survivors()
    {
        using var reader = new StreamReader(typeof(Survivors).Assembly.GetManifestResourceStream("Survivors.txt")!);
        while (reader.ReadLine() is { } line)
        {
            if (line.Length == 0 || line[0] == '#')
                continue;
            if (line.StartsWith(Judged, StringComparison.Ordinal))
            {
                _judged.Add(line[Judged.Length..]);
                continue;
            }

            var entry = line.Split(" ~ ");
            if (entry.Length != Columns || entry.Any(column => column.Trim() != column || column.Length == 0))
                throw new InvalidDataException("Survivors.txt: " + line);
            _entries.Add(entry);
        }
    }

    /// <summary>Why a mutant may survive, or null.</summary>
    public string? Find(Site site)
    {
        foreach (var entry in _entries)
        {
            if (Matches(entry[0], site.File) && Matches(entry[1], site.Member) && Matches(entry[2], site.Before) && Matches(entry[3], site.After))
            {
                _met.Add(entry);
                return entry[^1];
            }
        }

        return null;
    }

    /// <summary>Whether a survivor that is not in the list is new, since all of its file have been judged.</summary>
    public bool IsJudged(Site site) => _judged.Exists(file => Matches(file, site.File));

    /// <summary>Entries and files that fit none of these.</summary>
    public IEnumerable<string> Idle(IReadOnlyCollection<Site> sites)
    {
        foreach (var site in sites)
            Find(site);
        return _entries.Where(entry => !_met.Contains(entry)).Select(entry => string.Join(" ~ ", entry))
            .Concat(_judged.Where(file => !sites.Any(site => Matches(file, site.File))).Select(file => Judged + file));
    }

    private static bool Matches(string pattern, string text) => FileSystemName.MatchesSimpleExpression(pattern, text, ignoreCase: false);
}
