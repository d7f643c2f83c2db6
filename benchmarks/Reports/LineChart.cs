using System;
using System.Collections.Generic;
using System.Linq;
using System.Xml.Linq;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks.Reports;

/// <summary>Lines over an axis, with a logarithmic scale of values, and a legend above.</summary>
internal static class LineChart
{
    private const double Edge = 4;
    private const double LegendRow = 18;
    private const double UnderLegend = 30;
    private const double UnderAxis = 41;
    private const string Logarithmic = ", logarithmic";

    /// <summary>Points of more than this many would hide their line.</summary>
    private const int MostPoints = 64;

    /// <param name="panel">What to draw.</param>
    /// <param name="width">Of the picture; it is legible where a unit is about a pixel.</param>
    /// <param name="plotHeight">Of the plot itself, under the legend.</param>
    public static XElement Draw(Panel panel, double width, double plotHeight)
    {
        var rows = panel.Series.SelectMany(series => series.Rows).ToList();
        var values = Scale.Logarithmic([.. rows.Select(panel.Y)]);
        var left = Edge + values.Ticks.Max(tick => TextSize.OfLabel(tick.Text)) + 6;
        var places = Places(panel.Chart.X, rows, width, ref left, out var right);
        var plotWidth = width - left - right;

        var content = new List<XElement>();
        var heading = Svg.Heading(panel.Title, Edge, width, content);
        var top = Legend(panel.Series, heading + LegendRow + 2, width, content) + UnderLegend;
        var bottom = top + plotHeight;
        content.Add(Svg.Text(Edge, top - 9, panel.Unit + Logarithmic, "quiet"));
        foreach (var tick in values.Ticks)
        {
            var y = bottom - (tick.Share * plotHeight);
            content.Add(Svg.Line(left, y, width - right, y, "grid"));
            content.Add(Svg.Text(left - 6, y + 4, tick.Text, "quiet end"));
        }

        if (Display.IsBytes(panel.Chart.X))
        {
            var marks = panel.Chart.Marks.Where(mark => mark.Operation is not { } only || rows.Exists(row => row.Operation == only));
            content.AddRange(Marks(marks, places, left, plotWidth, top, bottom));
        }

        content.Add(Svg.Line(left, bottom, width - right, bottom, "grid"));
        foreach (var tick in places.Ticks)
        {
            var x = left + (tick.Share * plotWidth);
            content.Add(Svg.Line(x, bottom, x, bottom + 4, "grid"));
            content.Add(Svg.Text(x, bottom + 17, tick.Text, "quiet middle"));
        }

        content.Add(Svg.Text(left + (plotWidth / 2), bottom + 34, panel.Chart.X + (places.IsLogarithmic ? Logarithmic : ""), "quiet middle"));

        // ManagedCrypto, the first, is drawn last: on top.
        foreach (var series in panel.Series.Reverse())
        {
            var points = series.Rows.Select(row => (
                Row: row,
                X: left + (places.Place(row.On(panel.Chart.X)!.Value) * plotWidth),
                Y: bottom - (values.Place(panel.Y(row)) * plotHeight))).OrderBy(point => point.X).ToList();
            content.Add(Svg.Polyline(points.Select(point => (point.X, point.Y)), $"line s{series.Colour}"));
            foreach (var (row, x, y) in points.Count <= MostPoints ? points : [])
            {
                var tip = $"{series.Name}, {Display.Value(panel.Chart.X, row.On(panel.Chart.X)!.Value)}: {panel.Text(row)}";
                content.Add(Svg.Marker(x, y, series.Colour, series.Shape, tip));
            }
        }

        return Svg.Picture($"{panel.Title}: {panel.Unit} over {panel.Chart.X}", width, bottom + UnderAxis, content);
    }

    /// <summary>A line for each mark within the plot, with its name at the top where there is room.</summary>
    private static IEnumerable<XElement> Marks(
        IEnumerable<Mark> marks, Scale places, double left, double plotWidth, double top, double bottom)
    {
        const double Gap = 4, NameBelowTop = 12;
        var taken = left;
        foreach (var (bytes, name) in marks.OrderBy(mark => mark.Bytes))
        {
            var share = places.Place(bytes);
            if (share is < 0 or > 1)
                continue;
            var x = left + (share * plotWidth);
            yield return Svg.Line(x, top, x, bottom, "grid dashed");

            var (start, length) = (x + Gap, TextSize.OfLabel(name));
            if (start + length > left + plotWidth)
                start = x - Gap - length;
            if (start < taken)
                continue;
            taken = start + length + Gap;
            yield return Svg.Text(start, top + NameBelowTop, name, "quiet");
        }
    }

    // Halves of the first and the last text reach beyond their ticks. The room that they take leaves less for the scale, which
    // may then choose other ticks: a few passes settle that.
    private static Scale Places(string axis, List<Measurement> rows, double width, ref double left, out double right)
    {
        const int Passes = 4;
        static double Overhang(Tick tick, double room) => (TextSize.OfLabel(tick.Text) / 2) - room + Edge;
        var values = rows.Select(row => row.On(axis)!.Value).ToList();
        right = Edge + 6;
        var scale = Scale.Of(axis, values, width - left - right);
        for (var pass = 0; pass < Passes; pass++)
        {
            var room = width - left - right;
            right = Math.Max(right, scale.Ticks.Max(tick => Overhang(tick, (1 - tick.Share) * room)));
            left = Math.Max(left, scale.Ticks.Max(tick => Overhang(tick, tick.Share * room)));
            scale = Scale.Of(axis, values, width - left - right);
        }

        return scale;
    }

    /// <summary>Adds the names with their signs in as many rows as they need.</summary>
    /// <returns>The lower edge.</returns>
    private static double Legend(IReadOnlyList<Series> all, double y, double width, List<XElement> content)
    {
        const double Sign = 12, Gap = 8;
        var x = Edge;
        foreach (var series in all)
        {
            var name = TextSize.Fit(series.Name, width - Edge - Sign);
            var wide = Sign + TextSize.OfLabel(name);
            if (x > Edge && x + wide > width)
                (x, y) = (Edge, y + LegendRow);
            content.Add(Svg.Marker(x + 4.5, y - 4, series.Colour, series.Shape));
            content.Add(Svg.Text(x + Sign, y, name));
            x += wide + Gap;
        }

        return y;
    }
}
