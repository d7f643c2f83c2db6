using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Intrinsics;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Reports;
using ManagedCrypto.Benchmarks.Results;
using ManagedCrypto.Intrinsics;
using Spectre.Console;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>
/// What each kernel of AES-GCM is worth, in the shape of the JDK's AESGCMBench: GCM composed of a cipher and a hash, either of
/// them by hardware or by tables, and the kernel that does both in one pass. What is by hardware is C# with vectors of 128 bits,
/// so that one pass and two differ in nothing else.
/// </summary>
internal static class KernelWorth
{
    private static readonly string[] s_operations = ["aes-128-gcm-seal", "aes-128-gcm-open", "aes-256-gcm-seal", "aes-256-gcm-open"];
    private static readonly int[] s_sizes = [1024, 1500, 4096, 16384];

    private static readonly AesKernel? s_aes = Here<AesKernel>(new AesX64AesNi(), new AesArm64Aes());
    private static readonly GhashKernel? s_ghash = Here<GhashKernel>(new GhashX64Pclmul(), new GhashArm64Pmull());
    private static readonly GcmKernel? s_onePass = Here<GcmKernel>(new GcmX64AesNi<GhashX64Lanes128, Vector128<ulong>>(), new GcmArm64Pmull());

    private static readonly Composition[] s_compositions =
    [
        new("one-pass", "one pass", s_onePass, s_onePass?.Id),
        Composed("both", "CTR, then GHASH", s_aes, s_ghash),
        Composed("no-ghash", "no hardware GHASH", s_aes, new GhashPortableTable()),
        Composed("no-ctr", "no hardware CTR", new AesPortableTable(), s_ghash),
        Composed("neither", "neither", new AesPortableTable(), new GhashPortableTable()),
    ];

    /// <exception cref="WrongResultException">Two of them disagree.</exception>
    public static int Run(Options options, JsonReport report)
    {
        var others = new PeerSet(KernelSet.Best, options.OpenSsl);
        IPeer[] peers =
        [
            .. from composition in s_compositions
               where composition.Kernel is not null
               let kernels = KernelSet.BestWith(Algorithms.AesGcm, composition.Kernel!)
               select new ManagedPeer(composition.Id, composition.Name, kernels),
            .. others.Named(["bcl", "openssl"]).Skip(1),
        ];
        var sizes = options.Sizes.Count > 0 ? options.Sizes : s_sizes;
        var workspace = new Workspace(Operations.Bytes(sizes.Max(), seed: 1));
        var rows = (from operation in Operations.StartingWith(s_operations, Operations.All)
                    from size in sizes
                    select new Row(operation, workspace, size, peers)).ToList();
        var section = report.Begin(new Section("aesgcm", "What each kernel of AES-GCM is worth")
        {
            Note = "The shape of the JDK's AESGCMBench. Without hardware, GHASH and AES are by tables.",
            Sides =
            [
                .. s_compositions.Select(one => new Side(one.Id, one.Name) { NotHere = one.WhyNotHere }),
                .. others.Sides(others.Named(["bcl", "openssl"]).Skip(1)),
            ],
            Charts =
            [
                new(ChartKind.Lines) { Title = "Throughput", IsThroughput = true },
                new(ChartKind.Bars) { Title = "Time for a message", OnlyBytes = sizes.Max() },
            ],
        });
        section.Rows.AddRange(
            from row in rows
            from measurement in row.Measurements
            let composition = s_compositions.FirstOrDefault(composition => composition.Id == measurement.Side)
            select measurement with { Kernel = composition?.KernelIds });
        section.Rows.AddRange(
            from row in rows
            from composition in s_compositions
            where composition.Kernel is null
            select new Measurement(row.Operation.Id, composition.Id) { Bytes = row.Size, NotHere = composition.WhyNotHere });

        Output.WithProgress("Timing compositions of AES-GCM", progress =>
            Measuring.Run([.. rows.SelectMany(row => row.Lanes)], options.Pace, progress));
        Print(section.Rows);
        return 0;
    }

    private static T? Here<T>(params T[] kernels)
        where T : Kernel =>
        Array.Find(kernels, kernel => kernel.WhyUnavailable() is null);

    private static Composition Composed(string id, string name, AesKernel? aes, GhashKernel? ghash) =>
        new(id, name, aes is null || ghash is null ? null : new GcmComposed(aes, ghash), $"{aes?.Id} + {ghash?.Id}");

    private static void Print(IReadOnlyList<Measurement> rows)
    {
        double? Time(Measurement like, string side) => rows.FirstOrDefault(row =>
            row.Operation == like.Operation && row.Bytes == like.Bytes && row.Side == side && row.NotHere is null)?.Figure;

        string[] worths = ["GHASH is worth", "CTR is worth", "one pass is worth"];
        var table = Output.NewTable("ns", ["bytes", .. s_compositions.Select(composition => composition.Name), .. worths]);
        var worth = new List<(double? Ghash, double? Ctr, double? OnePass)>();
        foreach (var row in rows.Where(row => row.Side == s_compositions[^1].Id))
        {
            var both = Time(row, "both");
            worth.Add((Time(row, "no-ghash") / both, Time(row, "no-ctr") / both, both / Time(row, "one-pass")));
            table.AddRow([
                row.Operation,
                row.Bytes!.Value.ToString("N0", null),
                .. s_compositions.Select(one => Time(row, one.Id) is { } time ? Display.Significant(time) : "not here"),
                Output.Ratio(worth[^1].Ghash), Output.Ratio(worth[^1].Ctr), Output.Ratio(worth[^1].OnePass),
            ]);
        }

        AnsiConsole.Write(table);
        Console.WriteLine();
        if (worth.TrueForAll(one => one.Ghash is not null))
        {
            Console.WriteLine($"At the most, hardware GHASH is worth {Output.Ratio(worth.Max(one => one.Ghash))}, hardware CTR "
                + $"{Output.Ratio(worth.Max(one => one.Ctr))}, and one pass {Output.Ratio(worth.Max(one => one.OnePass))}.");
        }
    }

    /// <summary>A way to do GCM; null where the hardware or its kernel is not here.</summary>
    private sealed record Composition(string Id, string Name, GcmKernel? Kernel, string? KernelIds)
    {
        public string? WhyNotHere => Kernel is null ? "no kernel of GHASH, CTR or both by hardware runs here" : null;
    }
}
