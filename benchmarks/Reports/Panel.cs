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
    public static List<Panel> Of(Section section, Chart chart)
    {
        var styles = new SideStyles(section);
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

    // Sides keep their colours in all plots of a section; where more tells series apart, colours go to what is there.
    private static List<Series> SeriesOf(List<Measurement> rows, Chart chart, SideStyles styles)
    {
        var bySide = chart.Series is [Measurement.SideAxis];
        return
        [
            .. from indexed in rows.GroupBy(row => Join(chart.Series, row, styles)).Index()
               let slot = bySide ? styles.Slot(indexed.Item.First().Side) : indexed.Index
               select new Series(indexed.Item.Key, slot % Palette.Count, slot + (slot / Palette.Count), [.. indexed.Item]),
        ];
    }

    private static string Join(IReadOnlyList<string> axes, Measurement row, SideStyles styles) =>
        string.Join(", ", axes.Where(axis => row.On(axis) is not null).Select(axis => axis == Measurement.SideAxis
            ? styles.Name(row.Side)
            : Display.Value(axis, row.On(axis)!.Value)));
}

/// <summary>The names of a section's sides and their places in the palette.</summary>
internal sealed class SideStyles
{
    // Those that everybody looks for have the same colours in all sections.
    private static readonly string[] s_known = ["managed", "bcl", "openssl", "bouncycastle"];

    private readonly Dictionary<string, string> _names;
    private readonly Dictionary<string, int> _slots;

    public SideStyles(Section section)
    {
        _names = section.Sides.ToDictionary(side => side.Id, side => side.Name);
        var ids = section.Sides.Select(side => side.Id).Concat(section.Rows.Select(row => row.Side)).Distinct().ToList();
        _slots = s_known.Index().Where(known => ids.Contains(known.Item)).ToDictionary(known => known.Item, known => known.Index);

        // The others take the colours after them, then those that are left over, and then all again, with other markers.
        var free = Enumerable.Range(s_known.Length, Palette.Count - s_known.Length)
            .Concat(Enumerable.Range(0, s_known.Length).Except(_slots.Values)).Concat(Enumerable.Range(Palette.Count, ids.Count));
        foreach (var (id, slot) in ids.Except(s_known).Zip(free.ToList()))
            _slots.Add(id, slot);
    }

    public string Name(string side) => _names.GetValueOrDefault(side, side);

    public int Slot(string side) => _slots[side];
}
