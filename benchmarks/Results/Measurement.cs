using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace ManagedCrypto.Benchmarks.Results;

/// <summary>What is measured. Less is better, always; throughput is the bytes over the nanoseconds.</summary>
internal enum Unit
{
    /// <summary>Nanoseconds per call. Where threads share the work: of the clock, over all their calls.</summary>
    Nanoseconds,

    /// <summary>Milliseconds for the whole.</summary>
    Milliseconds,

    CyclesPerByte,

    /// <summary>Of one instruction, or of a group that is told.</summary>
    Cycles,
}

/// <summary>One figure: what one side took for one operation, and the values of the axes along which that varies.</summary>
/// <param name="Operation">What is done, such as <c>aes-128-gcm-seal</c>.</param>
/// <param name="Side">The <see cref="Side.Id"/> of the side that does it.</param>
internal sealed record Measurement(string Operation, string Side)
{
    public const string OperationAxis = "operation";
    public const string SideAxis = "side";
    public const string BytesAxis = "bytes";
    public const string KernelAxis = "kernel";

    /// <summary>Bytes of text per call; null where there is no such number.</summary>
    public long? Bytes { get; init; }

    /// <summary>Further axes, such as threads or the file; numbers of bytes have names that end in "bytes".</summary>
    public Dictionary<string, AxisValue> Axes { get; init; } = [];

    /// <summary>The kernel that ran, where it is known, such as <c>gcm/x64-vaes512</c>.</summary>
    public string? Kernel { get; init; }

    public Unit Unit { get; init; }

    /// <summary>Whether the figure is the median and not the best round: of processes, which have no best state.</summary>
    public bool IsMedian { get; init; }

    /// <summary>A value for each round, in the order of rounds.</summary>
    public List<double> Rounds { get; init; } = [];

    /// <summary>Why there are no rounds on this machine.</summary>
    public string? NotHere { get; init; }

    public double Figure => IsMedian ? Rounds.Order().ElementAt(Rounds.Count / 2) : Rounds.Min();

    public double? GigabytesPerSecond => Unit == Unit.Nanoseconds && Rounds.Count > 0 ? Bytes / Figure : null;

    /// <summary>What the figure is about, whichever side it is of.</summary>
    public string Subject => string.Join(
        ", ",
        Axes.OrderBy(axis => axis.Key, StringComparer.Ordinal).Select(axis => $"{axis.Key} {axis.Value}")
            .Prepend(Bytes is { } bytes ? ByteSize.Format(bytes) : "").Prepend(Operation).Where(part => part.Length > 0));

    /// <summary>Subject and side: no two rows of a section have the same.</summary>
    public string Key => $"{Subject}, {Side}";

    /// <summary>
    /// How far rounds lie from the figure, as a share of it: the best from the lower quartile, or the median from the quartiles.
    /// </summary>
    public double Noise
    {
        get
        {
            var sorted = Rounds.Order().ToList();
            var (low, high) = (sorted[sorted.Count / 4], sorted[sorted.Count * 3 / 4]);
            return (IsMedian ? (high - low) / 2 : low - sorted[0]) / Figure;
        }
    }

    /// <summary>The value on an axis, or null if it has none there.</summary>
    public AxisValue? On(string axis) => axis switch
    {
        OperationAxis => Operation,
        SideAxis => Side,
        BytesAxis => Bytes is { } bytes ? bytes : default(AxisValue?),
        _ => Axes.TryGetValue(axis, out var value) ? value : default(AxisValue?),
    };
}

/// <summary>A place on an axis: a number, or a word.</summary>
internal readonly record struct AxisValue(double? Number, string? Word)
{
    public static implicit operator AxisValue(string word) => new(null, word);

    public static implicit operator AxisValue(double number) => new(number, null);

    public override string ToString() => Word ?? Number!.Value.ToString("N0", CultureInfo.InvariantCulture);
}
