using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using ManagedCrypto.Benchmarks;
using ManagedCrypto.Benchmarks.Reports;
using ManagedCrypto.Benchmarks.Results;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Benchmarks;

/// <summary>The page of a sample that has every kind of plot, and texts that would do harm if they were not escaped.</summary>
public sealed partial class ReportTests
{
    private const string Svg = "{http://www.w3.org/2000/svg}";
    private const string Foreign = "<script>alert(\"x\")</script> & </svg>";

    private static readonly ResultFile s_file =
        ResultFile.Read(Path.Combine(Repository.Root, "tests", "Repository.Tests", "Benchmarks", "sample-results.json"));

    private static readonly string s_html = ReportPage.Write(s_file);

    // That the page parses as XML shows that its pictures are well-formed.
    private static readonly XElement s_page = XDocument.Parse(s_html).Root!;

    [Fact]
    public void Section_has_its_plots_and_its_table()
    {
        (string Name, int Plots)[] expected = [("sizes", 6), ("threads", 2), ("cache", 2), ("limits", 2), ("foreign", 8)];

        Assert.Equal(expected, s_page.Descendants("section").Select(section =>
            (section.Attribute("id")!.Value, section.Descendants(Svg + "svg").Count())));
        Assert.All(s_page.Descendants("section"), section => Assert.Single(section.Descendants("table")));
    }

    [Fact]
    public void Every_figure_stands_in_the_table_as_text()
    {
        foreach (var section in s_file.Sections)
        {
            var lines = s_page.Descendants("section").Single(element => element.Attribute("id")!.Value == section.Name)
                .Descendants("tbody").Single().Elements("tr")
                .Select(line => line.Elements("td").Select(cell => cell.Value).ToList()).ToList();
            foreach (var row in section.Rows)
            {
                var figure = row.NotHere is null ? Display.Figure(row) : "not here";
                Assert.Contains(lines, cells =>
                    cells[0] == row.Operation
                    && (row.Bytes is null || cells.Contains(ByteSize.Format(row.Bytes.Value)))
                    && row.Axes.Values.All(value => cells.Contains(value.ToString()))
                    && cells.Exists(cell => cell == figure || cell.StartsWith(figure + " ", StringComparison.Ordinal)));
            }
        }
    }

    [Fact]
    public void Missing_side_is_marked_not_here()
    {
        var sizes = s_page.Descendants("section").First();

        Assert.Contains("OpenSSL: not here, no libcrypto", sizes.Value);
        var cell = sizes.Descendants("td").First(cell => cell.Value == "not here");
        Assert.Equal("no libcrypto", cell.Attribute("title")?.Value);
    }

    [Fact]
    public void Page_refers_to_nothing_outside_and_runs_nothing()
    {
        string[] loading = ["script", "link", "img", "image", "iframe", "object", "use"];
        Assert.DoesNotContain(s_page.Descendants(), element => loading.Contains(element.Name.LocalName));
        Assert.DoesNotContain("url(", s_html);
        Assert.DoesNotContain("@import", s_html);
        foreach (var attribute in s_page.DescendantsAndSelf().Attributes().Where(attribute => !attribute.IsNamespaceDeclaration))
        {
            Assert.DoesNotContain("://", attribute.Value);
            Assert.False(attribute.Name.LocalName.StartsWith("on", StringComparison.Ordinal), attribute.ToString());
            if (attribute.Name.LocalName is "href" or "src")
                Assert.StartsWith("#", attribute.Value);
        }
    }

    [Fact]
    public void Foreign_text_is_escaped()
    {
        Assert.DoesNotContain("<script", s_html);
        Assert.Contains(s_page.Descendants("h2"), heading => heading.Value == Foreign);
        Assert.Contains(s_page.Descendants("td"), cell => cell.Value == Foreign);
        Assert.Contains(s_page.Descendants(Svg + "text"), text => text.Value == Foreign);
    }

    [Fact]
    public void Labels_of_the_sample_overlap_nothing_and_stay_in_their_picture()
    {
        var pictures = s_page.Descendants(Svg + "svg").Append(XElement.Parse(ReportPage.FirstPlot(s_file)!)).ToList();
        Assert.Equal(21, pictures.Count);
        Assert.All(pictures, AssertLegible);
    }

    [Fact]
    public void Plots_of_random_figures_and_names_are_legible()
    {
        var random = new Random(7);
        for (var i = 0; i < 100; i++)
        {
            var page = XDocument.Parse(ReportPage.Write(new(s_file.Machine, [RandomSection(random)])));
            Assert.All(page.Descendants(Svg + "svg"), AssertLegible);
        }
    }

