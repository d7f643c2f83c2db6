using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Reports;
using ManagedCrypto.Benchmarks.Results;
using Spectre.Console;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>
/// Bulk operations with source and destination at many places, ours and a peer on the same bytes. Loads that cross a cache line, and loads
/// that wait for a store whose address has the same low 12 bits, depend on where both lie and how far apart; which pages they are on
/// differs from one allocation to the next.
/// </summary>
internal static class Places
{
    private const string PlaceAxis = "place";
    private const int Page = 4096, Allocations = 15;

    private static readonly int[] s_sizes = [4 << 10, 16 << 10, 64 << 10];

    private static readonly string[] s_operations =
        ["aes-128-gcm-seal", "aes-128-gcm-open", "aes-128-ctr", "aes-128-xts-encrypt", "aes-128-cbc-decrypt", "chacha20-poly1305-seal"];

    public static int Run(Options options, JsonReport report)
    {
        var check = options.Check is null ? null : CheckFile.Read(options.Check);
        var kernels = (check?.Kernel ?? options.Kernel) is { } forced ? KernelSet.Forced(forced) : KernelSet.Best;
        var peers = new PeerSet(kernels, options.OpenSsl);
        List<IPeer> compared = peers.OpenSsl is { } openSsl ? [peers.Managed, openSsl] : [peers.Managed];
        var section = report.Begin(new Section("places", "Where source and destination lie")
        {
            Note = $"{Allocations} pairs of arrays as .NET allocates them, and places in memory that does not move.",
            Sides = [.. compared.Select(peer => new Side(peer.Id, peer.Name))],
        });
        IReadOnlyList<string> only = options.Only.Count > 0 ? options.Only : s_operations;
        IEnumerable<(Operation Operation, int Size)> timed = check?.Checks.Select(item => (item.Operation, item.Size)).Distinct()
            ?? (from operation in Operations.StartingWith(only, Operations.All)
                from size in (options.Sizes.Count > 0 ? options.Sizes : s_sizes).Select(operation.RoundUp).Distinct()
                select (operation, size));
        var cells = timed.Select(one => new Cell(one.Operation, one.Size, compared)).ToList();
        foreach (var row in cells.SelectMany(cell => cell.Rows))
            section.Add(row);
        Output.WithProgress(
            "Timing places", progress => Measuring.Run([.. cells.SelectMany(cell => cell.Lanes)], options.Pace, progress));
        Print(cells, compared);
        return check is null || Verdicts(check, cells, compared) ? 0 : 1;
    }

    /// <summary>Names, and where source and destination begin: from a page each, or both at one address.</summary>
    private static IEnumerable<(string Name, int Source, int Destination)> InFixedMemory()
    {
        yield return ("both on pages", 0, 0);
        foreach (var offset in new[] { 8, 40 })
            yield return ($"both +{offset}", offset, offset);
        foreach (var distance in new[] { 16, 24, 32, 48, 64, 96, 512 })
        {
            yield return ($"destination +{distance}", 0, distance);
            yield return ($"source +{distance}", distance, 0);
        }
    }

    private static IEnumerable<Place> Of(int sourceBytes, int destinationBytes)
    {
        foreach (var (name, source, destination) in InFixedMemory())
        {
            var memory = Workspace.Allocate(sourceBytes + destinationBytes + (4 * Page));
            var first = ToPage(memory, 0);
            var second = ToPage(memory, first + sourceBytes + Page);
            yield return new(name, memory.Slice(first + source, sourceBytes), memory.Slice(second + destination, destinationBytes));
        }

        // What is allocated between the pairs moves each to another place.
        var random = new Random(1);
        for (var i = 1; i <= Allocations; i++)
        {
            GC.KeepAlive(new byte[random.Next(8 * Page)]);
            yield return new($"arrays {i}", new byte[sourceBytes], new byte[destinationBytes]);
        }
    }

    /// <summary>From where on a segment is on a page.</summary>
    private static unsafe int ToPage(ArraySegment<byte> memory, int from)
    {
        var address = (nint)Workspace.Address(memory) + from;
        return from + (int)(-address & (Page - 1));
    }

