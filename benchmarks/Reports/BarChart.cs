using System;
using System.Collections.Generic;
using System.Linq;
using System.Xml.Linq;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks.Reports;

/// <summary>Horizontal bars from zero: each has its name before it (above, where names are long) its figure after it.</summary>
internal static class BarChart
{
    private const double Edge = 4;
    private const double UnderHeading = 10;
    private const double BarHeight = 14;
    private const double RowHeight = 21;
    private const double NameHeight = 17;
    private const double Gap = 6;

    public static XElement Draw(Panel panel, double width)
    {
        var bars = (
            from series in panel.Series
            from row in series.Rows
            select (series.Colour, Name: Name(panel, series, row), Value: panel.Y(row), Text: panel.Text(row))).ToList();
        var names = bars.Max(bar => TextSize.OfLabel(bar.Name));
        var isNameAbove = names > width / 3;
        var left = Edge + (isNameAbove ? 0 : names + Gap);
        var room = width - left - Gap - bars.Max(bar => TextSize.OfLabel(bar.Text)) - Edge;
        var largest = bars.Max(bar => bar.Value);

        var content = new List<XElement>();
        var y = Svg.Heading(panel.Title, Edge, width, content) + UnderHeading;
        foreach (var (colour, name, value, text) in bars)
        {
            var label = TextSize.Fit(name, width - (2 * Edge));
            content.Add(isNameAbove ? Svg.Text(Edge, y + 12, label) : Svg.Text(left - Gap, y + 12, label, "end"));
            y += isNameAbove ? NameHeight : 0;
            var length = Math.Max(1, room * value / largest);
            content.Add(Svg.Bar(left, y, length, BarHeight, $"f{colour}", $"{name}: {text}"));
            content.Add(Svg.Text(left + length + Gap, y + 12, text));
            y += RowHeight;
        }

        return Svg.Picture($"{panel.Title}: {panel.Unit}", width, y, content);
    }

    // A series that has several bars says which is which.
    private static string Name(Panel panel, Series series, Measurement row) =>
        series.Rows.Count > 1 && row.On(panel.Chart.X) is { } place
            ? $"{series.Name}, {Display.Value(panel.Chart.X, place)}"
            : series.Name;
}
