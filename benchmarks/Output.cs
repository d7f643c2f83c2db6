using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Reports;
using ManagedCrypto.Benchmarks.Results;
using ManagedCrypto.Benchmarks.Seed2005;
using Spectre.Console;

namespace ManagedCrypto.Benchmarks;

/// <summary>What a person reads. Without a terminal, plain lines without colours and without a progress bar.</summary>
internal static partial class Output
{
    private const int PlainWidth = 120;
    private const int SmallMessage = 4096;

    public static void Prepare()
    {
        if (Console.IsOutputRedirected)
        {
            AnsiConsole.Profile.Width = PlainWidth;
            AnsiConsole.Profile.Capabilities.Ansi = false;
        }
    }

    public static void Header(PeerSet peers, string? forced)
    {
        Line("CPU", Machine.Info.Cpu);
        Line("System", $"{Machine.Info.System}, {Machine.Info.Architecture}, {Machine.Runtime}");
        Line("OpenSSL", peers.OpenSsl?.Version ?? "not here: no libcrypto, so kernels are compared with each other");
        if (peers.Bcl is null)
            Line(".NET", "not here: its own classes need libssl");
        if (forced is null)
            Console.WriteLine(Environment.NewLine + CryptoProvider.Describe());
        else
            Forced(peers.Managed.Kernels.Kernels.Select(kernel => kernel.Id));
    }

    /// <summary>Runs work that reports the share it has done, from 0 to 1.</summary>
    public static void WithProgress(string title, Action<Action<double>> work)
    {
        if (Console.IsOutputRedirected)
        {
            var progress = new PlainProgress(Console.Out, () => Stopwatch.GetElapsedTime(0));
            progress.Begin(title);
            work(progress.Report);
            progress.End();
            return;
        }

        // Refreshed between rounds only: a thread of its own would disturb them.
        AnsiConsole.Progress().AutoRefresh(false).AutoClear(true)
            .Columns(new TaskDescriptionColumn(), new ProgressBarColumn(), new PercentageColumn(), new RemainingTimeColumn())
            .Start(context =>
            {
                var task = context.AddTask(Markup.Escape(title), maxValue: 1);
                work(done =>
                {
                    task.Value = done;
                    context.Refresh();
                });
            });
    }

    /// <summary>Nanoseconds for small messages, GB/s for large ones, and each peer's time over ManagedCrypto's.</summary>
    public static void Table(IReadOnlyList<Row> rows, IReadOnlyList<IPeer> peers)
    {
        var names = peers.Select(peer => peer.Name).ToList();
        var table = NewTable("operation", ["size", .. names, .. names.Skip(1).Select(name => "over " + name)]);
        string? operation = null;
        foreach (var row in rows)
        {
            table.AddRow([
                Markup.Escape(row.Operation.Id == operation ? "" : row.Operation.Id),
                ByteSize.Format(row.Size),
                .. peers.Select(peer => row.LaneOf(peer) is { } lane ? Speed(row.Size, lane.Best, row.Size < SmallMessage) : "-"),
                .. peers.Skip(1).Select(peer => Ratio(row.Ratio(peer, peers[0]))),
            ]);
            operation = row.Operation.Id;
        }

        AnsiConsole.Write(table);
        Console.WriteLine();
    }

    /// <summary>Real input: one line for each file, then each operation over all of them.</summary>
    public static void Files(IReadOnlyList<FileInfo> files, IReadOnlyList<Measurement> results, IReadOnlyList<IPeer> peers)
    {
        foreach (var file in files)
            Console.WriteLine($"{file.Name}: {file.Length:N0} bytes");
        var table = NewTable("all files", [.. peers.Select(peer => peer.Name), "results"]);
        foreach (var operation in results.GroupBy(result => result.Operation))
        {
            var speeds = peers.Select(peer => OverAll(operation.Where(result => result.Side == peer.Id)));
            table.AddRow([operation.Key, .. speeds, "identical"]);
        }

        AnsiConsole.Write(table);
    }

    /// <summary>
    /// Each ratio of a check with its verdict; <paramref name="shareOfLimit"/> tells how much of its limit ManagedCrypto reaches in
    /// a row, where that is known.
    /// </summary>
    /// <returns>Whether all are reached.</returns>
    public static bool Verdicts(CheckFile check, IReadOnlyList<Row> rows, PeerSet peers, Func<Row, double?> shareOfLimit)
    {
        var limits = check.AsksForLimits;
        string[] ofLimit = limits ? ["of limit", "at least"] : [];
        var table = NewTable("operation", ["size", "over", "ratio", "at least", .. ofLimit, "aim", "verdict"]);
        var missed = 0;
        foreach (var item in check.Checks)
        {
            var row = rows.First(candidate => candidate.Operation == item.Operation && candidate.Size == item.Size);
            var ratio = peers.Find(item.Peer) is { } peer ? row.Ratio(peer, peers.Managed) : null;
            var share = item.ShareOfLimit is null ? null : shareOfLimit(row);
            var isReached = item.IsReached(ratio, share);
            var isShort = item.Aim is { } aim && !aim.IsReached(ratio ?? 0, row.LaneOf(peers.Managed)!.Best);
            missed += isReached ? 0 : 1;
            table.AddRow([
                item.Operation.Id,
                ByteSize.Format(item.Size),
                item.Peer,
                ratio is null ? "not here" : Ratio(ratio),
                Ratio(item.Ratio),
                .. limits ? [Share(share, item.ShareOfLimit is null ? "" : "not here"), Share(item.ShareOfLimit, "")] : ofLimit,
                item.Aim is null ? "" : item.Aim.IsTime ? Display.Significant(item.Aim.Figure) + " ns" : Ratio(item.Aim.Figure),
                !isReached ? "[red]MISSED[/]" : isShort ? "reached, short of the aim" : "[green]reached[/]",
            ]);
        }

        AnsiConsole.Write(table);
        Console.WriteLine($"{check.Checks.Count - missed} of {check.Checks.Count} ratios are reached.");
        return missed == 0;

        static string Share(double? share, string otherwise) => share?.ToString("F2", CultureInfo.InvariantCulture) ?? otherwise;
    }

