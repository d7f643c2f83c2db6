using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Runtime.CompilerServices;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks;

/// <summary>One operation on one text, by every peer that has it. All must agree, byte for byte, before they are timed.</summary>
internal sealed class Row
{
    private readonly List<Lane> _lanes = [];

    /// <exception cref="WrongResultException">Two peers disagree, or one refuses.</exception>
    public Row(Operation operation, Workspace workspace, int textBytes, IEnumerable<IPeer> peers)
    {
        Operation = operation;
        Size = textBytes;
        var source = operation.SourceFor(workspace.Text[..textBytes]);
        var destination = workspace.Result[..operation.ResultBytes(textBytes)];
        byte[]? expected = null;
        IPeer? first = null;
        foreach (var peer in peers)
        {
            var own = operation.On(peer);
            if ((own ?? operation.Otherwise(peer)) is not { } transform)
                continue;
            var lane = new Lane(peer, transform, source, destination);
            lane.RunOnce();
            first ??= peer;
            expected ??= destination.ToArray();
            var agreed = destination.AsSpan().CommonPrefixLength(expected);
            if (agreed != expected.Length)
            {
                var (text, both) = ($"{operation.Id} of {textBytes:N0} bytes", $"{peer.Name} and {first.Name}");
                throw new WrongResultException($"{text}: {both} differ from byte {agreed:N0} on");
            }

            if (own is not null)
                _lanes.Add(lane);
        }
    }

    public Operation Operation { get; }

    /// <summary>Bytes of the text.</summary>
    public int Size { get; }

    public IReadOnlyList<Lane> Lanes => _lanes;

    /// <summary>A figure for each lane; it has the lane's rounds, those to come included.</summary>
    public IEnumerable<Measurement> Measurements => _lanes.Select(lane => new Measurement(Operation.Id, lane.Peer.Id)
    {
        Bytes = Size,
        Kernel = Operation.KernelId(lane.Peer),
        Rounds = lane.Rounds,
    });

    public Lane? LaneOf(IPeer peer) => _lanes.Find(lane => lane.Peer == peer);

    /// <summary>A peer's best time over that of another, or null if one of them lacks the operation.</summary>
    public double? Ratio(IPeer peer, IPeer over) => LaneOf(peer)?.Best / LaneOf(over)?.Best;
}

/// <summary>One peer in a row.</summary>
internal sealed class Lane(IPeer peer, Transform transform, ArraySegment<byte> source, ArraySegment<byte> destination) : Timed
{
    public IPeer Peer => peer;

    public void Call() => transform(source, destination);

    /// <summary>The first round, of one call, into a cleared buffer.</summary>
    /// <exception cref="WrongResultException">The peer refuses.</exception>
    public void RunOnce()
    {
        destination.AsSpan().Clear();
        try
        {
            RunRound();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            throw new WrongResultException($"{peer.Name} refuses {source.Count:N0} bytes: {exception.Message}");
        }
    }

    protected override double Nanoseconds(int calls) => Nanoseconds(transform, source, destination, calls);

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static double Nanoseconds(Transform transform, ArraySegment<byte> source, ArraySegment<byte> destination, int calls)
    {
        var start = Stopwatch.GetTimestamp();
        for (var i = 0; i < calls; i++)
            transform(source, destination);
        return NanosecondsSince(start);
    }
}
