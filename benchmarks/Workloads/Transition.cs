using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Reports;
using ManagedCrypto.Benchmarks.Results;
using Spectre.Console;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>
/// What a call costs before it does anything: a managed kernel, a kernel of machine code without and with the transition that
/// lets the collector work meanwhile, and a P/Invoke into libcrypto. All encrypt the same blocks by AES-128 in ECB mode.
/// </summary>
internal static class Transition
{
    private const string Work = "aes-128-ecb-encrypt";
    private const string Empty = "empty-call";

    /// <summary>The share of a call below which its fixed cost no longer matters.</summary>
    private const double Matters = 0.05;

    private static readonly int[] s_sizes = [.. Enumerable.Range(4, 15).Select(power => 1 << power)];

    public static int Run(Options options, JsonReport report)
    {
        var given = options.Sizes.Count > 0 ? options.Sizes : s_sizes;
        var sizes = given.Select(size => (size + 15) & ~15).Distinct().Order().ToList();
        var text = Operations.Bytes(sizes[^1], seed: 1);
        var openSsl = LibCrypto.Load(options.OpenSsl);
        var ways = EcbCalls.Ways(openSsl);
        var section = report.Begin(new Section("transition", "What a call costs")
        {
            Note = "AES-128-ECB by one call. An empty call does nothing: no blocks, or libcrypto's OpenSSL_version_num.",
            Sides = ways,
            Charts = [new(ChartKind.Lines) { IsThroughput = true }],
        });
        var timed = new List<Timed>();
        foreach (var size in sizes.Prepend(0))
        {
            var calls = new EcbCalls(text.AsSpan(0, size), openSsl);
            byte[]? expected = null;
            foreach (var way in ways)
            {
                var row = size == 0 ? new Measurement(Empty, way.Id) : new Measurement(Work, way.Id) { Bytes = size };
                if (way.NotHere is null)
                {
                    var loop = calls.Loop(way.Id);
                    var result = calls.ResultOf(loop);
                    expected ??= result;
                    if (!result.AsSpan().SequenceEqual(expected))
                        throw new WrongResultException($"{Work} of {size:N0} bytes: {way.Name} and {ways[0].Name} differ");
                    timed.Add(new TimedLoop(loop));
                    row = row with { Kernel = EcbCalls.Kernel(way.Id), Rounds = timed[^1].Rounds };
                }

                section.Add(row with { NotHere = way.NotHere });
            }
        }

        Output.WithProgress("Timing calls", progress => Measuring.Run(timed, options.Pace, progress));
        Print(section.Rows, ways);
        return 0;
    }

    private static void Print(IReadOnlyList<Measurement> rows, IReadOnlyList<Side> ways)
    {
        var table = Output.NewTable("ns", [.. ways.Select(way => way.Name)]);
        foreach (var group in rows.GroupBy(row => row.Bytes))
        {
            table.AddRow([
                group.Key is { } bytes ? ByteSize.Format(bytes) : "empty",
                .. group.Select(row => row.NotHere is null ? Display.Significant(row.Figure) : "not here"),
            ]);
        }

        AnsiConsole.Write(table);
        Console.WriteLine();
        foreach (var way in ways.Where(way => way.NotHere is null))
        {
            var ofWay = rows.Where(row => row.Side == way.Id).ToList();
            var ceases = ofWay.Find(row => row.Bytes is not null && ofWay[0].Figure < Matters * row.Figure);
            var share = ceases is null ? "5 % and more of every call" : $"less than 5 % from {ByteSize.Format(ceases.Bytes!.Value)} on";
            Console.WriteLine($"{way.Name}: {Display.Significant(ofWay[0].Figure)} ns, {share}");
        }
    }
}