    /// <summary>Figures of two files beside each other, a table for each section.</summary>
    public static void Changes(IReadOnlyList<Change> changes)
    {
        foreach (var section in changes.GroupBy(change => change.Section))
        {
            var table = NewTable(section.Key, ["old", "new", "change", "noise", "verdict"]);
            foreach (var change in section)
                table.AddRow(
                    Markup.Escape(change.Old.Key),
                    Display.Figure(change.Old),
                    Display.Figure(change.New),
                    Percent(change.Share, signed: true),
                    change.IsJudged ? Percent(change.Noise, signed: false) : "",
                    change.IsSlower ? "[red]SLOWER[/]" : change.IsFaster ? "[green]faster[/]" : change.IsJudged ? "" : "few rounds");
            AnsiConsole.Write(table);
            Console.WriteLine();
        }
    }

    /// <summary>Milliseconds until an algorithm has been first used: ManagedCrypto's rows, each before the BCL's.</summary>
    public static void FirstUses(IReadOnlyList<Measurement> rows)
    {
        var table = NewTable("first use", ["milliseconds", "ManagedCrypto", ".NET", "over .NET"]);
        foreach (var pair in rows.Chunk(2))
        {
            var (ours, bcl) = (pair[0].Figure, pair[1].NotHere is null ? pair[1].Figure : (double?)null);
            table.AddRow(
                Markup.Escape(pair[0].Operation),
                pair[0].Axes.Values.Single().ToString(),
                Display.Significant(ours),
                bcl is null ? "not here" : Display.Significant(bcl.Value),
                Ratio(bcl / ours));
        }

        AnsiConsole.Write(table);
    }

    /// <summary>Milliseconds for the workload, and the time of each implementation over ManagedCrypto's.</summary>
    public static void Seed2005(string host, IReadOnlyList<SideTimes> sides)
    {
        static double Both(SideTimes side) => side.Encrypt.Min() + side.Decrypt.Min();
        var table = NewTable(host, ["1,000 encrypts", "1,000 decrypts", "both", "over ManagedCrypto"]);
        foreach (var side in sides)
        {
            table.AddRow(
                Markup.Escape(side.Kernel.Length > 0 ? $"{side.Name} ({side.Kernel})" : side.Name),
                Display.Significant(side.Encrypt.Min()) + " ms",
                Display.Significant(side.Decrypt.Min()) + " ms",
                Display.Significant(Both(side)) + " ms",
                Ratio(Both(side) / Both(sides[0])));
        }

        AnsiConsole.Write(table);
        Console.WriteLine();
    }

    private static void Forced(IEnumerable<string> ids)
    {
        const int IdsInLine = 4;
        foreach (var line in ids.Chunk(IdsInLine).Index())
            Line(line.Index == 0 ? "Forced" : "", string.Join(", ", line.Item));
        Console.WriteLine();
    }

    private static void Line(string name, string value) => Console.WriteLine($"{name,-8} {value}");

    // 80 columns hold three peers, so headings break between words, those of names like ManagedCrypto included.
    public static Table NewTable(string first, IEnumerable<string> others)
    {
        var table = new Table().Border(TableBorder.None);
        table.AddColumn(Column(first));
        table.Columns[0].NoWrap = false;
        foreach (var heading in others)
            table.AddColumn(Column(WordEnd().Replace(heading, "\n")).RightAligned());
        return table;

        static TableColumn Column(string heading) => new TableColumn($"[bold]{heading}[/]").NoWrap().Padding(0, 0, 2, 0);
    }

    private static string OverAll(IEnumerable<Measurement> results) => results.Any()
        ? Speed(results.Sum(result => result.Bytes!.Value), results.Sum(result => result.Figure), isSmall: false)
        : "-";

    private static string Speed(long bytes, double nanoseconds, bool isSmall) =>
        isSmall ? Display.Significant(nanoseconds) + " ns" : Display.Throughput(bytes / nanoseconds);

    private static string Percent(double share, bool signed) =>
        share.ToString(signed ? "+0.0%;-0.0%;0.0%" : "0.0%", CultureInfo.InvariantCulture);

    public static string Ratio(double? ratio) => ratio is null ? "-" : Display.Significant(ratio.Value) + "x";

    [GeneratedRegex(" |(?<=[a-z])(?=[A-Z][a-z])")]
    private static partial Regex WordEnd();
}
