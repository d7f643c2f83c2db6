using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Reports;
using ManagedCrypto.Benchmarks.Results;
using Spectre.Console;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>
/// Bulk encryption with texts of all sizes that caches have: ordinary against streaming stores. The next read of the ciphertext, by
/// its next user, is counted in half of the rows: what streaming stores leave to memory, it has to fetch.
/// </summary>
internal static class Cache
{
    private const string Ctr = "aes-128-ctr";
    private const string NextReadAxis = "next read";
    private const string Counted = "next read counted";
    private const string LeftOut = "next read left out";

    private static readonly int[] s_sizes = [8 << 10, 256 << 10, 4 << 20, 64 << 20];

    private static readonly Side[] s_sides =
    [
        new("ordinary", "ordinary stores"),
        new("streaming", "streaming stores"),
    ];

    public static int Run(Options options, JsonReport report)
    {
        // Streaming stores are of whole vectors.
        var sizes = (options.Sizes.Count > 0 ? options.Sizes : s_sizes).Select(size => (size + 63) & ~63).Distinct().ToList();
        var section = report.Begin(new Section("cache", "Bulk encryption and the caches")
        {
            Note = "Text and ciphertext are buffers of their own, of so many bytes each. " + CpuCaches.Describe(),
            Sides = s_sides,
            Charts =
            [
                new(ChartKind.Lines)
                {
                    Panels = [Measurement.OperationAxis, NextReadAxis],
                    IsThroughput = true,
                    Marks = CpuCaches.All,
                },
            ],
        });
        var timed = new List<Timed>();
        var workspace = new Workspace(Operations.Bytes(sizes.Max(), seed: 1));
        foreach (var size in sizes)
            foreach (var operation in Ways(workspace.Text[..size], workspace.Result).GroupBy(way => way.Operation))
            {
                byte[]? expected = null;
                foreach (var way in operation)
                {
                    workspace.Result.AsSpan().Clear();
                    way.Run();
                    expected ??= workspace.Result.ToArray();
                    if (!workspace.Result.AsSpan().SequenceEqual(expected))
                        throw new WrongResultException($"{way.Operation} of {size:N0} bytes, {way.Side}: differs");
                    foreach (var isCounted in new[] { false, true })
                    {
                        timed.Add(new TimedLoop(Loop(way.Run, isCounted ? workspace.Result[..size] : default)));
                        section.Add(new(way.Operation, way.Side)
                        {
                            Bytes = size,
                            Axes = { [NextReadAxis] = isCounted ? Counted : LeftOut },
                            Kernel = way.Kernel,
                            Rounds = timed[^1].Rounds,
                        });
                    }
                }
            }

        Output.WithProgress("Timing bulk encryption", progress => Measuring.Run(timed, options.Pace, progress));
        Print(section.Rows);
        return 0;
    }

    private static IEnumerable<Way> Ways(ArraySegment<byte> text, ArraySegment<byte> result)
    {
        var (key, aes) = (Operations.Key(128), Algorithms.Aes.Kernels.Best);
        var streams = new CtrStores(aes, key, text, result);
        yield return new(Ctr, "ordinary", streams.Ordinary, aes.Id);
        yield return new(Ctr, "streaming", streams.Streaming, aes.Id);
    }

    private static Action<int> Loop(Action run, ArraySegment<byte> toRead) => calls =>
    {
        for (var i = 0; i < calls; i++)
        {
            run();
            CtrStores.Read(toRead);
        }
    };

    private static void Print(IReadOnlyList<Measurement> rows)
    {
        string[] headings = ["size", "", .. s_sides.Select(side => side.Name), "streaming gains"];
        var table = Output.NewTable("GB/s", headings);
        foreach (var group in rows.GroupBy(row => (row.Bytes, row.Axes[NextReadAxis])))
        {
            Measurement Of(string side) => group.Single(row => row.Side == side);
            table.AddRow([
                "",
                ByteSize.Format(group.Key.Bytes!.Value),
                group.Key.Item2.ToString(),
                .. s_sides.Select(side => Display.Significant(Of(side.Id).GigabytesPerSecond!.Value)),
                Output.Ratio(Of("ordinary").Figure / Of("streaming").Figure),
            ]);
        }

        Console.WriteLine(CpuCaches.Describe());
        AnsiConsole.Write(table);
    }

    private sealed record Way(string Operation, string Side, Action Run, string Kernel);
}
