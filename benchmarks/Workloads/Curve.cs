using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Reports;
using ManagedCrypto.Benchmarks.Results;
using Spectre.Console;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>
/// The time of every operation over sizes of messages in fine steps, and its cliffs: where a few bytes more cost far more than
/// bytes do. Calls come from a method that uses the widest vectors, compiled as any method is, since what a call costs may
/// depend on what its caller left in registers.
/// </summary>
internal static class Curve
{
    /// <summary>A step that costs more than this many times the bytes that it adds, and this many nanoseconds, is a cliff.</summary>
    private const double Steeper = 1.3, Leap = 10;

    private const int Most = 64 << 10;
    private const int AesBlockBytes = 16;

    /// <summary>How often a step that looks like a cliff is timed again, since one that was disturbed looks so, too.</summary>
    private const int Confirmations = 6;

    public static int Run(Options options, JsonReport report)
    {
        var kernels = options.Kernel is null ? KernelSet.Best : KernelSet.Forced(options.Kernel);
        var peer = new ManagedPeer("managed", "ManagedCrypto", kernels);
        var marks = new List<Mark>();
        var section = report.Begin(new Section("curve", "Time over sizes in fine steps")
        {
            Note = FormattableString.Invariant(
                $"Marked: cliffs, steps that cost more than {Steeper} times the bytes that they add and {Leap} ns."),
            Sides = [new(peer.Id, peer.Name)],
            Charts = [new(ChartKind.Lines) { Marks = marks }],
        });
        var sizes = options.Sizes.Count > 0 ? [.. options.Sizes.Order()] : Sizes();
        var workspace = new Workspace(Operations.Bytes(sizes[^1] + Operations.All.Max(operation => operation.BlockBytes), seed: 1));
        var lines = (from operation in Operations.StartingWith(options.Only, [.. Operations.All.Except(StreamOperations.All)])
                     let transform = operation.On(peer)
                     where transform is not null
                     select new Line(operation, peer, transform, sizes, workspace)).ToList();
        foreach (var point in lines.SelectMany(line => line.Points))
            section.Add(point.Row);

        Time(lines.SelectMany(line => line.Points));
        var cliffs = Cliffs();
        for (var i = 0; i < Confirmations && cliffs.Count > 0; i++)
        {
            var before = cliffs.SelectMany(cliff => new[] { cliff.From, cliff.To }).Distinct()
                .Select(point => (Point: point, Rounds: point.Rounds.ToList())).ToList();
            Time(before.Select(one => one.Point));
            before.ForEach(one => one.Point.Rounds.AddRange(one.Rounds));
            cliffs = Cliffs();
        }

        marks.AddRange(cliffs.Select(cliff => new Mark(cliff.To.Bytes, $"+{Display.Significant(cliff.Cost)} ns")
        {
            Operation = cliff.To.Row.Operation,
        }));
        Print(cliffs);
        return 0;

        void Time(IEnumerable<Point> points) => Output.WithProgress(
            "Timing sizes", progress => Measuring.Run([.. points], options.Pace, progress));

        List<Cliff> Cliffs() => [.. lines.SelectMany(line => line.Cliffs())];
    }

    /// <summary>
    /// Every byte of four blocks, then fewer, and in the end eight to a doubling: a step must be more than the noise of the whole.
    /// </summary>
    internal static List<int> Sizes()
    {
        var sizes = new List<int>();
        for (var bytes = 1; bytes <= Most; bytes += bytes switch { < 64 => 1, < 1024 => 8, < 4096 => 64, _ => (int)BitOperations.RoundUpToPowerOf2((uint)bytes + 1) / 16 })
            sizes.Add(bytes);
        return sizes;
    }

    /// <summary>
    /// The steps that cost more than they may, by what a byte costs in bulk, which is beyond half of the largest size. A byte more may
    /// need a whole block, so that none costs less than one.
    /// </summary>
    /// <param name="points">By size.</param>
    /// <param name="blockBytes">What the algorithm works in.</param>
    /// <returns>The step's end in the list, and the nanoseconds that it may cost.</returns>
    internal static IEnumerable<(int To, double Allowed)> Cliffs(
        IReadOnlyList<(int Bytes, double Nanoseconds)> points, int blockBytes)
    {
        var (half, whole) = (points.LastOrDefault(point => point.Bytes <= points[^1].Bytes / 2), points[^1]);
        var perByte = (whole.Nanoseconds - half.Nanoseconds) / (whole.Bytes - half.Bytes);
        for (var i = 1; i < points.Count; i++)
        {
            var added = Math.Max(points[i].Bytes - points[i - 1].Bytes, blockBytes);
            var allowed = (Steeper * perByte * added) + Leap;
            if (points[i].Nanoseconds - points[i - 1].Nanoseconds > allowed)
                yield return (i, allowed);
        }
    }

    private static void Print(List<Cliff> cliffs)
    {
        if (cliffs.Count == 0)
        {
            Console.WriteLine("No cliffs.");
            return;
        }

        var table = Output.NewTable("cliff", ["kernel", "from", "to", "ns before", "ns after", "ns that may be added"]);
        foreach (var (from, to, allowed) in cliffs)
        {
            table.AddRow(
                to.Row.Operation, to.Row.Kernel ?? "", ByteSize.Format(from.Bytes), ByteSize.Format(to.Bytes),
                Display.Significant(from.Best), Display.Significant(to.Best), Display.Significant(allowed));
        }

        AnsiConsole.Write(table);
    }

    /// <summary>A step from one size to the next.</summary>
    private sealed record Cliff(Point From, Point To, double Allowed)
    {
        public double Cost => To.Best - From.Best;
    }

    /// <summary>One operation over all sizes.</summary>
    private sealed class Line(
        Operation operation, ManagedPeer peer, Transform transform, IReadOnlyList<int> sizes, Workspace workspace)
    {
        private readonly int _blockBytes =
            operation.Algorithm is HashFunction function ? function.BlockBytes : AesBlockBytes;

        public IReadOnlyList<Point> Points { get; } =
        [
            .. from bytes in sizes.Select(operation.RoundUp).Distinct()
               let row = new Measurement(operation.Id, peer.Id) { Bytes = bytes, Kernel = operation.KernelId(peer) }
               let source = operation.SourceFor(workspace.Text[..bytes])
               select new Point(row, transform, source, workspace.Result[..operation.ResultBytes(bytes)]),
        ];

        public IEnumerable<Cliff> Cliffs() =>
            from cliff in Curve.Cliffs([.. Points.Select(point => (point.Bytes, point.Best))], _blockBytes)
            select new Cliff(Points[cliff.To - 1], Points[cliff.To], cliff.Allowed);
    }

    /// <summary>One size of one operation.</summary>
    private sealed class Point(Measurement row, Transform transform, ArraySegment<byte> source, ArraySegment<byte> destination)
        : Timed
    {
        public int Bytes => (int)row.Bytes!.Value;

        public Measurement Row => row with { Rounds = Rounds };

        /// <summary>What the vectors add up to, so that they are not left out.</summary>
        public static long Sum { get; private set; }

        protected override double Nanoseconds(int calls) => Nanoseconds(transform, source, destination, calls);

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static double Nanoseconds(Transform transform, ArraySegment<byte> source, ArraySegment<byte> destination, int calls)
        {
            var sum = Vector512<long>.Zero;
            var start = Stopwatch.GetTimestamp();
            for (var i = 0; i < calls; i++)
            {
                sum += Vector512.Create((long)i);
                transform(source, destination);
            }

            var taken = NanosecondsSince(start);
            Sum = Vector512.Sum(sum);
            return taken;
        }
    }
}
