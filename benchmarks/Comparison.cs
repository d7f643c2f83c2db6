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
        var cells = check is null
            ? from operation in Operations.All.Intersect(selected) from size in Sizes(options, operation) select (operation, size)
            : check.Checks.Select(item => (item.Operation, item.Size)).Distinct();
        var rows = Rows([.. cells], timed);
        if (rows.Count > 0)
        {
            Output.WithProgress("Timing " + Names(timed), progress => Measuring.Run(rows, options.Quick, progress));
            Output.Table(rows, timed);
        }

        var fileOperations = RealFiles.Operations.Intersect(selected).ToList();
        var fileResults = new List<Result>();
        if (files.Count > 0 && fileOperations.Count > 0)
        {
            var compared = peers.Compared();
            Output.WithProgress($"Comparing {Names(compared)} on real files", progress =>
                fileResults = RealFiles.Compare(files, fileOperations, compared, progress));
            Output.Files(files, fileResults, compared);
        }

        JsonReport.Write(options.Json, peers, rows.SelectMany(row => row.Results), fileResults);
        return check is null || Output.Verdicts(check, rows, peers) ? 0 : 1;
    }

    private static string Names(IEnumerable<IPeer> peers) => string.Join(", ", peers.Select(peer => peer.Name));

    private static IEnumerable<int> Sizes(Options options, Operation operation) =>
        (options.Sizes.Count > 0 ? options.Sizes : s_sizes).Select(operation.RoundUp).Distinct();

    private static List<Row> Rows(List<(Operation Operation, int Size)> cells, IReadOnlyList<IPeer> peers)
    {
        var workspace = new Workspace(Operations.Bytes(cells.Select(cell => cell.Size).DefaultIfEmpty().Max(), TextSeed));
        return [.. cells.Select(cell => new Row(cell.Operation, workspace, cell.Size, peers))];
    }
}