    private static void Print(List<Cell> cells, List<IPeer> peers)
    {
        string[] over = peers.Count > 1 ? [$"worst over {peers[1].Name}", "there"] : [];
        var table = Output.NewTable("GB/s", ["size", "by", "best", "worst", "of best", "there", .. over]);
        foreach (var cell in cells)
        {
            foreach (var peer in peers)
            {
                var lanes = cell.LanesOf(peer).OrderBy(lane => lane.Lane.Best).ToList();
                if (lanes.Count == 0)
                    continue;
                var (best, worst) = (lanes[0], lanes[^1]);
                table.AddRow([
                    peer == peers[0] ? cell.Operation.Id : "",
                    ByteSize.Format(cell.Bytes),
                    peer.Name,
                    Display.Significant(cell.Bytes / best.Lane.Best),
                    Display.Significant(cell.Bytes / worst.Lane.Best),
                    Output.Ratio(best.Lane.Best / worst.Lane.Best),
                    worst.Place,
                    .. peer == peers[0] ? WorstOver(cell, peers) : [],
                ]);
            }
        }

        AnsiConsole.Write(table);
    }

    /// <summary>The least ratio to the second peer on the same bytes, and where.</summary>
    private static string[] WorstOver(Cell cell, List<IPeer> peers) =>
        peers.Count > 1 && Worst(cell, peers[0], peers[1]) is var (ratio, place) ? [Output.Ratio(ratio), place] : [];

    private static (double Ratio, string Place)? Worst(Cell cell, IPeer ours, IPeer other)
    {
        var ratios = cell.LanesOf(ours).Zip(cell.LanesOf(other), (one, peer) => (peer.Lane.Best / one.Lane.Best, one.Place)).ToList();
        return ratios.Count == 0 ? null : ratios.Min();
    }

    /// <summary>What is asked of the worst place: over the peer there, or over the best place.</summary>
    /// <returns>Whether all is reached.</returns>
    private static bool Verdicts(CheckFile check, List<Cell> cells, List<IPeer> peers)
    {
        var table = Output.NewTable("operation", ["size", "over", "worst", "there", "at least", "verdict"]);
        var missed = 0;
        foreach (var item in check.Checks)
        {
            var cell = cells.Single(cell => cell.Operation == item.Operation && cell.Bytes == item.Size);
            var best = cell.LanesOf(peers[0]).Min(one => one.Lane.Best);
            var worst = item.Peer == CheckFile.BestPlace ? cell.LanesOf(peers[0]).Select(one => (best / one.Lane.Best, one.Place)).Min()
                : peers.Find(peer => peer.Id == item.Peer) is { } other ? Worst(cell, peers[0], other)
                : null;
            var isReached = item.IsReached(worst?.Ratio, shareOfLimit: null);
            missed += isReached ? 0 : 1;
            table.AddRow([
                item.Operation.Id,
                ByteSize.Format(item.Size),
                item.Peer,
                worst is null ? "not here" : Output.Ratio(worst.Value.Ratio),
                worst?.Place ?? "",
                Output.Ratio(item.Ratio),
                isReached ? "[green]reached[/]" : "[red]MISSED[/]",
            ]);
        }

        AnsiConsole.Write(table);
        Console.WriteLine($"{check.Checks.Count - missed} of {check.Checks.Count} ratios are reached.");
        return missed == 0;
    }

    private sealed record Place(string Name, ArraySegment<byte> Source, ArraySegment<byte> Destination);

    /// <summary>An operation on one text, at all places, by all peers, which agree.</summary>
    private sealed class Cell
    {
        private readonly List<(string Place, Lane Lane)> _lanes = [];

        public Cell(Operation operation, int bytes, List<IPeer> peers)
        {
            (Operation, Bytes) = (operation, bytes);
            var source = operation.SourceFor(Operations.Bytes(bytes, seed: 1));
            byte[]? expected = null;
            foreach (var place in Of(source.Count, operation.ResultBytes(bytes)))
            {
                source.AsSpan().CopyTo(place.Source);
                foreach (var peer in peers)
                {
                    if (operation.On(peer) is not { } transform)
                        continue;
                    var lane = new Lane(peer, transform, place.Source, place.Destination);
                    lane.RunOnce();
                    expected ??= place.Destination.ToArray();
                    if (!place.Destination.AsSpan().SequenceEqual(expected))
                        throw new WrongResultException($"{operation.Id} of {bytes:N0} bytes by {peer.Name}, {place.Name}: differs");
                    _lanes.Add((place.Name, lane));
                }
            }
        }

        public Operation Operation { get; }

        public int Bytes { get; }

        public IEnumerable<Lane> Lanes => _lanes.Select(one => one.Lane);

        public IEnumerable<Measurement> Rows => _lanes.Select(one => new Measurement(Operation.Id, one.Lane.Peer.Id)
        {
            Bytes = Bytes,
            Axes = { [PlaceAxis] = one.Place },
            Kernel = Operation.KernelId(one.Lane.Peer),
            Rounds = one.Lane.Rounds,
        });

        public IEnumerable<(string Place, Lane Lane)> LanesOf(IPeer peer) => _lanes.Where(one => one.Lane.Peer == peer);
    }
}
