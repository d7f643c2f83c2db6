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

    /// <summary>Whether a column means a text: a star stands for anything, and all else for itself.</summary>
    public static bool Matches(string column, string text) =>
        FileSystemName.MatchesSimpleExpression(column.Replace("\\", "\\\\").Replace("?", "\\?"), text, ignoreCase: false);
}
