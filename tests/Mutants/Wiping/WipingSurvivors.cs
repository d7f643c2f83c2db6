using System.Collections.Generic;
using System.IO;
using System.IO.Enumeration;
using System.Linq;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>The list of calls without which no test finds a secret, each with the reason.</summary>
internal sealed class WipingSurvivors
{
    /// <summary>A reason that nobody has shown yet.</summary>
    public const string Open = "open";

    private const int Columns = 4;

    private readonly List<string[]> _entries = [];

    public WipingSurvivors()
    {
        using var reader = new StreamReader(typeof(WipingSurvivors).Assembly.GetManifestResourceStream("Survivors.txt")!);
        while (reader.ReadLine() is { } line)
        {
            if (line.Length == 0 || line[0] == '#')
                continue;
            var entry = line.Split(" | ");
            if (entry.Length != Columns || entry.Any(column => column.Trim() != column || column.Length == 0))
                throw new InvalidDataException("Survivors.txt: " + line);
            _entries.Add(entry);
        }
    }

    /// <summary>Why nothing is found without a call, or null.</summary>
    public string? Find(WipingSite site) => _entries.Find(entry => Matches(entry, site))?[^1];

    /// <summary>Entries that no survivor is meant by, of all that there are.</summary>
    public IEnumerable<string> Idle(IReadOnlyCollection<WipingSite> survivors) => _entries
        .Where(entry => !survivors.Any(site => Matches(entry, site)))
        .Select(entry => string.Join(" | ", entry));

    private static bool Matches(string[] entry, WipingSite site) =>
        Matches(entry[0], site.File) && Matches(entry[1], site.Method) && Matches(entry[2], site.Text);

    private static bool Matches(string pattern, string name) => FileSystemName.MatchesSimpleExpression(Escape(pattern), name, ignoreCase: false);

    /// <summary>A star stands for anything, and all else for itself.</summary>
    private static string Escape(string pattern) => pattern.Replace("\\", "\\\\").Replace("?", "\\?");
}
