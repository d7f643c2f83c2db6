using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks.Reports;

/// <summary>Which of the palette's colours a side or a kernel has: the same on the whole page.</summary>
internal sealed class Colours
{
    // Those that everybody looks for have the same colours in all reports.
    private static readonly string[] s_known = ["managed", "bcl", "openssl", "bouncycastle"];

    private readonly Dictionary<string, int> _slots = s_known.Index().ToDictionary(known => known.Item, known => known.Index);

    public Colours(IEnumerable<Section> sections)
    {
        // Those of a section, or of a plot of kernels, are seen together.
        var groups = sections.SelectMany(Together).ToList();
        var order = Enumerable.Range(s_known.Length, Palette.Count - s_known.Length).Concat(Enumerable.Range(0, s_known.Length)).ToList();
        foreach (var owner in groups.SelectMany(group => group).Distinct().Where(owner => !_slots.ContainsKey(owner)).ToList())
        {
            var taken = groups.Where(group => group.Contains(owner)).SelectMany(group => group)
                .Where(_slots.ContainsKey).Select(other => _slots[other]).ToHashSet();

            // After those that are free come all again, with other markers.
            _slots.Add(owner, order.Concat(Enumerable.Range(Palette.Count, taken.Count + 1)).First(slot => !taken.Contains(slot)));
        }
    }

    /// <summary>Whose colour a row has in a chart: its kernel's where that tells series apart, otherwise its side's.</summary>
    public static string Owner(Chart chart, Measurement row) =>
        chart.Series.Contains(Measurement.KernelAxis) && row.On(Measurement.KernelAxis) is { } kernel ? kernel.ToString() : row.Side;

    /// <summary>The place in the palette; from its end on, the colours come again, with other markers.</summary>
    public int Slot(string owner) => _slots[owner];

    private static IEnumerable<HashSet<string>> Together(Section section) =>
    [
        [.. section.Sides.Select(side => side.Id).Concat(section.Rows.Select(row => row.Side))],
        .. from chart in section.Charts
           where chart.Series.Contains(Measurement.KernelAxis)
           from plot in section.Rows.GroupBy(row => row.Operation)
           select plot.Select(row => Owner(chart, row)).ToHashSet(),
    ];
}
