using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Xml.Linq;

namespace ManagedCrypto.Benchmarks.Reports;

/// <summary>Elements of SVG. Lengths are in units of the view box; a label has <see cref="TextSize.Label"/> of them.</summary>
internal static class Svg
{
    private static readonly XNamespace s_svg = "http://www.w3.org/2000/svg";

    /// <summary>A picture that scales to the room it is given.</summary>
    public static XElement Picture(string description, double width, double height, params IEnumerable<XElement> content) => new(
        s_svg + "svg",
        new XAttribute("viewBox", $"0 0 {Number(width)} {Number(height)}"),
        new XAttribute("role", "img"),
        new XAttribute("aria-label", description),
        content);

    /// <summary>The picture as a file of its own, with its colours and a background.</summary>
    public static XElement StandAlone(XElement picture) => new(
        s_svg + "svg",
        picture.Attributes(),
        new XElement(s_svg + "style", "\n" + Palette.Css),
        new XElement(s_svg + "rect", new XAttribute("width", "100%"), new XAttribute("height", "100%"), Class("page")),
        picture.Elements());

    /// <summary>
    /// A text on one line; y is that of its base line. Its style is classes: heading, quiet, and end or middle where it does not
    /// begin at x.
    /// </summary>
    public static XElement Text(double x, double y, string text, string style = "") =>
        new(s_svg + "text", At("x", x), At("y", y), style.Length > 0 ? Class(style) : null, text);

    /// <summary>A plot's heading at its upper edge.</summary>
    /// <returns>Its lower edge.</returns>
    public static double Heading(string text, double x, double width, List<XElement> content)
    {
        const double LineHeight = 16;
        var lines = TextSize.Lines(text, width - (2 * x));
        content.AddRange(lines.Select((line, i) => Text(x, (i + 1) * LineHeight, line, "heading")));
        return lines.Count * LineHeight;
    }

    public static XElement Line(double x1, double y1, double x2, double y2, string style) =>
        new(s_svg + "line", At("x1", x1), At("y1", y1), At("x2", x2), At("y2", y2), Class(style));

    public static XElement Bar(double x, double y, double width, double height, string style, string tip) => new(
        s_svg + "rect", At("x", x), At("y", y), At("width", width), At("height", height), At("rx", 2), Class(style), Tip(tip));

    public static XElement Polyline(IEnumerable<(double X, double Y)> points, string style) => new(
        s_svg + "polyline",
        new XAttribute("points", string.Join(' ', points.Select(point => $"{Number(point.X)},{Number(point.Y)}"))),
        Class(style));

    /// <summary>A sign at a point: circle, square, triangle or diamond, then the same hollow.</summary>
    public static XElement Marker(double x, double y, int colour, int shape, string? tip = null)
    {
        var (kind, isHollow) = (shape % 4, shape / 4 % 2 == 1);
        var style = Class(isHollow ? $"hollow s{colour}" : $"f{colour}");
        var sign = kind switch
        {
            0 => new XElement(s_svg + "circle", At("cx", x), At("cy", y), At("r", 4)),
            1 => Path($"M{Number(x - 3.5)},{Number(y - 3.5)}h7v7h-7z"),
            2 => Path($"M{Number(x)},{Number(y - 5)}l5,8.5h-10z"),
            _ => Path($"M{Number(x)},{Number(y - 5.5)}l5,5.5l-5,5.5l-5,-5.5z"),
        };
        sign.Add(style, tip is null ? null : Tip(tip));
        return sign;
    }

    private static XElement Path(string data) => new(s_svg + "path", new XAttribute("d", data));

    private static XElement Tip(string text) => new(s_svg + "title", text);

    private static XAttribute Class(string names) => new("class", names);

    private static XAttribute At(string name, double value) => new(name, Number(value));

    private static string Number(double value) => Math.Round(value, 1).ToString(CultureInfo.InvariantCulture);
}
