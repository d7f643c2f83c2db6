using System;
using System.Globalization;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks.Reports;

/// <summary>Figures and places as people read them, the same in every country.</summary>
internal static class Display
{
    // Below, the time of a call tells more than the throughput.
    private const int SmallMessage = 4096;

    public static bool IsBytes(string axis) => axis.EndsWith("bytes", StringComparison.OrdinalIgnoreCase);

    /// <summary>A place on an axis: sizes with their unit, other numbers with the name of what they count.</summary>
    public static string Value(string axis, AxisValue value) => value.Number is not { } number ? value.Word!
        : !IsBytes(axis) ? $"{value} {axis}"
        : number is >= 1 and <= long.MaxValue / 2 ? ByteSize.Format((long)number)
        : value.ToString();

    /// <summary>A row's figure with its unit; throughput where messages are long.</summary>
    public static string Figure(Measurement row) =>
        row.GigabytesPerSecond is { } throughput && row.Bytes >= SmallMessage ? Throughput(throughput) : InUnit(row);

    public static string InUnit(Measurement row) => $"{Significant(row.Figure)} {UnitName(row.Unit)}";

    public static string Throughput(double gigabytesPerSecond) => Significant(gigabytesPerSecond) + " GB/s";

    public static string UnitName(Unit unit) => unit switch
    {
        Unit.Nanoseconds => "ns",
        Unit.Milliseconds => "ms",
        Unit.Cycles => "cycles",
        _ => "cycles/B",
    };

    /// <summary>Three digits that mean something: 0.271, 2.04, 12.3, 670, 1,141.</summary>
    public static string Significant(double value) => value.ToString(
        value >= 99.95 ? "N0" : value >= 9.995 ? "F1" : value >= 0.9995 ? "F2" : value >= 0.09995 ? "F3" : "G3",
        CultureInfo.InvariantCulture);
}
