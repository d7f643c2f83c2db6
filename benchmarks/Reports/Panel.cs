using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks.Reports;

/// <summary>A line or the bars of one side in a plot.</summary>
/// <param name="Name">What the legend calls it.</param>
/// <param name="Colour">Which of the palette's.</param>
/// <param name="Shape">Which marker, and the order of drawing.</param>
/// <param name="Rows">Its figures.</param>
internal sealed record Series(string Name, int Colour, int Shape, IReadOnlyList<Measurement> Rows);

/// <summary>What one plot shows.</summary>
internal sealed record Panel(string Title, Chart Chart, IReadOnlyList<Series> Series)
{
    /// <summary>The unit of what is drawn.</summary>
    public string Unit => Chart.IsThroughput ? "GB/s" : Display.UnitName(Series[0].Rows[0].Unit);

    /// <summary>The plots of a chart, in the order of the section's rows.</summary>
    public static List<Panel> Of(Section section, Chart chart, SideStyles styles)
    {
        var rows = section.Rows.Where(row => row.Rounds.Count > 0
            && (chart.OnlyBytes is null || row.Bytes == chart.OnlyBytes)
            && (chart.Kind == ChartKind.Bars || row.On(chart.X) is not null)
            && (!chart.IsThroughput || row.GigabytesPerSecond is not null));

        // One plot has one unit.
        return
        [
            .. from row in rows
               group row by (Title: Join(chart.Panels, row, styles), row.Unit) into plot
               select new Panel(plot.Key.Title, chart, SeriesOf(plot.ToList(), chart, styles)),
        ];
    }

    /// <summary>What is drawn of a row.</summary>
    public double Y(Measurement row) => Chart.IsThroughput ? row.GigabytesPerSecond!.Value : row.Figure;

    /// <summary>The same as a text with its unit.</summary>
    public string Text(Measurement row) =>
        Chart.IsThroughput ? Display.Throughput(row.GigabytesPerSecond!.Value) : Display.InUnit(row);

    // Sides keep their colours in all plots; where more tells series apart, colours go to what is there.
    private static List<Series> SeriesOf(List<Measurement> rows, Chart chart, SideStyles styles)
    {
        var bySide = chart.Series is [Measurement.SideAxis];
        var groups = rows.GroupBy(row => Join(chart.Series, row, styles)).ToList();
        return
        [
            .. groups.Select((group, i) => (group, slot: bySide ? styles.Slot(group.First().Side) : i)).OrderBy(one => one.slot)
                .Select(one => new Series(one.group.Key, one.slot % Palette.Count, one.slot, [.. one.group])),
        ];
    }

    private static string Join(IReadOnlyList<string> axes, Measurement row, SideStyles styles) =>
        string.Join(", ", axes.Where(axis => row.On(axis) is not null).Select(axis => axis == Measurement.SideAxis
            ? styles.Name(row.Side)
            : Display.Value(axis, row.On(axis)!.Value)));
}

/// <summary>The names of sides and their place in the palette, the same throughout a report.</summary>
internal sealed class SideStyles
{
    // Whatever a file has, those that everybody looks for have the same colours.
    private static readonly string[] s_first = ["managed", "bcl", "openssl", "bouncycastle"];

    private readonly List<string> _ids;
    private readonly Dictionary<string, string> _names;

    public SideStyles(IReadOnlyList<Section> sections)
    {
        var sides = sections.SelectMany(section => section.Sides).DistinctBy(side => side.Id).ToList();
        _names = sides.ToDictionary(side => side.Id, side => side.Name);
        _ids =
        [
            .. s_first.Concat(sides.Select(side => side.Id))
                .Concat(sections.SelectMany(section => section.Rows.Select(row => row.Side))).Distinct(),
        ];
    }

    public string Name(string side) => _names.GetValueOrDefault(side, side);

    public int Slot(string side) => _ids.IndexOf(side);
}
