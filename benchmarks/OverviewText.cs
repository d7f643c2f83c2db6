using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Reports;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks;

/// <summary>The overview as lines of a terminal: with two peers, they fit into 80 columns.</summary>
internal static class OverviewText
{
    private const int FigureWidth = 11;
    private const int LeastRatioWidth = 8;

    private static readonly int s_nameWidth = Overview.Operations.Max(id => id.Length);

    public static IEnumerable<string> Heading(IReadOnlyList<string> peers)
    {
        var ofPeers = string.Concat(peers.Select(name => name.PadLeft(RatioWidth(name))));
        yield return "".PadRight(s_nameWidth) + ByteSize.Format(Overview.Short).PadLeft(FigureWidth)
            + "".PadRight(ofPeers.Length) + ByteSize.Format(Overview.Long).PadLeft(FigureWidth);
        yield return "operation".PadRight(s_nameWidth) + "time".PadLeft(FigureWidth) + ofPeers + "speed".PadLeft(FigureWidth) + ofPeers;
    }

    public static string Line(Overview overview, string operation)
    {
        var line = operation.PadRight(s_nameWidth);
        foreach (var bytes in new[] { Overview.Short, Overview.Long })
        {
            line += (overview.Ours(operation, bytes) is { } ours ? Display.Figure(ours) : "-").PadLeft(FigureWidth);
            line += string.Concat(overview.Others.Select(side =>
                Output.Ratio(overview.Ratio(operation, bytes, side)).PadLeft(RatioWidth(side.Name))));
        }

        return line;
    }

    private static int RatioWidth(string name) => Math.Max(LeastRatioWidth, name.Length + 1);
}
