using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Mutants;

/// <summary>
/// The list of mutants that give the same results as what they are made from, each with the reason. An entry stands for every place in the
/// routine where the instruction is such.
/// </summary>
/// <param name="list">Its file.</param>
internal sealed class KnownEquivalents(string list)
{
    private const string Separator = " | ";

    /// <summary>In the place of a kernel: of a routine that no kernel calls.</summary>
    private const string Unused = "unused";

    private readonly List<string[]> _entries = [.. ReasonList.Lines(list).Select(line => ReasonList.Entry(list, line, Separator, columns: 5))];
    private readonly HashSet<string[]> _met = [];

    public string List => list;

    /// <summary>Why a survivor is equivalent, or null.</summary>
    public string? Find(Survivor survivor)
    {
        foreach (var entry in _entries)
        {
            if (ReasonList.Matches(entry[0], survivor.KernelId) && ReasonList.Matches(entry[1], survivor.Routine)
                && ReasonList.Matches(entry[2], survivor.Before) && ReasonList.Matches(entry[3], survivor.After))
            {
                _met.Add(entry);
                return ReasonList.Reason(entry);
            }
        }

        return null;
    }

    /// <summary>Whether the list says of a routine that nothing calls it.</summary>
    public bool IsUnused(string routine)
    {
        var entries = _entries.FindAll(entry => entry[0] == Unused && ReasonList.Matches(entry[1], routine));
        _met.UnionWith(entries);
        return entries.Count > 0;
    }

    /// <summary>
    /// Entries for what has run which no survivor was found for. A routine that several kernels of an algorithm have runs with the first
    /// of them alone.
    /// </summary>
    public IEnumerable<string> Idle(IReadOnlyCollection<(string KernelId, string Routine)> ran) => _entries
        .Where(entry => !_met.Contains(entry) && !ReasonList.NeedNotBeMet(entry))
        .Where(entry => ran.Any(row => ReasonList.Matches(entry[0], row.KernelId) && ReasonList.Matches(entry[1], row.Routine)))
        .Select(entry => string.Join(Separator, entry));
}
