using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Results;
using Spectre.Console;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>What the CPU's units can do, cycles per byte of each kernel in bulk, and the least that it can take by those units.</summary>
internal static class Limits
{
    private const string Measured = "measured";
    private const string AesLimit = "aes-limit";
    private const string Limit = "limit";
    private const int Bytes = 64 << 10;

    public static int Run(Options options, JsonReport report)
    {
        var bytes = options.Sizes.Count > 0 ? (options.Sizes[0] + 15) & ~15 : Bytes;
        var section = report.Begin(new Section("limits", "Cycles per byte and their limits")
        {
            Note = "A rate is cycles of one instruction, or of a group that is named, measured in a loop. A limit follows from the "
                + "rates: that of AES alone, and that of all units.",
            Sides =
            [
                new(Measured, "measured"), new(AesLimit, "limit of AES alone"), new(Limit, "limit of all units"),
                new(RateLoops.Side, "rate"),
            ],
            Charts = [new(ChartKind.Bars) { Series = [Measurement.KernelAxis, RateLoops.VectorBytesAxis, Measurement.SideAxis] }],
        });
        var loops = RateLoops.Ready();
        section.Rows.AddRange(RateLoops.Rows(loops));
        var kernels = new List<(BulkKernel Bulk, Measurement Row)>();
        var timed = new List<TimedCycles>(loops);
        var workspace = new Workspace(Operations.Bytes(bytes, seed: 1));
        foreach (var bulk in BulkKernels.All)
        {
            var run = Create(bulk, workspace, bytes, out var whyNotHere);
            if (run is not null)
                timed.Add(run);
            var row = section.Add(new(bulk.Operation, Measured)
            {
                Bytes = bytes,
                Axes = { [Measurement.KernelAxis] = bulk.KernelId },
                Unit = Unit.CyclesPerByte,
                Kernel = bulk.KernelId,
                NotHere = whyNotHere,
                Rounds = run?.Rounds ?? [],
            });
            kernels.Add((bulk, row));
        }

        Output.WithProgress("Timing rates and kernels", progress => Measuring.Run(timed, options.Pace, progress));
        var gigahertz = TimedCycles.SettleClock(timed);
        var rates = RateLoops.RatesOf(loops);
        foreach (var (bulk, row) in kernels)
            section.Rows.InsertRange(section.Rows.IndexOf(row) + 1, LimitsOf(bulk, row, rates));
        Print(loops, gigahertz);
        Print(kernels, rates);
        return 0;
    }

    /// <summary>The rows of a kernel's limits, which stand beside that of what was measured.</summary>
    private static IEnumerable<Measurement> LimitsOf(BulkKernel bulk, Measurement measured, CoreRates rates)
    {
        if (bulk.AesLimit(rates) is { } ofAes)
            yield return Row(AesLimit, ofAes);
        yield return Row(Limit, bulk.Limit(rates).CyclesPerByte);

        Measurement Row(string side, double limit) => measured with
        {
            Side = side,
            Kernel = null,
            NotHere = measured.NotHere ?? (double.IsNaN(limit) ? "a rate is not here" : null),
            Rounds = measured.NotHere is not null || double.IsNaN(limit) ? [] : [limit],
        };
    }

    private static void Print(List<TimedRate> loops, double gigahertz)
    {
        int[] widths = [16, 32, 64];
        var table = Output.NewTable("cycles", [.. widths.Select(width => $"{width * 8} bits")]);
        foreach (var rate in RateLoops.All.GroupBy(loop => loop.Name))
            table.AddRow([rate.Key, .. widths.Select(width => Cell(rate.SingleOrDefault(loop => loop.VectorBytes == width)))]);
        AnsiConsole.Write(table);
        Console.WriteLine();
        Console.WriteLine($"A clock of {gigahertz:F2} GHz, from additions in a chain.");
        Console.WriteLine();

        string Cell(RateLoop? loop) => loop is null ? ""
            : loops.Find(timed => timed.Loop == loop) is { } timed ? Cycles(timed.Best)
            : "not here";
    }

    private static void Print(IEnumerable<(BulkKernel Bulk, Measurement Row)> kernels, CoreRates rates)
    {
        var table = Output.NewTable("cycles per byte", ["kernel", "measured", "AES alone", "of it", "limit", "of it", "set by"]);
        foreach (var (bulk, row) in kernels)
        {
            double? measured = row.NotHere is null ? row.Figure : null;
            var (limit, of) = bulk.Limit(rates);
            var isKnown = measured is not null && !double.IsNaN(limit);
            var aes = isKnown ? bulk.AesLimit(rates) : null;
            table.AddRow(
                bulk.Operation,
                bulk.KernelId,
                measured is { } cycles ? Cycles(cycles) : "not here",
                aes is null ? "" : Cycles(aes.Value),
                Share(aes / measured),
                isKnown ? Cycles(limit) : "not here",
                isKnown ? Share(limit / measured) : "",
                isKnown ? of : "");
        }

        AnsiConsole.Write(table);
    }

    private static string Share(double? share) => share is null ? "" : share.Value.ToString("F2", CultureInfo.InvariantCulture);

    private static string Cycles(double cycles) => cycles.ToString("F3", CultureInfo.InvariantCulture);

    private static TimedCycles? Create(BulkKernel bulk, Workspace workspace, int bytes, out string? whyNotHere)
    {
        var kernel = KernelSet.Named(bulk.KernelId);
        whyNotHere = kernel is null ? "not on this architecture" : kernel.WhyUnavailable();
        if (whyNotHere is not null)
            return null;
        var operation = Operations.All.Single(known => known.Id == bulk.Operation);
        var best = new ManagedPeer("managed", "ManagedCrypto", KernelSet.Best);
        var peer = new ManagedPeer(bulk.KernelId, bulk.KernelId, KernelSet.Forced(bulk.KernelId));
        return new TimedCycles(new Row(operation, workspace, bytes, [best, peer]).LaneOf(peer)!.Call, bytes);
    }
}
