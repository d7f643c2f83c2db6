using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Benchmarks.Results;

namespace ManagedCrypto.Benchmarks;

/// <summary>ManagedCrypto and whom it is compared with on this machine.</summary>
internal sealed class PeerSet
{
    private readonly List<IPeer> _otherKernels;
    private readonly BouncyCastlePeer _bouncyCastle = new();
    private readonly Lazy<NSecPeer?> _nsec = new(NSecPeer.TryCreate);

    /// <exception cref="UsageException">There is no usable libcrypto at the path.</exception>
    public PeerSet(KernelSet kernels, string? libCryptoPath)
    {
        Managed = new ManagedPeer("managed", "ManagedCrypto", kernels);
        _otherKernels = [.. from other in KernelSet.Besides(kernels)
                            select new ManagedPeer(other.Name, other.Name.Replace('-', ' '), other.Kernels)];
        Bcl = BclPeer.TryCreate();
        OpenSsl = LibCrypto.Load(libCryptoPath) is { } library ? new OpenSslPeer(library) : null;
        Zlib = ZlibPeer.TryCreate();
    }

    public ManagedPeer Managed { get; }

    public BclPeer? Bcl { get; }

    public OpenSslPeer? OpenSsl { get; }

    public ZlibPeer? Zlib { get; }

    /// <summary>Those of the table; without OpenSSL, ManagedCrypto's kernels are compared with each other.</summary>
    /// <param name="others">Those that are asked for besides.</param>
    public List<IPeer> Timed(IEnumerable<string> others) =>
        Present([Managed, Bcl, OpenSsl, Zlib, .. OpenSsl is null ? _otherKernels : [], .. others.Select(Find)]);

    /// <summary>Those of the first command. There is always somebody to agree with: Bouncy Castle, where nobody else is here.</summary>
    public List<IPeer> OfOverview(IEnumerable<string> others)
    {
        var peers = Present([Managed, Bcl, OpenSsl, .. others.Select(Find)]);
        return peers.Count > 1 ? peers : [Managed, _bouncyCastle];
    }

    /// <summary>Those that must agree on real input; without OpenSSL, other kernels and Bouncy Castle stand in for it.</summary>
    public List<IPeer> Compared() => OpenSsl is not null ? [Managed, OpenSsl] : [Managed, .. _otherKernels, _bouncyCastle];

    /// <summary>ManagedCrypto and the peers that a check names, as far as they are here.</summary>
    public List<IPeer> Named(IEnumerable<string> ids) => Present([Managed, .. ids.Distinct().Select(Find)]);

    public IPeer? Find(string id) => id == NSecPeer.TheId ? _nsec.Value
        : Present([Bcl, OpenSsl, Zlib, _bouncyCastle]).Find(peer => peer.Id == id);

    /// <summary>Peers, and those that would be among them if they were here.</summary>
    public List<Side> Sides(IEnumerable<IPeer> peers) =>
    [
        .. peers.Select(peer => new Side(peer.Id, peer.Name) { Version = peer.Version }),
        .. Bcl is null ? [new Side("bcl", ".NET") { NotHere = BclPeer.WhyNotHere }] : Array.Empty<Side>(),
        .. OpenSsl is null ? [new Side("openssl", "OpenSSL") { NotHere = "no libcrypto" }] : Array.Empty<Side>(),
        .. Zlib is null ? [new Side(ZlibPeer.TheId, "zlib") { NotHere = ZlibPeer.WhyNotHere }] : Array.Empty<Side>(),
        .. _nsec is { IsValueCreated: true, Value: null }
            ? [new Side(NSecPeer.TheId, "NSec") { NotHere = NSecPeer.WhyNotHere }]
            : Array.Empty<Side>(),
    ];

    private static List<IPeer> Present(IEnumerable<IPeer?> peers) => [.. peers.OfType<IPeer>()];
}
