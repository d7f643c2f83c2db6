using System;
using System.Collections.Generic;
using ManagedCrypto;

/// <summary>Chunks of any lengths, such as a backup cuts files into: each is kept once, under its digest.</summary>
internal sealed class ChunkStore
{
    private readonly Dictionary<string, byte[]> _chunks = [];

    public int Count => _chunks.Count;

    /// <returns>The names of the chunks, in their order.</returns>
    public string[] Add(IReadOnlyList<ReadOnlyMemory<byte>> chunks)
    {
        var digests = new byte[chunks.Count * SHA256.HashSizeInBytes];
        SHA256.HashMany(chunks, digests);
        var names = new string[chunks.Count];
        for (var i = 0; i < names.Length; i++)
        {
            names[i] = Convert.ToHexString(digests, i * SHA256.HashSizeInBytes, SHA256.HashSizeInBytes);
            if (!_chunks.ContainsKey(names[i]))
                _chunks.Add(names[i], chunks[i].ToArray());
        }

        return names;
    }

    public ReadOnlyMemory<byte> Get(string name) => _chunks[name];
}
