using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Benchmarks.Results;

/// <summary>What one command measured: a section of the JSON file, and of the report made from it.</summary>
/// <remarks>
/// A workload adds its section so; Program.cs has its line, which gives it <c>--json</c>:
/// <code>
/// public static int Run(JsonReport report)
/// {
///     var section = report.Begin(new Section("threads", "Throughput over threads")
///     {
///         Charts = [new Chart(ChartKind.Lines) { X = "threads", Series = ["side", "keys"], IsThroughput = true }],
///         Sides = peers.Sides(timed),
///     });
///     var row = section.Add(new Measurement("aes-128-gcm-seal", "managed")
///     {
///         Bytes = 16384, Axes = { ["threads"] = 2, ["keys"] = "shared" },
///     });
///     ... // Every round: row.Rounds.Add(nanosecondsPerCall); between rounds: Interruption.ThrowIfRequested().
/// }
/// </code>
/// A row is there from the beginning and fills round by round, so that an interruption leaves what it has. What cannot be
/// measured on this machine is a row with <see cref="Measurement.NotHere"/>, and the rest goes on.
/// </remarks>
/// <param name="Name">How the file names it: lower-case words with hyphens. It replaces what the file has of that name.</param>
/// <param name="Title">Its heading.</param>
internal sealed record Section(string Name, string Title)
{
    /// <summary>What a reader should know beside the figures, in a sentence or two.</summary>
    public string? Note { get; init; }

    /// <summary>The arguments it was measured with.</summary>
    public string Command { get; init; } = "";

    /// <summary>The runtime's name and version.</summary>
    public string Runtime { get; init; } = "";

    /// <summary>Whether the command ran to its end.</summary>
    public bool IsComplete { get; set; }

    /// <summary>The sides compared, in the order of columns and colours. Sides of rows that are not named here follow.</summary>
    public IReadOnlyList<Side> Sides { get; init; } = [];

    /// <summary>The plots to draw. Every row is in the table, plotted or not.</summary>
    public IReadOnlyList<Chart> Charts { get; init; } = [];

    public List<Measurement> Rows { get; init; } = [];

    /// <summary>How people call a side.</summary>
    public string NameOf(string side) => Sides.FirstOrDefault(known => known.Id == side)?.Name ?? side;

    public Measurement Add(Measurement row)
    {
        Rows.Add(row);
        return row;
    }
}

/// <summary>An implementation, a kernel or whatever else is compared.</summary>
/// <param name="Id">How rows name it.</param>
/// <param name="Name">How people do.</param>
internal sealed record Side(string Id, string Name)
{
    public string? Version { get; init; }

    /// <summary>Why it is missing on this machine; null where it is there.</summary>
    public string? NotHere { get; init; }
}
