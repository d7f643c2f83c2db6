using System.Collections.Generic;
using System.IO;
using System.IO.Enumeration;
using System.Linq;

namespace ManagedCrypto.SourceMutants;

/// <summary>The list of mutants that no test notices, each with the reason: what is the same to every caller; or that it is open.</summary>
internal sealed class Survivors
{
    public const string Open = "open";

    private const int Columns = 5;

    private readonly List<string[]> _entries = [];
    private readonly HashSet<string[]> _met = [];

    public Survivors()
    {
        using var reader = new StreamReader(typeof(Survivors).Assembly.GetManifestResourceStream("Survivors.txt")!);
        while (reader.ReadLine() is { } line)
        {
            if (line.Length == 0 || line[0] == '#')
                continue;
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

    /// <summary>Entries that fit none of these.</summary>
    public IEnumerable<string> Idle(IEnumerable<Site> sites)
    {
        foreach (var site in sites)
            Find(site);
        return _entries.Where(entry => !_met.Contains(entry)).Select(entry => string.Join(" ~ ", entry));
    }

    private static bool Matches(string pattern, string text) => FileSystemName.MatchesSimpleExpression(pattern, text, ignoreCase: false);
}
