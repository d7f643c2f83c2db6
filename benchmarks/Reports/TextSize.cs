using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Benchmarks.Reports;

/// <summary>
/// How much room a text takes, by estimate: each reader of the report has other fonts. The shares are those of a wide
/// sans-serif (DejaVu Sans), so that other fonts leave room rather than overlap.
/// </summary>
internal static class TextSize
{
    /// <summary>Of labels.</summary>
    public const double Label = 12;

    /// <summary>Of headings, which are bold.</summary>
    public const double Heading = 13;

    private const double Bold = 1.1;

    public static double OfLabel(string text) => Label * text.Sum(Share);

    public static double OfHeading(string text) => Heading * Bold * text.Sum(Share);

    /// <summary>A text, cut short with an ellipsis if it takes more room as a label than there is.</summary>
    public static string Fit(string text, double room)
    {
        var length = text.Length;
        while (length > 1 && OfLabel(Cut(text, length)) > room)
            length--;
        return Cut(text, length);
    }

    /// <summary>A heading in as many lines as it needs.</summary>
    public static List<string> Lines(string heading, double room)
    {
        List<string> lines = [];
        foreach (var word in heading.Split(' '))
        {
            var longer = lines.Count > 0 ? $"{lines[^1]} {word}" : word;
            if (lines.Count > 0 && OfHeading(longer) <= room)
                lines[^1] = longer;
            else
                lines.Add(Fit(word, room * Label / Heading / Bold));
        }

        return lines;
    }

    private static string Cut(string text, int length) => length == text.Length ? text : text[..length].TrimEnd() + "\u2026";

    private static double Share(char character) => character switch
    {
        'i' or 'j' or 'l' or 'I' or 'J' or '\'' or '|' or '.' or ',' or ' ' => 0.33,
        'f' or 't' or 'r' or '-' or '/' or '(' or ')' or ':' or ';' => 0.42,
        'm' or 'M' or 'W' or '@' or '%' => 0.99,
        'w' or 'D' or 'G' or 'H' or 'N' or 'O' or 'Q' or 'U' or '+' or '<' or '>' or '=' => 0.84,
        >= 'A' and <= 'Z' => 0.7,
        < '\u0300' => 0.64,
        _ => 1,
    };
}
