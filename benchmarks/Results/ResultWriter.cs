using System;
using System.Buffers;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace ManagedCrypto.Benchmarks.Results;

/// <summary>The file as JSON, a line for each row; docs/benchmarking.md describes it, <see cref="ResultReader"/> reads it.</summary>
internal static class ResultWriter
{
    /// <summary>How the format names units.</summary>
    public static readonly (Unit Unit, string Name)[] Units =
        [(Unit.Nanoseconds, "ns"), (Unit.Milliseconds, "ms"), (Unit.CyclesPerByte, "cycles/B"), (Unit.Cycles, "cycles")];

    /// <summary>How the format names kinds of charts.</summary>
    public static readonly (ChartKind Kind, string Name)[] ChartKinds = [(ChartKind.Lines, "lines"), (ChartKind.Bars, "bars")];

    private static readonly JsonWriterOptions s_indented = new()
    {
        Indented = true,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static string Text(ResultFile file) => Json(s_indented, json =>
    {
        json.WriteStartObject();
        json.WriteString("format", ResultFile.Format);
        json.WriteStartObject("machine");
        Write(json, file.Machine);
        json.WriteEndObject();
        Array(json, "sections", file.Sections, section =>
        {
            json.WriteStartObject();
            Write(json, section);
            json.WriteEndObject();
        });
        json.WriteEndObject();
    }) + "\n";

    private static void Write(Utf8JsonWriter json, MachineInfo machine)
    {
        json.WriteString("cpu", machine.Name);
        Write(json, "family", machine.Family);
        Write(json, "model", machine.Model);
        json.WriteNumber("cores", machine.Cores);
        Write(json, "clockMHz", machine.ClockMHz);
        json.WriteString("system", machine.System);
        json.WriteString("architecture", machine.Architecture);
    }

    private static void Write(Utf8JsonWriter json, Section section)
    {
        json.WriteString("name", section.Name);
        json.WriteString("title", section.Title);
        Write(json, "note", section.Note);
        json.WriteString("command", section.Command);
        json.WriteString("runtime", section.Runtime);
        json.WriteBoolean("isComplete", section.IsComplete);
        Array(json, "sides", section.Sides, side => Line(json, line =>
        {
            line.WriteString("id", side.Id);
            line.WriteString("name", side.Name);
            Write(line, "version", side.Version);
            Write(line, "notHere", side.NotHere);
        }));
        Array(json, "charts", section.Charts, chart => Line(json, line => Write(line, chart)));
        Array(json, "rows", section.Rows, row => Line(json, line => Write(line, row)));
    }

    private static void Write(Utf8JsonWriter json, Chart chart)
    {
        json.WriteString("kind", ChartKinds.First(kind => kind.Kind == chart.Kind).Name);
        Write(json, "title", chart.Title);
        json.WriteString("x", chart.X);
        Array(json, "panels", chart.Panels, json.WriteStringValue);
        Array(json, "series", chart.Series, json.WriteStringValue);
        json.WriteBoolean("isThroughput", chart.IsThroughput);
        Write(json, "onlyBytes", chart.OnlyBytes);
        if (chart.Marks.Count > 0)
            Array(json, "marks", chart.Marks, mark =>
            {
                json.WriteStartObject();
                json.WriteNumber("bytes", mark.Bytes);
                json.WriteString("name", mark.Name);
                Write(json, "operation", mark.Operation);
                json.WriteEndObject();
            });
    }

    private static void Write(Utf8JsonWriter json, Measurement row)
    {
        json.WriteString("operation", row.Operation);
        json.WriteString("side", row.Side);
        Write(json, "bytes", row.Bytes);
        if (row.Axes.Count > 0)
        {
            json.WriteStartObject("axes");
            foreach (var (name, value) in row.Axes)
            {
                if (value.Number is { } number)
                    json.WriteNumber(name, number);
                else
                    json.WriteString(name, value.Word);
            }

            json.WriteEndObject();
        }

        Write(json, "kernel", row.Kernel);
        Write(json, "notHere", row.NotHere);
        if (row.Rounds.Count == 0)
            return;

        json.WriteString("unit", Units.First(unit => unit.Unit == row.Unit).Name);
        if (row.IsMedian)
            json.WriteBoolean("isMedian", true);
        json.WriteNumber("figure", Rounded(row.Figure));
        Array(json, "rounds", row.Rounds, round => json.WriteNumberValue(Rounded(round)));
    }

    // More digits than a clock knows would only fill the file.
    private static double Rounded(double value) =>
        double.Parse(value.ToString("G5", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);

    private static void Line(Utf8JsonWriter json, Action<Utf8JsonWriter> write)
    {
        var options = s_indented with { Indented = false };
        json.WriteRawValue(Json(options, line =>
        {
            line.WriteStartObject();
            write(line);
            line.WriteEndObject();
        }));
    }

    private static string Json(JsonWriterOptions options, Action<Utf8JsonWriter> write)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, options))
            write(json);
        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    private static void Array<T>(Utf8JsonWriter json, string name, IEnumerable<T> items, Action<T> write)
    {
        json.WriteStartArray(name);
        foreach (var item in items)
            write(item);
        json.WriteEndArray();
    }

    private static void Write(Utf8JsonWriter json, string name, string? value)
    {
        if (value is not null)
            json.WriteString(name, value);
    }

    private static void Write(Utf8JsonWriter json, string name, double? value)
    {
        if (value is { } number)
            json.WriteNumber(name, number);
    }
}
