using System;
using System.IO;

namespace ManagedCrypto;

/// <summary>A long file in chunks, each of which is read while the one before it is hashed. For one caller.</summary>
internal sealed class FileReadAhead : IDisposable
{
    private const int ChunkBytes = 512 * 1024;

    /// <summary>Shorter files are read sooner than another thread has begun.</summary>
    private const int LeastBytes = 4 * ChunkBytes;

    private readonly ReadAhead _ahead;
    private byte[] _chunk = TextPool.Rent(ChunkBytes);
    private byte[] _nextChunk = TextPool.Rent(ChunkBytes);

    private FileReadAhead(Stream file)
    {
        _ahead = new ReadAhead(file);
        _ahead.Begin(_nextChunk, 0, ChunkBytes);
    }

    /// <summary>For a long file; null for other streams.</summary>
    public static FileReadAhead? Of(Stream source) =>
        ReadAhead.Suits(source) && source.Length - source.Position >= LeastBytes ? new(source) : null;

    /// <summary>The next chunk, empty at the end; it may be used until the next call. The one after it is being read meanwhile.</summary>
    public ReadOnlySpan<byte> Next()
    {
        var bytes = _ahead.End();
        (_chunk, _nextChunk) = (_nextChunk, _chunk);
        if (bytes > 0)
            _ahead.Begin(_nextChunk, 0, ChunkBytes);
        return new ReadOnlySpan<byte>(_chunk, 0, bytes);
    }

    /// <summary>Wipes the chunks, once nobody reads into them any more. Who gave a read up may still do.</summary>
    public void Dispose()
    {
        var mayBeReadInto = _ahead.Drop() < 0;
        TextPool.Return(_chunk);
        if (mayBeReadInto)
            TextPool.Drop(_nextChunk);
        else
            TextPool.Return(_nextChunk);
    }
}
