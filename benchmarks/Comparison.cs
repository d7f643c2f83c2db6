using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Peers;

namespace ManagedCrypto.Benchmarks;

/// <summary>The main command: a table over sizes of messages, then real input; or the ratios of a check.</summary>
internal static class Comparison
{
    private const int TextSeed = 1;

    private static readonly int[] s_sizes = [16, 1350, 64 << 10, 1 << 20];

    public static int Run(Options options)
    {
        var check = options.Check is null ? null : CheckFile.Read(options.Check);
        if (check is not null && (options.Only.Count > 0 || options.Sizes.Count > 0))
            throw new UsageException("--check names its operations and sizes itself: --only and --sizes do not go with it");
        if (check?.Kernel is not null && options.Kernel is not null && check.Kernel != options.Kernel)
            throw new UsageException($"--kernel {options.Kernel}: {options.Check} is for kernel {check.Kernel}");
        var selected = Operations.StartingWith(options.Only, [.. Operations.All.Union(RealFiles.Operations)]);
        var forced = check?.Kernel ?? options.Kernel;
        var peers = new PeerSet(forced is null ? KernelSet.Best : KernelSet.Forced(forced), options.OpenSsl);
        var paths = options.Files.Count > 0 || check is not null ? options.Files : RealFiles.OfThisInstallation();
        var files = paths.Select(RealFiles.Find).ToList();
        JsonReport.CheckWritable(options.Json);

        Output.Header(peers, forced);
        var timed = check is null ? peers.Timed(options.BouncyCastle) : peers.Named(check.Checks.Select(item => item.Peer));
        var rows = check is null
            ? Rows(Operations.All.Intersect(selected).SelectMany(operation => Sizes(options, operation).Select(size => (operation, size))), timed)
            : Rows(check.Checks.Select(item => (item.Operation, item.Size)).Distinct(), timed);
        Output.WithProgress("Timing " + string.Join(", ", timed.Select(peer => peer.Name)), progress => Measuring.Run(rows, options.Quick, progress));
        Output.Table(rows, timed);

        var fileResults = new List<Result>();
        if (files.Count > 0)
            Output.WithProgress("Comparing " + string.Join(", ", peers.Compared().Select(peer => peer.Name)) + " on real files", progress =>
                fileResults = RealFiles.Compare(files, [.. RealFiles.Operations.Intersect(selected)], peers.Compared(), progress));
        Output.Files(files, fileResults, peers.Compared());
        JsonReport.Write(options.Json, peers, rows.SelectMany(row => row.Results), fileResults);
        return check is null || Output.Verdicts(check, rows, peers) ? 0 : 1;
    }

    private static IEnumerable<int> Sizes(Options options, Operation operation) =>
        (options.Sizes.Count > 0 ? options.Sizes : s_sizes).Select(operation.RoundUp).Distinct();

    private static List<Row> Rows(IEnumerable<(Operation Operation, int Size)> cells, IReadOnlyList<IPeer> peers)
    {
        var all = cells.ToList();
        var workspace = new Workspace(Operations.Bytes(all.Select(cell => cell.Size).DefaultIfEmpty().Max(), TextSeed));
        return [.. all.Select(cell => new Row(cell.Operation, workspace, cell.Size, peers))];
    }
}
