using System.Linq;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>A peer's mean time over the row's: BenchmarkDotNet's own ratios compare methods, not values of an axis.</summary>
internal sealed class OverColumn(string peerId, string peerName) : IColumn
{
    public string Id => nameof(OverColumn) + peerId;

    public string ColumnName => "over " + peerName;

    public string Legend => $"How many times as long {peerName} takes";

    public bool AlwaysShow => false;

    public ColumnCategory Category => ColumnCategory.Baseline;

    public int PriorityInCategory => 0;

    public bool IsNumeric => true;

    public UnitType UnitType => UnitType.Dimensionless;

    public bool IsAvailable(Summary summary) => summary.BenchmarksCases.Any(IsOfPeer);

    public bool IsDefault(Summary summary, BenchmarkCase benchmarkCase) => false;

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase)
    {
        var peer = summary.BenchmarksCases.FirstOrDefault(other => IsOfPeer(other) && Likeness(other) == Likeness(benchmarkCase));
        var ratio = peer is null ? null : Mean(summary, peer) / Mean(summary, benchmarkCase);
        return ratio is null ? "" : ratio.Value.ToString("F2", summary.GetCultureInfo());
    }

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase, SummaryStyle style) => GetValue(summary, benchmarkCase);

    private static double? Mean(Summary summary, BenchmarkCase benchmarkCase) => summary[benchmarkCase]?.ResultStatistics?.Mean;

    private bool IsOfPeer(BenchmarkCase benchmarkCase) => By(benchmarkCase).Peer.Id == peerId;

    private static Implementation By(BenchmarkCase benchmarkCase) => (Implementation)benchmarkCase.Parameters[nameof(Family.By)];

    /// <summary>All but the side that does it.</summary>
    private static string Likeness(BenchmarkCase benchmarkCase) => string.Join(
        ' ',
        benchmarkCase.Parameters.Items.Where(item => item.Name != nameof(Family.By)).Select(item => item.ToDisplayText())
            .Prepend(benchmarkCase.Job.ResolvedId)
            .Prepend(benchmarkCase.Descriptor.WorkloadMethod.Name).Prepend(By(benchmarkCase).OperationId));
}