    [Fact]
    public void Colours_in_light_and_dark_have_enough_contrast()
    {
        var sheets = Variables().Matches(Palette.Css).Select(match => match.Groups["name"].Value + match.Groups["value"].Value)
            .Chunk(4 + Palette.Count).ToList();
        Assert.Equal(2, sheets.Count);
        foreach (var sheet in sheets)
        {
            var colours = sheet.ToDictionary(pair => pair[..^6], pair => Luminance(pair[^6..]));
            double Contrast(string name) =>
                (Math.Max(colours[name], colours["page"]) + 0.05) / (Math.Min(colours[name], colours["page"]) + 0.05);

            // The least that the Web Content Accessibility Guidelines ask for: 1.4.11 for graphics, 1.4.3 for text.
            Assert.All(Enumerable.Range(0, Palette.Count), i => Assert.InRange(Contrast($"c{i}"), 3, 21));
            Assert.All(["text", "quiet"], name => Assert.InRange(Contrast(name), 4.5, 21));
        }
    }

    [Theory]
    [InlineData("managed bcl zlib", "0 1 4")]
    [InlineData("a b managed c d e f g h", "4 5 0 6 7 1 2 3 8")]
    public void Sides_of_a_section_have_distinct_places(string sides, string places)
    {
        var section = new Section("sides", "") { Sides = [.. sides.Split(' ').Select(id => new Side(id, id))] };
        var colours = new Colours([section]);

        Assert.Equal(places, string.Join(' ', sides.Split(' ').Select(colours.Slot)));
    }

    [Fact]
    public void Side_and_kernel_have_one_colour_on_the_page()
    {
        Section Of(string name, params string[] sides) => new(name, "") { Sides = [.. sides.Select(id => new Side(id, id))] };
        var kernels = Of("kernels", "measured");
        var chart = new Chart(ChartKind.Bars) { Series = [Measurement.KernelAxis, Measurement.SideAxis] };
        kernels = kernels with { Charts = [chart] };
        foreach (var (operation, kernel) in new[] { ("ctr", "aes/a"), ("ctr", "aes/b"), ("cbc", "aes/b"), ("cbc", "aes/c") })
            kernels.Add(new(operation, "measured") { Axes = { [Measurement.KernelAxis] = kernel }, Rounds = [1] });
        var colours = new Colours([Of("one", "managed", "a", "b"), Of("two", "c", "b"), kernels]);

        // "a" was there first, and "b" keeps what it has beside "c", which "a" never meets.
        Assert.Equal([0, 4, 5, 4], "managed a b c".Split(' ').Select(colours.Slot));
        Assert.Equal("aes/b", Colours.Owner(chart, kernels.Rows[1]));
        Assert.NotEqual(colours.Slot("aes/a"), colours.Slot("aes/b"));
        Assert.NotEqual(colours.Slot("aes/b"), colours.Slot("aes/c"));
    }

    [Fact]
    public void Axes_that_are_logarithmic_say_so()
    {
        var plot = s_page.Descendants(Svg + "svg").First(picture => picture.Attribute("aria-label")!.Value.EndsWith("GB/s over bytes", StringComparison.Ordinal));
        var texts = plot.Descendants(Svg + "text").Select(text => text.Value).ToList();

        Assert.Contains("GB/s, logarithmic", texts);
        Assert.Contains("bytes, logarithmic", texts);
        Assert.DoesNotContain("threads, logarithmic", s_page.Descendants(Svg + "text").Select(text => text.Value));
    }

    [Fact]
    public void Page_opens_with_the_sentence_and_a_table_of_what_one_wants_to_know()
    {
        var section = new Section("overview", "At a glance") { Sides = [new("managed", "ManagedCrypto"), new("bcl", ".NET")] };
        foreach (var bytes in new[] { Overview.Short, Overview.Long })
        {
            section.Add(new(Overview.Operations[0], "managed") { Bytes = bytes, Rounds = [10] });
            section.Add(new(Overview.Operations[0], "bcl") { Bytes = bytes, Rounds = [30] });
        }

        var body = XDocument.Parse(ReportPage.Write(new(s_file.Machine, [section]))).Root!.Element("body")!;

        var glance = body.Elements().ElementAt(2);
        Assert.Equal("AES-128-GCM: 3.0x .NET at 64 KiB, 3.0x at 16 B; 4 results identical.", glance.Descendants("strong").Single().Value);
        var lines = glance.Descendants("tbody").Elements("tr").ToList();
        Assert.Equal(Overview.Operations, lines.Select(line => line.Element("td")!.Value));
        Assert.Equal([Overview.Operations[0], "10.0 ns", "3.00x", "6,554 GB/s", "3.00x"], lines[0].Elements("td").Select(cell => cell.Value));
        Assert.Equal(["-", "-", "-", "-"], lines[1].Elements("td").Skip(1).Select(cell => cell.Value));
    }

