using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Results;
using ManagedCrypto.Intrinsics;
using Spectre.Console;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>Cycles per byte of each kernel in bulk, and the least that the CPU's units can take for it.</summary>
internal static class Limits
{
    private const string KernelAxis = "kernel";
    private const string Measured = "measured";
    private const string Limit = "limit";
    private const int Bytes = 64 << 10;
    private const int GhashBytes = 16;

    public static int Run(Options options, JsonReport report)
    {
        var (machine, core, clock) = (Machine.Info, CoreRates.Of(Machine.Info), new CoreClock());
        clock.Observe();
        var bytes = options.Sizes.Count > 0 ? (options.Sizes[0] + 15) & ~15 : Bytes;
        var whyNoLimit = core is null ? $"the rates of this CPU are not known: {machine.Cpu}" : null;
        var section = report.Begin(new Section("limits", "Cycles per byte and their limits")
        {
            Note = core is null ? null : $"The rates are those of {core.Name}: {core.Source}.",
            Sides = [new(Measured, "measured"), new(Limit, "limit") { NotHere = whyNoLimit }],
            Charts = [new(ChartKind.Bars) { Series = [KernelAxis, Measurement.SideAxis] }],
        });
        var workspace = new Workspace(Operations.Bytes(bytes, seed: 1));
        var timed = new List<Timed>();
        foreach (var bulk in BulkKernels.All)
        {
            Measurement Row(string side) =>
                new(bulk.Operation, side) { Bytes = bytes, Axes = { [KernelAxis] = bulk.KernelId }, Unit = Unit.CyclesPerByte };

            var run = CyclesRun.Create(bulk, workspace, bytes, clock, out var whyNotHere);
            if (run is not null)
                timed.Add(run);
            section.Add(Row(Measured) with { Kernel = bulk.KernelId, NotHere = whyNotHere, Rounds = run?.Rounds ?? [] });
            section.Add(Row(Limit) with { NotHere = whyNoLimit, Rounds = core is null ? [] : [bulk.Limit(core).CyclesPerByte] });
        }

        if (timed.Count > 0)
            Output.WithProgress("Timing kernels", progress => Measuring.Run(timed, options.Quick, progress));
        Print(section.Rows, core, clock);
        return 0;
    }

    private static void Print(IReadOnlyList<Measurement> rows, CoreRates? core, CoreClock clock)
    {
        var table = Output.NewTable("cycles per byte", ["kernel", "measured", "limit", "reached", "set by"]);
        foreach (var (pair, bulk) in rows.Chunk(2).Zip(BulkKernels.All))
        {
            double? measured = pair[0].NotHere is null ? pair[0].Figure : null;
            var limit = core is null ? default((double CyclesPerByte, string Of)?) : bulk.Limit(core);
            table.AddRow(
                bulk.Operation,
                bulk.KernelId,
                measured is { } cycles ? Cycles(cycles) : "not here",
                limit is null ? "unknown CPU" : Cycles(limit.Value.CyclesPerByte),
                limit is null || measured is null ? "" : $"{limit.Value.CyclesPerByte / measured.Value:P0}",
                limit?.Of ?? "");
        }

        AnsiConsole.Write(table);
        Console.WriteLine();
        Console.WriteLine(core is null
            ? $"The rates of this CPU are not known: {Machine.Info.Cpu}."
            : $"Rates of {core.Name} ({core.Source}); a clock of {clock.Gigahertz:F2} GHz, from additions in a chain.");
    }

    private static string Cycles(double perByte) => perByte.ToString("F3", CultureInfo.InvariantCulture);

    /// <summary>Rounds in cycles per byte, the clock taken beside each.</summary>
    private sealed class CyclesRun(Action call, int bytes, CoreClock clock) : Timed
    {
        public static CyclesRun? Create(BulkKernel bulk, Workspace workspace, int bytes, CoreClock clock, out string? whyNotHere)
        {
            var kernel = KernelSet.Named(bulk.KernelId);
            whyNotHere = kernel is null ? "not on this architecture" : kernel.WhyUnavailable();
            return whyNotHere is not null ? null
                : new CyclesRun(kernel is GhashKernel ghash ? Hash(ghash, workspace.Text[..bytes]) : Call(), bytes, clock);

            Action Call()
            {
                var operation = Operations.All.Single(known => known.Id == bulk.Operation);
                var best = new ManagedPeer("managed", "ManagedCrypto", KernelSet.Best);
                var peer = new ManagedPeer(bulk.KernelId, bulk.KernelId, KernelSet.Forced(bulk.KernelId));
                return new Row(operation, workspace, bytes, [best, peer]).LaneOf(peer)!.Call;
            }
        }

        protected override double NanosecondsPerCall(int calls) => base.NanosecondsPerCall(calls) * clock.Gigahertz / bytes;

        protected override double Nanoseconds(int calls)
        {
            clock.Observe();
            var start = Stopwatch.GetTimestamp();
            for (var i = 0; i < calls; i++)
                call();
            return NanosecondsSince(start);
        }

        /// <exception cref="WrongResultException">The kernel's hash is not that of the portable one.</exception>
        private static unsafe Action Hash(GhashKernel kernel, ArraySegment<byte> text)
        {
            var subkey = Operations.Bytes(GhashBytes, seed: 2);
            var (call, hash) = On(kernel);
            var (check, expected) = On(new GhashPortableTable());
            call();
            check();
            return hash.AsSpan().SequenceEqual(expected)
                ? call
                : throw new WrongResultException($"{kernel.Id}: its hash is not that of the portable kernel");

            (Action Call, ArraySegment<byte> Hash) On(GhashKernel kernel)
            {
                var (key, hash) = (Workspace.Allocate(kernel.KeyBytes), Workspace.Allocate(GhashBytes));
                fixed (byte* subkeyBytes = subkey)
                    kernel.ExpandKey(subkeyBytes, Workspace.Address(key));
                return (
                    () => kernel.Update(
                        Workspace.Address(key), Workspace.Address(hash), Workspace.Address(text), text.Count),
                    hash);
            }
        }
    }
}
