using System;
using System.Buffers;
using System.Globalization;
using System.Linq;
using System.Text;

namespace ManagedCrypto.AesFile;

/// <summary>
/// Names and messages as they are shown to people. A file may have any name: shown as it is, a newline in it could make up a line of
/// this program's, and an escape sequence could have the terminal do something.
/// </summary>
internal static class Shown
{
    private const char Ellipsis = '…';

    /// <summary>The name as it is, if nobody can take it for anything else; else in the quotes $'...' of the shell.</summary>
    public static string Name(string name)
    {
        var isPlain = name.Length > 0 && name.EnumerateRunes().All(IsHarmless) && !name.Contains(": ", StringComparison.Ordinal)
            && !char.IsWhiteSpace(name[0]) && !char.IsWhiteSpace(name[^1]);
        return isPlain ? name : $"$'{Quotable(name)}'";
    }

    /// <summary>A name that need not be UTF-8, in the quotes of the shell.</summary>
    public static string Bytes(ReadOnlySpan<byte> name)
    {
        var quoted = new StringBuilder("$'");
        for (int bytes; !name.IsEmpty; name = name[bytes..])
        {
            if (Rune.DecodeFromUtf8(name, out var rune, out bytes) == OperationStatus.Done)
                quoted.Append(Quotable(rune.ToString()));
            else
                quoted.AppendJoin("", name[..bytes].ToArray().Select(one => $"\\x{one:x2}"));
        }

        return quoted.Append('\'').ToString();
    }

    /// <summary>A message in one line. Those of .NET have names in them, which nobody has quoted.</summary>
    public static string Line(string message) => Escaped(message.ReplaceLineEndings(" "));

    /// <summary>The end of a name, if all of it is too wide for a bar.</summary>
    /// <param name="name">The name.</param>
    /// <param name="cells">How wide it may be, in letters of English; others are taken to be twice as wide.</param>
    public static string End(string name, int cells)
    {
        var shown = Name(name);
        var from = shown.Length;
        for (var left = cells - 1; from > 0 && (left -= char.IsAscii(shown[from - 1]) ? 1 : 2) >= 0;)
            from--;
        return from <= 1 && shown.Sum(letter => char.IsAscii(letter) ? 1 : 2) <= cells ? shown : Ellipsis + shown[from..];
    }

    private static string Quotable(string name) =>
        Escaped(name.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "\\'", StringComparison.Ordinal));

    private static string Escaped(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            if (IsHarmless(rune))
                escaped.Append(rune);
            else if (rune.Value < 0x80)
                escaped.Append(rune.Value == '\n' ? "\\n" : rune.Value == '\t' ? "\\t" : $"\\x{rune.Value:x2}");
            else
                escaped.Append(CultureInfo.InvariantCulture, $"\\U{rune.Value:x8}");
        }

        return escaped.ToString();
    }

    /// <summary>Neither controls, nor what has letters run the other way or stand for nothing, nor ends of lines.</summary>
    private static bool IsHarmless(Rune rune) => rune.Value is ' ' or > ' ' and < 0x7F || (rune.Value > 0x7F && Rune.GetUnicodeCategory(rune) is not (
        UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator
        or UnicodeCategory.OtherNotAssigned or UnicodeCategory.PrivateUse));
}
