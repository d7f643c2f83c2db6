using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>A value on the axis of implementations: a kernel that runs here, or a peer with its version.</summary>
public sealed class Implementation
{
    private static readonly PeerSet s_peers = new(KernelSet.Best, libCryptoPath: null);

    private readonly string _name;

    private Implementation(IPeer peer, string name)
    {
        Peer = peer;
        _name = name;
    }

    internal IPeer Peer { get; }

    /// <summary>The kernels of a list that run here, best first, and the peers that are here.</summary>
    internal static IEnumerable<Implementation> All<T>(KernelList<T> kernels)
        where T : Kernel => All(kernels, "bcl", "openssl", "bouncycastle");

    /// <summary>The same with certain peers, if they are here.</summary>
    internal static IEnumerable<Implementation> All<T>(KernelList<T> kernels, params string[] peers)
        where T : Kernel =>
    [
        .. from kernel in kernels.Runnable
           select new Implementation(new ManagedPeer("managed", kernel.Id, KernelSet.Forced(kernel.Id)), kernel.Id),
        .. from id in peers
           let peer = s_peers.Find(id)
           where peer is not null
           select new Implementation(peer, $"{peer.Name} {NumberIn(peer.Version)}"),
    ];

    /// <summary>As columns and filters have it.</summary>
    public override string ToString() => _name;

    /// <summary>Of "OpenSSL 3.0.19 27 Jan 2026", the number.</summary>
    private static string NumberIn(string version) => version.Split(' ').First(word => char.IsAsciiDigit(word[0]));
}
