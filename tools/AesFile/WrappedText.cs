using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.AesFile;

/// <summary>Text for a terminal that is narrower than it was written for. The terminal itself would break it within words.</summary>
internal static class WrappedText
{
    private const string Gap = "  ";
    private const string Hanging = "      ";

    /// <param name="text">Paragraphs, and examples, which are indented and have what they do behind a gap.</param>
    /// <param name="width">How long a line may be.</param>
    public static string Of(string text, int width)
    {
        var lines = text.ReplaceLineEndings("\n").Split('\n');
        return string.Join(Environment.NewLine, lines.All(line => line.Length <= width) ? lines : Wrapped(lines, width));
    }

    private static IEnumerable<string> Wrapped(string[] lines, int width)
    {
        for (var next = 0; next < lines.Length;)
        {
            var paragraph = lines.Skip(next).TakeWhile(line => IsParagraph(line)).ToList();
            var wrapped = paragraph.Count > 0 ? Words(string.Join(' ', paragraph), "", width) : Example(lines[next], width);
            foreach (var line in wrapped)
                yield return line;
            next += Math.Max(1, paragraph.Count);
        }
    }

    private static bool IsParagraph(string line) => line.Length > 0 && line[0] != ' ';

    private static IEnumerable<string> Example(string line, int width)
    {
        var command = line.TrimStart();
        var gap = command.IndexOf(Gap, StringComparison.Ordinal);
        return line.Length <= width ? [line]
            : gap < 0 ? Words(command, Gap, width)
            : [.. Words(command[..gap], Gap, width), .. Words(command[gap..], Hanging, width)];
    }

    /// <summary>As many words as have room in each line. One that is longer than a line is not broken.</summary>
    private static IEnumerable<string> Words(string text, string indent, int width)
    {
        var line = "";
        foreach (var word in text.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            if (line.Length > 0 && line.Length + 1 + word.Length > width)
            {
                yield return line;
                (line, indent) = ("", indent.Length > 0 ? Hanging : "");
            }

            line = line.Length > 0 ? $"{line} {word}" : indent + word;
        }

        yield return line;
    }
}
