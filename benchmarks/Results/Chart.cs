using System.Collections.Generic;

namespace ManagedCrypto.Benchmarks.Results;

internal enum ChartKind
{
    /// <summary>Lines along an axis.</summary>
    Lines,

    /// <summary>Bars from zero, each with its figure.</summary>
    Bars,
}

/// <summary>Plots to draw from the rows of a section: one plot for each combination of values on the axes of panels.</summary>
internal sealed record Chart(ChartKind Kind)
{
    /// <summary>Its heading, where a section has several.</summary>
    public string? Title { get; init; }

    /// <summary>Along which axis lines run. Bytes are drawn to a logarithmic scale, words in the order of rows.</summary>
    public string X { get; init; } = Measurement.BytesAxis;

    public IReadOnlyList<string> Panels { get; init; } = [Measurement.OperationAxis];

    /// <summary>Each combination of values on these is a line or a bar.</summary>
    public IReadOnlyList<string> Series { get; init; } = [Measurement.SideAxis];

    /// <summary>Whether to draw GB/s and not the figures themselves.</summary>
    public bool IsThroughput { get; init; }

    /// <summary>Only rows of so many bytes; null takes all.</summary>
    public long? OnlyBytes { get; init; }

    /// <summary>Places to mark along an axis of bytes, such as the sizes of caches. Those of one operation are in its plots.</summary>
    public IReadOnlyList<Mark> Marks { get; init; } = [];
}

/// <summary>A place that means something.</summary>
/// <param name="Bytes">Where it is.</param>
/// <param name="Name">What it is.</param>
internal readonly record struct Mark(long Bytes, string Name)
{
    /// <summary>In the plots of which operation; null in all.</summary>
    public string? Operation { get; init; }
}
