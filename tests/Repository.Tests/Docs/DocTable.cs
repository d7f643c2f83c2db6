using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>Tables of Markdown whose first column has code.</summary>
internal static partial class DocTable
{
    /// <summary>The cells of each row whose first one begins with code, or with code that is a link.</summary>
    public static IEnumerable<string[]> Rows(string text) => text.Split('\n')
        .Where(line => line.StartsWith("| `", StringComparison.Ordinal) || line.StartsWith("| [`", StringComparison.Ordinal)).Select(line => line.Trim('|').Split('|'));

    /// <summary>What stands as code in a cell.</summary>
    public static IEnumerable<string> Names(string cell) => Code().Matches(cell).Select(match => match.Groups[1].Value);

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();
}
