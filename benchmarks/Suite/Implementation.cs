using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Peers;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>A value on the axis of implementations: a kernel that runs here, or a peer with its version.</summary>
public sealed class Implementation
{
    private static readonly PeerSet s_peers = new(KernelSet.Best, libCryptoPath: null);

    private readonly string _name;

    private Implementation(IPeer peer, string name, string? operationId = null)
    {
        Peer = peer;
        _name = operationId is null ? name : operationId + " " + name;
        OperationId = operationId;
    }

    internal IPeer Peer { get; }

    /// <summary>Where a family has an operation for each algorithm: which one.</summary>
    internal string? OperationId { get; }

    /// <summary>The kernels of an algorithm that run here, best first, and the peers that are here.</summary>
    internal static IEnumerable<Implementation> All(Algorithm algorithm) => OfPeers(algorithm, "bcl", "openssl", "bouncycastle");

    /// <summary>The same of an algorithm that some peers lack: those that have it are named.</summary>
    internal static IEnumerable<Implementation> OfPeers(Algorithm algorithm, params string[] peers) => All(algorithm, null, peers);

    /// <summary>The same of several operations, by the peers named that have them.</summary>
    internal static IEnumerable<Implementation> OfEach(IEnumerable<Operation> operations, params string[] peers) =>
        operations.SelectMany(operation => All(operation.Algorithm!, operation, peers));

    private static IEnumerable<Implementation> All(Algorithm algorithm, Operation? operation, string[] peers) =>
    [
        .. from kernel in algorithm.Kernels.Runnable
           let peer = new ManagedPeer("managed", kernel.Id, KernelSet.Forced(kernel.Id))
           select new Implementation(peer, kernel.Id, operation?.Id),
        .. from id in peers
           let peer = s_peers.Find(id)
           where peer is not null && (operation is null || operation.On(peer) is not null)
           select new Implementation(peer, $"{peer.Name} {NumberIn(peer.Version)}", operation?.Id),
    ];

    /// <summary>As columns and filters have it.</summary>
    public override string ToString() => _name;

    /// <summary>Of "OpenSSL 3.0.19 27 Jan 2026", the number.</summary>
    private static string NumberIn(string version) => version.Split(' ').First(word => char.IsAsciiDigit(word[0]));
}
