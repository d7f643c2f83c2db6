using System;
using System.IO;
using ManagedCrypto;

/// <summary>
/// A Merkle tree over a file, with SHA-256 and the rules of RFC 9162 (section 2.1): a leaf is the hash of a byte 0 and a chunk, a node
/// that of a byte 1 and its two children. The root tells whether any byte of the file has changed.
/// </summary>
internal static class MerkleTree
{
    public const int ChunkSize = 4096;

    private const int HashSize = SHA256.HashSizeInBytes, ChunksAtOnce = 256;

    public static byte[] Root(Stream file)
    {
        var leaves = new MemoryStream();
        byte[] prefixed = new byte[ChunksAtOnce * (1 + ChunkSize)], hashes = new byte[ChunksAtOnce * HashSize];
        for (int chunks; (chunks = ReadChunks(file, prefixed, out var last)) > 0;)
        {
            // Whole chunks have one length; only the last one of the file may be shorter.
            var whole = last == ChunkSize ? chunks : chunks - 1;
            SHA256.HashMany(prefixed.AsSpan(0, whole * (1 + ChunkSize)), 1 + ChunkSize, hashes);
            if (whole < chunks)
                SHA256.HashData(prefixed.AsSpan(whole * (1 + ChunkSize), 1 + last), hashes.AsSpan(whole * HashSize));
            leaves.Write(hashes, 0, chunks * HashSize);
        }

        return leaves.Length == 0 ? SHA256.HashData(ReadOnlySpan<byte>.Empty) : Root(leaves.ToArray());
    }

    /// <summary>Joins pairs, level by level. One that is left over moves up as it is.</summary>
    private static byte[] Root(byte[] level)
    {
        while (level.Length > HashSize)
        {
            var pairs = level.Length / (2 * HashSize);
            var nodes = new byte[pairs * (1 + (2 * HashSize))];
            for (var i = 0; i < pairs; i++)
            {
                var node = nodes.AsSpan(i * (1 + (2 * HashSize)));
                node[0] = 1;
                level.AsSpan(i * 2 * HashSize, 2 * HashSize).CopyTo(node[1..]);
            }

            var rest = level.AsSpan(pairs * 2 * HashSize);
            var next = new byte[(pairs * HashSize) + rest.Length];
            SHA256.HashMany(nodes, 1 + (2 * HashSize), next);
            rest.CopyTo(next.AsSpan(pairs * HashSize));
            level = next;
        }

        return level;
    }

    /// <summary>Reads chunks, each behind a byte 0, and says how long the last one is.</summary>
    private static int ReadChunks(Stream file, byte[] prefixed, out int last)
    {
        last = ChunkSize;
        var chunks = 0;
        while (chunks < ChunksAtOnce && last == ChunkSize)
        {
            var read = file.ReadAtLeast(prefixed.AsSpan(1 + (chunks * (1 + ChunkSize)), ChunkSize), ChunkSize, throwOnEndOfStream: false);
            if (read == 0)
                break;
            last = read;
            chunks++;
        }

        return chunks;
    }
}
