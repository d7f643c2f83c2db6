using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks.Reports;

/// <summary>A line or the bars of one side in a plot.</summary>
/// <param name="Name">What the legend calls it.</param>
/// <param name="Colour">Which of the palette's.</param>
/// <param name="Shape">Which marker.</param>
/// <param name="Rows">Its figures.</param>
internal sealed record Series(string Name, int Colour, int Shape, IReadOnlyList<Measurement> Rows);

/// <summary>What one plot shows.</summary>
internal sealed record Panel(string Title, Chart Chart, IReadOnlyList<Series> Series)
{
    /// <summary>The unit of what is drawn.</summary>
    public string Unit => Chart.IsThroughput ? "GB/s" : Display.UnitName(Series[0].Rows[0].Unit);

    /// <summary>The plots of a chart, in the order of the section's rows.</summary>
    public static List<Panel> Of(Section section, Chart chart, Colours colours)
    {
        var rows = section.Rows.Where(row => row.Rounds.Count > 0
            && (chart.OnlyBytes is null || row.Bytes == chart.OnlyBytes)
            && (chart.Kind == ChartKind.Bars || row.On(chart.X) is not null)
            && (!chart.IsThroughput || row.GigabytesPerSecond is not null));

        // One plot has one unit.
        return
        [
            .. from row in rows
               group row by (Title: Join(chart.Panels, row, section), row.Unit) into plot
               select new Panel(plot.Key.Title, chart, SeriesOf(plot.ToList(), section, chart, colours)),
        ];
    }

    /// <summary>What is drawn of a row.</summary>
    public double Y(Measurement row) => Chart.IsThroughput ? row.GigabytesPerSecond!.Value : row.Figure;

    /// <summary>The same as a text with its unit.</summary>
    public string Text(Measurement row) =>
        Chart.IsThroughput ? Display.Throughput(row.GigabytesPerSecond!.Value) : Display.InUnit(row);

    // A kernel or a side has its colour in all plots of the page. Where more tells series apart, their markers do.
    private static List<Series> SeriesOf(List<Measurement> rows, Section section, Chart chart, Colours colours)
    {
        var bySide = chart.Series is [Measurement.SideAxis];
        return
        [
            .. from indexed in rows.GroupBy(row => Join(chart.Series, row, section)).Index()
               let slot = colours.Slot(Colours.Owner(chart, indexed.Item.First()))
               let shape = bySide ? slot + (slot / Palette.Count) : indexed.Index
               select new Series(indexed.Item.Key, slot % Palette.Count, shape, [.. indexed.Item]),
        ];
    }

    private static string Join(IReadOnlyList<string> axes, Measurement row, Section section) =>
        string.Join(", ", axes.Where(axis => row.On(axis) is not null).Select(axis => axis == Measurement.SideAxis
            ? section.NameOf(row.Side)
            : Display.Value(axis, row.On(axis)!.Value)));
}
