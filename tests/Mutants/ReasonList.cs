using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Enumeration;
using System.Linq;

namespace ManagedCrypto.Mutants;

/// <summary>
/// A list in this program of what may survive: a line for each, with columns that say what is meant, and the reason as the last of them.
/// </summary>
internal static class ReasonList
{
    /// <summary>In the place of a reason: nobody has judged it yet.</summary>
    public const string Open = "open";

    /// <summary>How reasons begin that depend on the CPU, or on what a process has in its registers, so that the entry need not be met.</summary>
    private static readonly string[] s_conditions = ["with some CPUs", "in some processes"];

    /// <summary>In the place of a reason: open, but in some processes it does not survive, so that the entry need not be met.</summary>
    private const string OpenByChance = "open by chance";

    /// <summary>The lines that are neither empty nor a comment.</summary>
    public static IEnumerable<string> Lines(string list)
    {
        using var reader = new StreamReader(typeof(ReasonList).Assembly.GetManifestResourceStream(list)!);
        while (reader.ReadLine() is { } line)
        {
            if (line.Length > 0 && line[0] != '#')
                yield return line;
        }
    }

    /// <summary>The columns of a line.</summary>
    /// <param name="list">Whose line it is.</param>
    /// <param name="line">The line.</param>
    /// <param name="separator">What is between columns.</param>
    /// <param name="columns">How many there are.</param>
    /// <exception cref="InvalidDataException">They are not so many, or one is empty, or has spaces around it.</exception>
    public static string[] Entry(string list, string line, string separator, int columns)
    {
        var entry = line.Split(separator);
        return entry.Length == columns && entry.All(column => column.Length > 0 && column.Trim() == column) ? entry
            : throw new InvalidDataException($"{list}: {line}");
    }

    /// <summary>The reason of an entry: its last column. What survives by chance counts as open.</summary>
    public static string Reason(string[] entry) => IsByChance(entry) ? Open : entry[^1];

    /// <summary>Whether an entry need not be met.</summary>
    public static bool NeedNotBeMet(string[] entry) => IsByChance(entry) || s_conditions.Any(condition => entry[^1].StartsWith(condition, StringComparison.Ordinal));

    private static bool IsByChance(string[] entry) => entry[^1] == OpenByChance;

    /// <summary>Whether a column means a text: a star stands for anything, and all else for itself.</summary>
    public static bool Matches(string column, string text) =>
        FileSystemName.MatchesSimpleExpression(column.Replace("\\", "\\\\").Replace("?", "\\?"), text, ignoreCase: false);
}
