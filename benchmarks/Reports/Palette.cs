using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace ManagedCrypto.Benchmarks.Reports;

/// <summary>
/// Colours that people with any colour vision can tell apart: those of Okabe and Ito, "Color Universal Design" (2008), the yellow
/// darkened for a white page, and all lightened for a dark one. Shapes of markers differ as well.
/// </summary>
internal static class Palette
{
    private static readonly string[] s_light = ["0072b2", "009e73", "d55e00", "b8578f", "cc8400", "3d9bd4", "6b6b6b", "998a00"];
    private static readonly string[] s_dark = ["5fb0ee", "2fc79a", "ff8f57", "eba6d0", "f2b632", "a9dcf8", "b0b0b0", "f0e442"];

    public static int Count => s_light.Length;

    /// <summary>The colours as style sheet: classes s0, s1... stroke and f0, f1... fill; the rest by variables.</summary>
    public static string Css { get; } = Sheet();

    private static string Sheet()
    {
        var sheet = new StringBuilder()
            .Append(Variables("ffffff", "1b1f24", "57606a", "d8dee4", s_light)).Append('\n')
            .Append("@media (prefers-color-scheme: dark) { ")
            .Append(Variables("14171b", "e6e9ed", "a3adb8", "363c44", s_dark)).Append(" }\n");
        for (var i = 0; i < Count; i++)
            sheet.Append(CultureInfo.InvariantCulture, $".s{i} {{ stroke: var(--c{i}); }} .f{i} {{ fill: var(--c{i}); }}\n");
        return sheet.Append(
            """
            svg { font-family: system-ui, sans-serif; font-size: 12px; }
            svg text { fill: var(--text); }
            svg .quiet { fill: var(--quiet); }
            svg .heading { font-size: 13px; font-weight: 600; }
            .grid { stroke: var(--grid); stroke-width: 1; }
            .dashed { stroke-dasharray: 4 3; }
            .page { fill: var(--page); }
            .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
            .hollow { fill: var(--page); stroke-width: 2; }
            .end { text-anchor: end; }
            .middle { text-anchor: middle; }

            """).ToString();
    }

    private static string Variables(string page, string text, string quiet, string grid, IEnumerable<string> colours) =>
        $":root {{ --page: #{page}; --text: #{text}; --quiet: #{quiet}; --grid: #{grid}; "
        + string.Join(' ', colours.Select((colour, i) => $"--c{i.ToString(CultureInfo.InvariantCulture)}: #{colour};")) + " }";
}
