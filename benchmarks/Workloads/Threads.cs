using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Reports;
using ManagedCrypto.Benchmarks.Results;
using Spectre.Console;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>
/// One thread to all that the CPU has: sealing with one <see cref="AesGcm"/> that all share and with one each, and hashing.
/// .NET's own <c>AesGcm</c> is not made to be shared, so there each thread has its own.
/// </summary>
internal static class Threads
{
    private const string ThreadsAxis = "threads";
    private const string KeysAxis = "keys";
    private const string Shared = "shared key";
    private const string Each = "a key each";

    private static readonly int[] s_sizes = [64, 16 << 10];

    public static int Run(Options options, JsonReport report)
    {
        var peers = new PeerSet(KernelSet.Best, options.OpenSsl);
        var sizes = options.Sizes.Count > 0 ? options.Sizes : s_sizes;
        var counts = Counts(Environment.ProcessorCount).ToList();
        var section = report.Begin(new Section("threads", "Throughput over threads")
        {
            Note = "Nanoseconds of the clock over the calls of all threads. .NET's own AesGcm is not made to be shared.",
            Sides = peers.Sides(peers.Named(["bcl"])),
            Charts =
            [
                new(ChartKind.Lines)
                {
                    X = ThreadsAxis,
                    Panels = [Measurement.OperationAxis, Measurement.BytesAxis],
                    Series = [Measurement.SideAxis, KeysAxis],
                    IsThroughput = true,
                },
            ],
        });
        using var crew = new Crew(counts[^1]);
        var works = new List<CrewWork>();
        foreach (var operation in Operations.All.Where(known => known.Id is "aes-128-gcm-seal" or "sha256" or "hmac-sha256"))
            foreach (var size in sizes)
                foreach (var peer in peers.Named(["bcl"]))
                    foreach (var keys in KeysOf(operation, peer))
                        foreach (var count in counts)
                        {
                            var work = new CrewWork(crew, operation, peer, size, count, isShared: keys != Each);
                            works.Add(work);
                            var row = section.Add(new(operation.Id, peer.Id)
                            {
                                Bytes = size,
                                Axes = { [ThreadsAxis] = count },
                                Kernel = operation.KernelId(peer),
                                Rounds = work.Rounds,
                            });
                            if (keys is not null)
                                row.Axes[KeysAxis] = keys;
                        }

        if (peers.Bcl is null)
            section.Add(new("aes-128-gcm-seal", "bcl") { NotHere = BclPeer.WhyNotHere });
        Output.WithProgress($"Timing 1 to {counts[^1]} threads", progress => Measuring.Run(works, options.Pace, progress));
        works.ForEach(work => work.Compare());
        Print(section.Rows);
        return 0;
    }

    private static IEnumerable<int> Counts(int all)
    {
        for (var count = 1; count < all; count *= 2)
            yield return count;
        yield return all;
    }

    /// <summary>Whose the keys can be; null where there is no object that has one.</summary>
    private static string?[] KeysOf(Operation operation, IPeer peer) =>
        operation.Id.Contains("gcm", StringComparison.Ordinal) ? peer is ManagedPeer ? [Shared, Each] : [Each] : [null];

    private static void Print(IReadOnlyList<Measurement> rows)
    {
        string[] headings = ["size", "threads", "one shared", "one each", "shared over each", ".NET", "over .NET"];
        var table = Output.NewTable("operation", headings);
        var worst = double.MaxValue;
        var measured = rows.Where(row => row.NotHere is null);
        foreach (var group in measured.GroupBy(row => (row.Operation, row.Bytes, Threads: row.Axes[ThreadsAxis])))
        {
            double? Of(string side, string? keys) =>
                group.FirstOrDefault(row => row.Side == side && row.On(KeysAxis)?.Word == keys)?.Figure;
            var (bytes, bcl) = (group.Key.Bytes!.Value, group.FirstOrDefault(row => row.Side == "bcl")?.Figure);
            var (shared, each) = (Of("managed", Shared), Of("managed", Each) ?? Of("managed", null));
            worst = Math.Min(worst, each / shared ?? worst);
            table.AddRow(
                group.Key.Operation,
                ByteSize.Format(bytes),
                group.Key.Threads.ToString(),
                Speed(bytes, shared),
                Speed(bytes, each),
                Output.Ratio(each / shared),
                Speed(bytes, bcl),
                Output.Ratio(bcl / each));
        }

        AnsiConsole.Write(table);
        Console.WriteLine($"{Environment.NewLine}A shared key reaches {worst:F2} of the throughput of one each, or more.");
    }

    private static string Speed(long bytes, double? nanoseconds) =>
        nanoseconds is { } time ? Display.Significant(bytes / time) + " GB/s" : "";

    /// <summary>Calls shared out to threads, each of which has buffers of its own.</summary>
    private sealed class CrewWork : Timed
    {
        private const int Attempts = 10;

        private readonly Crew _crew;
        private readonly string _what;
        private readonly (Transform Transform, ArraySegment<byte> Source, ArraySegment<byte> Destination)[] _members;

        public CrewWork(Crew crew, Operation operation, IPeer peer, int size, int threads, bool isShared)
        {
            _crew = crew;
            _what = $"{operation.Id} of {size:N0} bytes by {peer.Name} on {threads} threads";
            var shared = operation.On(peer)!;
            var text = Operations.Bytes(size, seed: 1);
            _members =
            [
                .. from i in Enumerable.Range(0, threads)
                   let workspace = new Workspace(text)
                   let transform = isShared ? shared : operation.On(peer)!
                   select (transform, workspace.Text, workspace.Result[..operation.ResultBytes(size)]),
            ];
        }

        /// <exception cref="WrongResultException">A thread's last result is not that of a single call.</exception>
        public void Compare()
        {
            Attempt(_members.Length);
            var (transform, source, destination) = _members[0];
            var expected = Workspace.Allocate(destination.Count);
            transform(source, expected);
            foreach (var member in _members)
                if (!member.Destination.AsSpan().SequenceEqual(expected))
                    throw new WrongResultException(_what + ": a wrong result");
        }

        /// <summary>
        /// As if all of several short attempts had been like the best of them: each needs a CPU for every thread at once, which they
        /// do not have for long where others work, too.
        /// </summary>
        protected override double Nanoseconds(int calls)
        {
            var now = Math.Max(_members.Length, calls / Attempts);
            return Enumerable.Range(0, Attempts).Min(_ => Attempt(now)) * calls / now;
        }

        private double Attempt(int calls) => _crew.Nanoseconds(_members.Length, member =>
        {
            var (transform, source, destination) = _members[member];
            Call(transform, source, destination, (calls / _members.Length) + (member < calls % _members.Length ? 1 : 0));
        });

        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        private static void Call(Transform transform, ArraySegment<byte> source, ArraySegment<byte> destination, int calls)
        {
            for (var i = 0; i < calls; i++)
                transform(source, destination);
        }
    }
}