    [Theory]
    [InlineData("short", "short")]
    [InlineData("a heading of several", "a heading of|several")]
    [InlineData("averylongwordwithoutanyspace end", "averylongw…|end")]
    public void Long_heading_breaks_between_words(string heading, string lines) =>
        Assert.Equal(lines.Split('|'), TextSize.Lines(heading, 110));

    private static Section RandomSection(Random random)
    {
        string Word() => new([.. Enumerable.Range(0, random.Next(1, 40)).Select(_ => "aeilmrstW 5-/"[random.Next(13)])]);
        string[] Words(int count) => [.. Enumerable.Range(0, count).Select(_ => Word())];
        string[] operations = Words(2), sides = Words(5), words = Words(3);
        var section = new Section("random", Word())
        {
            Charts =
            [
                new(ChartKind.Lines) { Marks = [.. Words(3).Select(word => new Mark(1L << random.Next(41), word))] },
                new(ChartKind.Lines) { IsThroughput = true }, new(ChartKind.Bars),
                new(ChartKind.Lines) { X = "number" }, new(ChartKind.Lines) { X = "word", Series = ["side", "number"] },
            ],
        };
        var decades = random.Next(1, 20);
        for (var i = random.Next(1, 40); i > 0; i--)
        {
            var row = new Measurement(operations[random.Next(2)], sides[random.Next(5)])
            {
                Bytes = random.Next(5) == 0 ? null : 1L << random.Next(41),
                Axes = { ["number"] = Math.Pow(10, random.Next(7)) * random.NextDouble(), ["word"] = words[random.Next(3)] },
                Rounds = [Math.Pow(10, (random.NextDouble() * decades) - 5)],
            };
            if (section.Rows.TrueForAll(other => other.Key != row.Key))
                section.Add(row);
        }

        return section;
    }

    private static void AssertLegible(XElement picture)
    {
        var size = Numbers(picture.Attribute("viewBox")!.Value);
        var texts = picture.Descendants(Svg + "text").Select(Extent).ToList();
        var bars = picture.Descendants(Svg + "rect").Where(bar => bar.Attribute("x") is not null).Select(bar => new Box(
            bar.ToString(), At(bar, "x"), At(bar, "y"), At(bar, "x") + At(bar, "width"), At(bar, "y") + At(bar, "height")));
        Assert.NotEmpty(texts);
        foreach (var text in texts)
        {
            Assert.InRange(text.Left, 0, size[2] - (text.Right - text.Left));
            Assert.InRange(text.Top, 0, size[3] - (text.Bottom - text.Top));
            Assert.DoesNotContain(texts.Where(other => other != text).Concat(bars), text.Overlaps);
        }
    }

    private static Box Extent(XElement text)
    {
        var classes = text.Attribute("class")?.Value.Split(' ') ?? [];
        var isHeading = classes.Contains("heading");
        var (width, height) = isHeading
            ? (TextSize.OfHeading(text.Value), TextSize.Heading)
            : (TextSize.OfLabel(text.Value), TextSize.Label);
        var left = At(text, "x") - (classes.Contains("end") ? width : classes.Contains("middle") ? width / 2 : 0);
        var baseLine = At(text, "y");

        // Letters rise by three quarters of the size of the font, and fall by a fifth.
        return new(text.Value, left, baseLine - (0.75 * height), left + width, baseLine + (0.2 * height));
    }

    private static double At(XElement element, string name) => Assert.Single(Numbers(element.Attribute(name)!.Value));

    private static List<double> Numbers(string text) =>
        [.. text.Split(' ').Select(number => double.Parse(number, CultureInfo.InvariantCulture))];

    private static double Luminance(string colour)
    {
        double Part(int at)
        {
            var share = int.Parse(colour.AsSpan(at, 2), NumberStyles.HexNumber, CultureInfo.InvariantCulture) / 255.0;
            return share <= 0.04045 ? share / 12.92 : Math.Pow((share + 0.055) / 1.055, 2.4);
        }

        return (0.2126 * Part(0)) + (0.7152 * Part(2)) + (0.0722 * Part(4));
    }

    [GeneratedRegex("--(?<name>[a-z0-9]+): #(?<value>[0-9a-f]{6});")]
    private static partial Regex Variables();

    private sealed record Box(string What, double Left, double Top, double Right, double Bottom)
    {
        // Coordinates have one decimal.
        private const double Rounding = 0.2;

        public bool Overlaps(Box other) =>
            Left + Rounding < other.Right && other.Left + Rounding < Right
            && Top + Rounding < other.Bottom && other.Top + Rounding < Bottom;
    }
}
