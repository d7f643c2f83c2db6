using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Reports;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks;

/// <summary>The overview as lines of at most 80 columns: one for each operation, or with more than two peers one for each size.</summary>
internal static class OverviewText
{
    private const int Columns = 80;
    private const int SizeWidth = 7;
    private const int FigureWidth = 12;
    private const int LeastRatioWidth = 8;

    private static readonly int[] s_sizes = [Overview.Short, Overview.Long];
    private static readonly int s_nameWidth = Overview.Operations.Max(id => id.Length);

    /// <summary>A CPU and a system: one line, or two if it were longer than a screen is wide.</summary>
    public static string[] Machine(string cpu, string system) =>
        cpu.Length + system.Length + 2 <= Columns ? [$"{cpu}, {system}"] : [cpu, system];

    public static IEnumerable<string> Heading(IReadOnlyList<string> peers)
    {
        var name = "operation".PadRight(s_nameWidth);
        var ofPeers = string.Concat(peers.Select(peer => peer.PadLeft(RatioWidth(peer))));
        if (!IsLineForAll(peers))
            return [name + "size".PadLeft(SizeWidth) + "time, speed".PadLeft(FigureWidth) + ofPeers];
        return
        [
            "".PadRight(s_nameWidth) + string.Join("".PadRight(ofPeers.Length), s_sizes.Select(bytes => ByteSize.Format(bytes).PadLeft(FigureWidth))),
            name + "time".PadLeft(FigureWidth) + ofPeers + "speed".PadLeft(FigureWidth) + ofPeers,
        ];
    }

    public static IEnumerable<string> Lines(Overview overview, string operation)
    {
        var name = operation.PadRight(s_nameWidth);
        if (IsLineForAll([.. overview.Others.Select(side => side.Name)]))
            return [name + string.Concat(s_sizes.Select(bytes => Figures(overview, operation, bytes)))];
        return s_sizes.Select(bytes => (bytes == s_sizes[0] ? name : "".PadRight(s_nameWidth))
            + ByteSize.Format(bytes).PadLeft(SizeWidth) + Figures(overview, operation, bytes));
    }

    /// <summary>The sentence, in lines that fit.</summary>
    public static string Closing(Overview overview)
    {
        var lines = overview.Sentence.Replace("; ", ";\n", StringComparison.Ordinal);
        return lines.IndexOf('\n', StringComparison.Ordinal) <= Columns ? lines
            : lines.Replace($" at {ByteSize.Format(Overview.Long)}, ", $" at {ByteSize.Format(Overview.Long)},\n", StringComparison.Ordinal);
    }

    private static string Figures(Overview overview, string operation, int bytes) =>
        (overview.Ours(operation, bytes) is { } ours ? Display.Figure(ours) : "-").PadLeft(FigureWidth)
        + string.Concat(overview.Others.Select(side => Output.Ratio(overview.Ratio(operation, bytes, side)).PadLeft(RatioWidth(side.Name))));

    private static bool IsLineForAll(IReadOnlyList<string> peers) =>
        s_nameWidth + (s_sizes.Length * (FigureWidth + peers.Sum(RatioWidth))) <= Columns;

    private static int RatioWidth(string name) => Math.Max(LeastRatioWidth, name.Length + 1);
}
