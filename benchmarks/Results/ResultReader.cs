using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Text.Unicode;

namespace ManagedCrypto.Benchmarks.Results;

/// <summary>Reads what <see cref="ResultWriter"/> writes, and says precisely what is wrong with anything else.</summary>
internal static partial class ResultReader
{
    private const int LargestFile = 64 << 20;
    private const long MostBytes = 1L << 40;
    private const double LeastFigure = 1e-6;
    private const double MostFigure = 1e15;

    private static readonly JsonDocumentOptions s_strict = new() { AllowDuplicateProperties = false };

    /// <exception cref="InvalidDataException">The file cannot be read, or is not of this format.</exception>
    public static ResultFile Read(string path)
    {
        try
        {
            using var stream = File.OpenRead(path);
            if (!stream.CanSeek || stream.Length is 0 or > LargestFile)
                throw new InvalidDataException($"not a file of 1 to {LargestFile:N0} bytes");
            var bytes = new byte[stream.Length];
            stream.ReadExactly(bytes);
            if (!Utf8.IsValid(bytes))
                throw new InvalidDataException("not UTF-8");
            using var document = JsonDocument.Parse(bytes, s_strict);
            return Read(new JsonNode(document.RootElement, "$"));
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException("not JSON: " + exception.Message.ReplaceLineEndings(" "), exception);
        }
        catch (InvalidOperationException exception)
        {
            throw new InvalidDataException("has a text that is not Unicode", exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new InvalidDataException(exception.Message, exception);
        }
    }

    private static ResultFile Read(JsonNode file)
    {
        if (file.Text("format") != ResultFile.Format)
            throw new InvalidDataException($"$.format is not \"{ResultFile.Format}\", which is what this program writes and reads");
        return new(Machine(file), Distinct(file.Items("sections"), Section, section => section.Name, "section"));
    }

    private static MachineInfo Machine(JsonNode file)
    {
        var machine = file["machine"];
        int? Small(string name) => (int?)machine.OptionalWhole(name, 0, int.MaxValue);
        return new()
        {
            Name = machine.Text("cpu"),
            Family = Small("family"),
            Model = Small("model"),
            Cores = (int)machine.Whole("cores", 1, 1 << 20),
            ClockMHz = machine.OptionalNumber("clockMHz", 1, 1e6),
            System = machine.Text("system"),
            Architecture = machine.Text("architecture"),
        };
    }

    private static Section Section(JsonNode node)
    {
        var name = node.Text("name");
        if (!SectionName().IsMatch(name))
            throw node["name"].Wrong("lower-case words with hyphens");
        return new(name, node.Text("title"))
        {
            Note = node.OptionalText("note"),
            Command = node.Text("command"),
            Runtime = node.Text("runtime"),
            IsComplete = node.Flag("isComplete"),
            Sides = Distinct(node.Items("sides"), Side, side => side.Id, "side"),
            Charts = [.. node.Items("charts").Select(Chart)],
            Rows = Distinct(node.Items("rows"), Row, row => row.Key, "row"),
        };
    }

    private static Side Side(JsonNode node) => new(node.Text("id"), node.Text("name"))
    {
        Version = node.OptionalText("version"),
        NotHere = node.OptionalText("notHere"),
    };

    private static Chart Chart(JsonNode node) => new(node.Choice("kind", ResultWriter.ChartKinds))
    {
        Title = node.OptionalText("title"),
        X = node.Text("x"),
        Panels = [.. node.Items("panels").Select(axis => axis.Text())],
        Series = [.. node.Items("series").Select(axis => axis.Text())],
        IsThroughput = node.Flag("isThroughput"),
        OnlyBytes = node.OptionalWhole("onlyBytes", 1, MostBytes),
        Marks = [.. node.Items("marks").Select(Mark)],
    };

    private static Mark Mark(JsonNode node) => new(node.Whole("bytes", 1, MostBytes), node.Text("name"))
    {
        Operation = node.OptionalText("operation"),
    };

    private static Measurement Row(JsonNode node)
    {
        var row = new Measurement(node.Text("operation"), node.Text("side"))
        {
            Bytes = node.OptionalWhole("bytes", 1, MostBytes),
            Axes = node.Properties("axes").ToDictionary(axis => axis.Name, axis => Value(axis.Value)),
            Kernel = node.OptionalText("kernel"),
            NotHere = node.OptionalText("notHere"),
            Rounds = [.. node.Items("rounds").Select(round => round.Number(LeastFigure, MostFigure))],
        };
        if ((row.Rounds.Count == 0) == (row.NotHere is null))
            throw new InvalidDataException($"{node.Place} has neither rounds nor a reason, or both; one of \"rounds\" and \"notHere\" is needed");
        return row.NotHere is not null
            ? row
            : row with { Unit = node.Choice("unit", ResultWriter.Units), IsMedian = node.Flag("isMedian") };
    }

    private static AxisValue Value(JsonNode node) =>
        node.Element.ValueKind == JsonValueKind.String ? node.Text() : node.Number(-MostFigure, MostFigure);

    private static List<T> Distinct<T>(IEnumerable<JsonNode> nodes, Func<JsonNode, T> read, Func<T, string> key, string what)
    {
        var seen = new HashSet<string>();
        var items = new List<T>();
        foreach (var node in nodes)
        {
            var item = read(node);
            if (!seen.Add(key(item)))
                throw new InvalidDataException($"{node.Place} is a second {what} '{key(item)}'; each may be there once");
            items.Add(item);
        }

        return items;
    }

    [GeneratedRegex("^[a-z0-9]{1,30}(-[a-z0-9]{1,30}){0,5}$")]
    private static partial Regex SectionName();
}
