using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>The list of calls without which no test finds a secret, each with the reason.</summary>
internal sealed class WipingSurvivors
{
    private const string List = "Survivors.txt", Separator = " | ";

    private readonly List<string[]> _entries = [.. ReasonList.Lines(List).Select(line => ReasonList.Entry(List, line, Separator, columns: 4))];

    /// <summary>Why nothing is found without a call, or null.</summary>
    public string? Find(WipingSite site) => _entries.Find(entry => Matches(entry, site)) is { } entry ? ReasonList.Reason(entry) : null;

    /// <summary>Entries that match none of the survivors, though they should.</summary>
    public IEnumerable<string> Idle(IReadOnlyCollection<WipingSite> survivors) => _entries
        .Where(entry => !ReasonList.NeedNotBeMet(entry) && !survivors.Any(site => Matches(entry, site)))
        .Select(entry => string.Join(Separator, entry));

    /// <summary>An entry for a call stands for the shortened call, too: what that leaves in memory, leaving out the call leaves, too.</summary>
    private static bool Matches(string[] entry, WipingSite site) => IsOf(entry, site) || IsOf(entry, site.Whole);

    private static bool IsOf(string[] entry, WipingSite site) =>
        ReasonList.Matches(entry[0], site.File) && ReasonList.Matches(entry[1], site.Method) && ReasonList.Matches(entry[2], site.Text);
}
