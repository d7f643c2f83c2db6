using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Results;
using ManagedCrypto.Benchmarks.Workloads;

namespace ManagedCrypto.Benchmarks;

/// <summary>The command without a name: the first look; or with options a table over sizes of messages, then real input; or the ratios of a check.</summary>
internal static class Comparison
{
    public const int TextSeed = 1;

    private static readonly int[] s_sizes = [16, 1350, 64 << 10, 1 << 20];

    public static int Run(Options options, JsonReport report)
    {
        if (FirstCommand.Answers(options))
            return FirstCommand.Run(options, report);
        var check = options.Check is null ? null : CheckFile.Read(options.Check);
        if (check is not null && (options.All || options.Only.Count > 0 || options.Sizes.Count > 0))
            throw new UsageException("--check names its operations and sizes itself: --all, --only and --sizes do not go with it");
        if (check?.Kernel is not null && options.Kernel is not null && check.Kernel != options.Kernel)
            throw new UsageException($"--kernel {options.Kernel}: {options.Check} is for kernel {check.Kernel}");
        var selected = Operations.StartingWith(options.Only, [.. Operations.All.Union(RealFiles.Operations)]);
        var forced = check?.Kernel ?? options.Kernel;
        var peers = new PeerSet(forced is null ? KernelSet.Best : KernelSet.Forced(forced), options.OpenSsl);
        var paths = options.Files.Count > 0 || check is not null ? options.Files : RealFiles.OfThisInstallation();
        var files = paths.Select(RealFiles.Find).DistinctBy(file => file.FullName).ToList();

        Output.Header(peers, forced);
        var timed = check is null ? peers.Timed(options.Others) : peers.Named(check.Checks.Select(item => item.Peer));
        RefuseUnlike(check, timed);
        var cells = check is null
            ? from operation in Operations.All.Intersect(selected) from size in Sizes(options, operation) select (operation, size)
            : check.Checks.Select(item => (item.Operation, item.Size)).Distinct();
        var rows = Rows([.. cells], timed);
        var (loops, gigahertz) = (check is { AsksForLimits: true } ? RateLoops.Ready() : [], double.NaN);
        if (rows.Count > 0)
        {
            var section = report.Begin(TimedSection(check, peers.Sides(timed)));
            section.Rows.AddRange(rows.SelectMany(row => row.Measurements));
            if (check is { AsksForLimits: true })
                section.Rows.AddRange(RateLoops.Rows(loops));
            Output.WithProgress("Timing " + Names(timed), progress =>
                Measuring.Run([.. loops, .. rows.SelectMany(row => row.Lanes)], options.Pace, progress));
            if (loops.Count > 0)
                gigahertz = TimedCycles.SettleClock(loops);
            foreach (var table in rows.GroupBy(row => row.Operation.IsChecksum))
                Output.Table([.. table], [.. timed.Where(peer => table.Any(row => row.LaneOf(peer) is not null))]);
        }

        var fileOperations = RealFiles.Operations.Intersect(selected).ToList();
        if (files.Count > 0 && fileOperations.Count > 0)
        {
            var compared = peers.Compared();
            var section = report.Begin(new Section("files", "Real files") { Sides = peers.Sides(compared) });
            Output.WithProgress($"Comparing {Names(compared)} on real files", progress =>
                RealFiles.Compare(files, fileOperations, compared, section, progress));
            Output.Files(files, section.Rows, compared);
        }

        return check is null || Output.Verdicts(check, rows, peers, ShareOfLimit) ? 0 : 1;

        double? ShareOfLimit(Row row) => OperationLimit.Find(row.Operation.Id)?.Share(
            RateLoops.RatesOf(loops), row.LaneOf(peers.Managed)!.Best * gigahertz / row.Size);
    }

    /// <exception cref="UsageException">A check compares with a peer that has no such call, or is for another command.</exception>
    private static void RefuseUnlike(CheckFile? check, IEnumerable<IPeer> timed)
    {
        if (check?.Checks.Any(item => item.Peer == CheckFile.BestPlace) == true)
            throw new UsageException($"{CheckFile.BestPlace}: only lab places compares places");
        var unlike = from item in check?.Checks ?? []
                     from peer in timed
                     where peer.Id == item.Peer && item.Operation.On(peer) is null && item.Operation.Otherwise(peer) is not null
                     select $"{item.Operation.Id}: {item.Peer} has no such call; a ratio would compare unlike things";
        foreach (var refusal in unlike)
            throw new UsageException(refusal);
    }

    private static Section TimedSection(CheckFile? check, IReadOnlyList<Side> sides) => check is not null
        ? new("check", "Ratios checked") { Sides = sides }
        : new("sizes", "Sizes of messages")
        {
            Sides = sides,
            Charts =
            [
                new(ChartKind.Lines) { Title = "Throughput", IsThroughput = true },
                new(ChartKind.Bars) { Title = "Time for a message of 16 bytes", OnlyBytes = 16 },
            ],
        };

    private static string Names(IEnumerable<IPeer> peers) => string.Join(", ", peers.Select(peer => peer.Name));

    private static IEnumerable<int> Sizes(Options options, Operation operation) =>
        (options.Sizes.Count > 0 ? options.Sizes : s_sizes).Select(operation.RoundUp).Distinct();

    private static List<Row> Rows(List<(Operation Operation, int Size)> cells, IReadOnlyList<IPeer> peers)
    {
        var workspace = new Workspace(Operations.Bytes(cells.Select(cell => cell.Size).DefaultIfEmpty().Max(), TextSeed));
        return [.. cells.Select(cell => new Row(cell.Operation, workspace, cell.Size, peers))];
    }
}
