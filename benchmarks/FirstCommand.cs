using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks;

/// <summary>
/// What the program does without arguments: a screen of 80 columns in at most twenty seconds. Every line is printed when it has
/// been measured, also into a file.
/// </summary>
internal static class FirstCommand
{
    /// <summary>Whether the options ask for no more than it gives.</summary>
    public static bool Answers(Options options) =>
        !options.All && options.Check is null && options.Only.Count + options.Sizes.Count + options.Files.Count == 0;

    public static int Run(Options options, JsonReport report)
    {
        var peers = new PeerSet(options.Kernel is null ? KernelSet.Best : KernelSet.Forced(options.Kernel), options.OpenSsl);
        var compared = peers.OfOverview(options.Others);

        // zlib has none of these operations.
        List<Side> sides = [.. peers.Sides(compared).Where(side => side.Id != ZlibPeer.TheId)];
        Console.WriteLine(string.Join(", ", sides.Select(side => $"{side.Name} {NumberIn(side.Version) ?? "not here"}")));
        foreach (var line in OverviewText.Machine(Machine.Info.Cpu, Machine.Info.System))
            Console.WriteLine(line);
        Console.WriteLine(options.Kernel is null ? "" : $"With {options.Kernel} forced.\n");
        foreach (var line in OverviewText.Heading([.. compared.Skip(1).Select(peer => peer.Name)]))
            Console.WriteLine(line);

        var workspace = new Workspace(Operations.Bytes(Overview.Long, Comparison.TextSeed));
        List<Row> rows =
        [
            .. from id in Overview.Operations
               let operation = Operations.All.First(operation => operation.Id == id)
               from size in new[] { Overview.Short, Overview.Long }
               select new Row(operation, workspace, size, compared),
        ];
        var section = report.Begin(new Section("overview", "At a glance") { Sides = sides });
        section.Rows.AddRange(rows.SelectMany(row => row.Measurements));
        var overview = new Overview(sides, section.Rows);
        var pace = Pace.Quick with { MostPasses = int.MaxValue, Budget = TimeSpan.FromSeconds(options.Quick ? 0.2 : 1.1) };
        Measuring.WarmUp([.. rows.SelectMany(row => row.Lanes)], pace, _ => { });
        foreach (var operation in rows.GroupBy(row => row.Operation.Id))
        {
            var lanes = operation.SelectMany(row => row.Lanes).ToList();
            Measuring.Time(lanes, pace, _ => { });
            foreach (var line in OverviewText.Lines(overview, operation.Key))
                Console.WriteLine(line);
        }

        Console.WriteLine();
        Console.WriteLine("Time and speed: ManagedCrypto. 5.0x: takes 5 times as long. -: no such call.");
        Console.WriteLine("--all measures all operations; --json FILE saves the figures, for report.");
        Console.WriteLine();
        Console.WriteLine(OverviewText.Closing(overview));
        return 0;
    }

    /// <summary>Of "OpenSSL 3.0.19 27 Jan 2026", the number.</summary>
    private static string? NumberIn(string? version) => version?.Split(' ').First(word => char.IsAsciiDigit(word[0]));
}
