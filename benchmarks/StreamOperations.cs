using System;
using System.Collections.Generic;
using System.IO;
using ManagedCrypto.Benchmarks.Peers;

namespace ManagedCrypto.Benchmarks;

/// <summary>Messages that come in pieces: through .NET's streams, or appended. Peers without such streams do the text at
/// once, so that results are compared; that time is none to compare.</summary>
internal static class StreamOperations
{
    private const int AesBlockBytes = 16;

    // No whole blocks.
    private const int PieceBytes = 1000;

    // What a program appends of its fields, for which the call counts more than the work.
    private const int WordBytes = 8;

    private static readonly byte[] s_key = Operations.Key(256);

    // Asked for when it is needed: Operations may just be making its list, of which this one is a part.
    private static byte[] Iv => Operations.Iv;

    public static IReadOnlyList<Operation> All { get; } =
    [
        new("aes-256-cbc-encrypt-stream", peer => Streams.Cbc(peer, encrypt: true, s_key, Iv))
        {
            Otherwise = peer => peer.Cipher(CipherMode.Cbc, encrypt: true, s_key, Iv),
            Algorithm = Algorithms.Aes,
            SourceFor = Pad,
            ResultBytes = PaddedBytes,
        },
        new("aes-256-cbc-decrypt-stream", peer => Streams.Cbc(peer, encrypt: false, s_key, Iv))
        {
            Otherwise = peer => peer.Cipher(CipherMode.Cbc, encrypt: false, s_key, Iv),
            Algorithm = Algorithms.Aes,
            SourceFor = Encrypted,
            ResultBytes = PaddedBytes,
        },
        new("aes-256-cbc-stream-written", peer => Streams.CbcWritten(peer, s_key, Iv))
        {
            Otherwise = peer => peer.Cipher(CipherMode.Cbc, encrypt: true, s_key, Iv),
            Algorithm = Algorithms.Aes,
            SourceFor = Pad,
            ResultBytes = PaddedBytes,
        },
        new("aes-256-cbc-stream-read", peer => Streams.CbcRead(peer, s_key, Iv))
        {
            Otherwise = peer => peer.Cipher(CipherMode.Cbc, encrypt: false, s_key, Iv),
            Algorithm = Algorithms.Aes,
            SourceFor = Encrypted,
            ResultBytes = PaddedBytes,
        },
        new("aes-256-ctr-stream", peer => Streams.Ctr(peer, s_key, Iv)) { Algorithm = Algorithms.Aes, Otherwise = CtrAtOnce },
        new("aes-256-ctr-stream-read", peer => Streams.CtrRead(peer, s_key, Iv)) { Algorithm = Algorithms.Aes, Otherwise = CtrAtOnce },
        new("aes-256-ctr-stream-written", peer => Streams.CtrWritten(peer, s_key, Iv)) { Algorithm = Algorithms.Aes, Otherwise = CtrAtOnce },
        Sha256("sha256-pushed", Streams.Sha256Pushed),
        Sha256("sha256-stream", Streams.Sha256OfStream),
        Sha256("sha256-file", Streams.Sha256OfFile) with
        {
            SourceFor = text =>
            {
                File.WriteAllBytes(Streams.FileOf(text.Count), text);
                return text;
            },
        },
        Sha256("sha256-incremental", peer => peer.HashInPieces(Algorithms.Sha256, PieceBytes)),
        Sha256("sha256-words", peer => peer.HashInPieces(Algorithms.Sha256, WordBytes)),
    ];

    private static Operation Sha256(string id, Func<IPeer, Transform?> on) =>
        new(id, on)
        {
            Otherwise = peer => peer.Hash(Algorithms.Sha256),
            Algorithm = Algorithms.Sha256,
            ResultBytes = _ => SHA256.HashSizeInBytes,
        };

    private static Transform? CtrAtOnce(IPeer peer) => peer.Cipher(CipherMode.Ctr, encrypt: true, s_key, Iv);

    private static ArraySegment<byte> Encrypted(ArraySegment<byte> text) => Operations.Apply(
        new BouncyCastlePeer().Cipher(CipherMode.Cbc, encrypt: true, s_key, Iv)!, Pad(text), PaddedBytes(text.Count));

    private static int PaddedBytes(int textBytes) => textBytes + AesBlockBytes - (textBytes % AesBlockBytes);

    private static ArraySegment<byte> Pad(ArraySegment<byte> text)
    {
        var padded = Workspace.Allocate(PaddedBytes(text.Count));
        text.CopyTo(padded);
        padded[text.Count..].AsSpan().Fill((byte)(padded.Count - text.Count));
        return padded;
    }
}
