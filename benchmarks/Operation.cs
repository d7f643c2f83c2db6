using System;
using ManagedCrypto.Benchmarks.Peers;

namespace ManagedCrypto.Benchmarks;

/// <summary>Something to measure and compare, declared once for all peers.</summary>
/// <param name="Id">How options, checks, tables and JSON name it.</param>
/// <param name="On">How a peer does it; null where the peer cannot.</param>
internal sealed record Operation(string Id, Func<IPeer, Transform?> On)
{
    /// <summary>
    /// How a peer gets the same result by other work, since it has no such call: it must agree, and is not timed, as a ratio would
    /// compare unlike things.
    /// </summary>
    public Func<IPeer, Transform?> Otherwise { get; init; } = _ => null;

    /// <summary>Texts are whole multiples of this many bytes.</summary>
    public int BlockBytes { get; init; } = 1;

    /// <summary>The shortest text that can be taken.</summary>
    public int LeastBytes { get; init; }

    /// <summary>Checksums have a table of their own, with the peers that have any.</summary>
    public bool IsChecksum => Algorithm is ChecksumAlgorithm;

    /// <summary>Whose kernels do it.</summary>
    public Algorithm? Algorithm { get; init; }

    /// <summary>What a peer is given for a text: the text itself, or what decrypts to it.</summary>
    public Func<ArraySegment<byte>, ArraySegment<byte>> SourceFor { get; init; } = text => text;

    /// <summary>Bytes of the result for a text of so many bytes.</summary>
    public Func<int, int> ResultBytes { get; init; } = textBytes => textBytes;

    public int RoundUp(int bytes) => Math.Max(LeastBytes, (bytes + BlockBytes - 1) / BlockBytes * BlockBytes);

    /// <summary>The kernel by which a peer does it; null if the peer is not ManagedCrypto.</summary>
    public string? KernelId(IPeer peer) =>
        Algorithm is not null && peer is ManagedPeer managed ? managed.Kernels.Of(Algorithm)?.Id : null;
}
