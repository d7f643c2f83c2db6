using System.Collections.Generic;
using System.Linq;
using System.Xml.Linq;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks.Reports;

/// <summary>A section's rows as text: a column for each axis and each side, with its time over that of the first side.</summary>
internal static class ResultTable
{
    public static XElement Draw(Section section)
    {
        var sides = section.Sides.Select(side => side.Id).Concat(section.Rows.Select(row => row.Side)).Distinct().ToList();
        var hasBytes = section.Rows.Exists(row => row.Bytes is not null);
        var axes = section.Rows.SelectMany(row => row.Axes.Keys).Distinct().ToList();
        var hasKernels = section.Rows.Exists(row => row.Kernel is not null);
        var headings = new XElement(
            "tr",
            Heading("operation"),
            hasBytes ? Heading("size", "number") : null,
            axes.Select(axis => Heading(axis)),
            sides.Select(side => Heading(section.NameOf(side), "number")),
            hasKernels ? Heading("kernel") : null);
        var lines = section.Rows.GroupBy(row => row.Subject).Select(group =>
        {
            var first = group.First();
            return new XElement(
                "tr",
                Cell(first.Operation),
                hasBytes ? Cell(first.Bytes is { } bytes ? ByteSize.Format(bytes) : "", "number") : null,
                axes.Select(axis => Cell(first.On(axis) is { } value ? Place(axis, value) : "")),
                sides.Select(side => Figure(group.FirstOrDefault(row => row.Side == side), group, section, sides, side)),
                hasKernels ? Cell(string.Join(", ", group.Select(row => row.Kernel).OfType<string>().Distinct())) : null);
        });
        return new XElement(
            "table",
            new XElement("thead", headings),
            new XElement("tbody", lines));
    }

    private static XElement Figure(
        Measurement? row, IEnumerable<Measurement> group, Section section, List<string> sides, string side)
    {
        var why = row?.NotHere ?? section.Sides.FirstOrDefault(known => known.Id == side)?.NotHere;
        if (row is null || row.Rounds.Count == 0)
            return Cell(why is null ? "-" : "not here", "number", why);

        var first = group.FirstOrDefault(other => other.Side == sides[0]);
        var ratio = side == sides[0] || first is null || first.Rounds.Count == 0 || first.Unit != row.Unit
            ? null
            : new XElement("small", $" {Display.Significant(row.Figure / first.Figure)}x");
        return new XElement("td", new XAttribute("class", "number"), Display.Figure(row), ratio);
    }

    // Unlike in a heading, the column says what a number counts.
    private static string Place(string axis, AxisValue value) =>
        Display.IsBytes(axis) ? Display.Value(axis, value) : value.ToString();

    private static XElement Heading(string text, string? style = null) =>
        new("th", style is null ? null : new XAttribute("class", style), text);

    private static XElement Cell(string text, string? style = null, string? tip = null) => new(
        "td",
        style is null ? null : new XAttribute("class", style),
        tip is null ? null : new XAttribute("title", tip),
        text);
}
