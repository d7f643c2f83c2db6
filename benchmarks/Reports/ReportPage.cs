using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks.Reports;

/// <summary>The report: one page of HTML that needs nothing else, no network and no script, in light and in dark.</summary>
internal static class ReportPage
{
    // About a column of the page on a wide screen, and the whole width of a phone.
    private const double PlotWidth = 350;
    private const double PlotHeight = 170;

    private const string About =
        "Each figure is the best of rounds in which all took turns. In tables, a figure with an x is the time over that of the "
        + "first column.";

    private const string Interrupted = "Interrupted: rows are missing, or have few rounds.";

    private const string Layout =
        """
        body { margin: 0 auto; padding: 12px; max-width: 1200px; font: 15px/1.45 system-ui, sans-serif;
          color: var(--text); background: var(--page); }
        h1 { font-size: 24px; margin: 8px 0; }
        h2 { font-size: 20px; margin: 36px 0 4px; border-top: 1px solid var(--grid); padding-top: 12px; }
        h3 { font-size: 16px; margin: 20px 0 8px; }
        p { margin: 4px 0; max-width: 80ch; }
        a { color: inherit; }
        nav a { margin-right: 14px; }
        .quiet { overflow-wrap: anywhere; color: var(--quiet); font-size: 13px; max-width: none; }
        .plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr)); gap: 18px 26px; }
        .plots svg { width: 100%; max-width: 460px; height: auto; display: block; }
        .scroll { overflow-x: auto; }
        details { margin: 14px 0; }
        summary { cursor: pointer; }
        table { border-collapse: collapse; font-size: 13px; margin: 8px 0; font-variant-numeric: tabular-nums; }
        th, td { padding: 2px 14px 2px 0; text-align: left; white-space: nowrap; border-bottom: 1px solid var(--grid); }
        .number { text-align: right; }
        small { color: var(--quiet); }

        """;

    // Every element on a line of its own, so that two reports can be compared as texts.
    private static readonly XmlWriterSettings s_lineByLine =
        new() { OmitXmlDeclaration = true, Indent = true, IndentChars = "", NewLineChars = "\n" };

    public static string Write(ResultFile file)
    {
        var machine = file.Machine;
        var colours = new Colours(file.Sections);
        var clock = machine.ClockMHz is { } mhz ? Number(mhz) + " MHz as the system tells, " : "";
        var page = new XElement(
            "html",
            new XAttribute("lang", "en"),
            new XElement(
                "head",
                new XElement("meta", new XAttribute("charset", "utf-8")),
                Meta("viewport", "width=device-width, initial-scale=1"),
                Meta("color-scheme", "light dark"),
                new XElement("title", $"ManagedCrypto on {machine.Cpu}"),
                new XElement("style", "\n" + Palette.Css + Layout)),
            new XElement(
                "body",
                new XElement("h1", $"ManagedCrypto on {machine.Cpu}"),
                new XElement("p", $"{clock}{machine.Cores} cores; {machine.System}, {machine.Architecture}."),
                Glance(file),
                new XElement("p", new XAttribute("class", "quiet"), About),
                new XElement("nav", file.Sections.Select(section =>
                    new XElement("a", new XAttribute("href", "#" + section.Name), section.Title))),
                file.Sections.Select(section => Section(section, colours))));
        return "<!DOCTYPE html>\n" + Serialized(page);
    }

    /// <summary>The file's first plot of lines as a picture of its own, wider; null if it has none.</summary>
    public static string? FirstPlot(ResultFile file)
    {
        const double Width = 720, Height = 300;
        var colours = new Colours(file.Sections);
        var panel = file.Sections
            .SelectMany(section => section.Charts.Where(chart => chart.Kind == ChartKind.Lines)
                .SelectMany(chart => Panel.Of(section, chart, colours)))
            .FirstOrDefault();
        if (panel is null)
            return null;
        var titled = panel with { Title = $"{panel.Title} on {file.Machine.Cpu}" };
        return Serialized(Svg.StandAlone(LineChart.Draw(titled, Width, Height)));
    }

    private static XElement Section(Section section, Colours colours) => new(
        "section",
        new XAttribute("id", section.Name),
        new XElement("h2", section.Title),
        section.IsComplete ? null : new XElement("p", new XElement("strong", Interrupted)),
        section.Note is null ? null : new XElement("p", section.Note),
        new XElement("p", new XAttribute("class", "quiet"), Circumstances(section)),
        section.Charts.Select(chart => Plots(chart, Panel.Of(section, chart, colours))),
        new XElement(
            "details",
            new XElement("summary", $"Table of {Number(section.Rows.Count)} figures"),
            new XElement("div", new XAttribute("class", "scroll"), ResultTable.Draw(section))));

    /// <summary>What one wants to know first, in a sentence and a table; null where no section has it.</summary>
    private static XElement? Glance(ResultFile file)
    {
        var overview = file.Sections.Where(section => section.Sides.Count > 0).Select(section => new Overview(section.Sides, section.Rows))
            .FirstOrDefault(overview => overview.IsThere);
        if (overview is null)
            return null;
        int[] sizes = [Overview.Short, Overview.Long];
        XElement Cell(string name, string text) => new(name, new XAttribute("class", "number"), text);
        return new(
            "div",
            new XAttribute("id", "glance"),
            new XElement("p", new XElement("strong", overview.Sentence)),
            new XElement("div", new XAttribute("class", "scroll"), new XElement(
                "table",
                new XElement("thead", new XElement(
                    "tr",
                    new XElement("th", "operation"),
                    sizes.Select(bytes => new[] { Cell("th", $"ManagedCrypto, {ByteSize.Format(bytes)}") }
                        .Concat(overview.Others.Select(side => Cell("th", side.Name)))))),
                new XElement("tbody", Overview.Operations.Select(operation => new XElement(
                    "tr",
                    new XElement("td", operation),
                    sizes.Select(bytes => new[] { Cell("td", overview.Ours(operation, bytes) is { } ours ? Display.Figure(ours) : "-") }
                        .Concat(overview.Others.Select(side => Cell("td", Output.Ratio(overview.Ratio(operation, bytes, side))))))))))));
    }

    private static XElement Meta(string name, string content) =>
        new("meta", new XAttribute("name", name), new XAttribute("content", content));

    private static string Number(double value) => value.ToString("N0", CultureInfo.InvariantCulture);

    private static string Circumstances(Section section)
    {
        var sides = section.Sides.Where(side => side.Version is not null || side.NotHere is not null)
            .Select(side => $"{side.Name}: {side.Version ?? "not here, " + side.NotHere}");
        var command = section.Command.Length > 0 ? "Arguments: " + section.Command : "Without arguments";
        return string.Join(". ", sides.Prepend(section.Runtime).Prepend(command)) + ".";
    }

    private static IEnumerable<XElement> Plots(Chart chart, List<Panel> panels)
    {
        if (panels.Count == 0)
            yield break;
        if (chart.Title is not null)
            yield return new XElement("h3", chart.Title);
        yield return new XElement("div", new XAttribute("class", "plots"), panels.Select(panel => chart.Kind == ChartKind.Lines
            ? LineChart.Draw(panel, PlotWidth, PlotHeight)
            : BarChart.Draw(panel, PlotWidth)));
    }

    private static string Serialized(XElement root)
    {
        var text = new StringBuilder();
        using (var writer = XmlWriter.Create(text, s_lineByLine))
            root.Save(writer);
        return text.Append('\n').ToString();
    }
}
