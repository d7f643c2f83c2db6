using System;
using System.Buffers;
using System.IO;
using System.Runtime.ExceptionServices;
using System.Threading;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Reads a file a chunk ahead of its hash: copying it out of the system's cache takes a fifth of the time that hashing does. The
/// thread pool reads if it has a thread in time, and the caller otherwise, so that a busy pool delays nothing. For one caller.
/// </summary>
internal sealed class FileReadAhead : IDisposable
{
    private const int ChunkBytes = 512 * 1024;

    /// <summary>Shorter files are read sooner than another thread has begun.</summary>
    private const int LeastBytes = 4 * ChunkBytes;

    private readonly FileStream _file;
    private readonly ManualResetEventSlim _isRead = new(initialState: true);
    private byte[] _chunk = ArrayPool<byte>.Shared.Rent(ChunkBytes);
    private byte[] _nextChunk = ArrayPool<byte>.Shared.Rent(ChunkBytes);
    private int _read;
    private ExceptionDispatchInfo? _failure;

    /// <summary>1 while nobody may begin to read: a thread has, or nothing is wanted.</summary>
    private int _isTaken = 1;

    private FileReadAhead(FileStream file)
    {
        _file = file;
        Request();
    }

    /// <summary>For a long file; null for other streams, which may not expect to be read by another thread.</summary>
    public static FileReadAhead? Of(Stream source) =>
        source.GetType() == typeof(FileStream) && Environment.ProcessorCount > 1
            && source.CanSeek && source.Length - source.Position >= LeastBytes
            ? new((FileStream)source)
            : null;

    /// <summary>The next chunk, empty at the end; it may be used until the next call. The one after it is being read meanwhile.</summary>
    public ReadOnlySpan<byte> Next()
    {
        Finish();
        _failure?.Throw();
        (_chunk, _nextChunk) = (_nextChunk, _chunk);
        var length = _read;
        if (length > 0)
            Request();
        return new ReadOnlySpan<byte>(_chunk, 0, length);
    }

    /// <summary>Wipes the chunks, once nobody reads into them any more.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isTaken, 1) == 1)
            _isRead.Wait();
        foreach (var chunk in new[] { _chunk, _nextChunk })
        {
            Secret.Wipe(chunk);
            ArrayPool<byte>.Shared.Return(chunk);
        }

        _isRead.Dispose();
    }

    private void Request()
    {
        _isRead.Reset();
        Volatile.Write(ref _isTaken, 0);
        ThreadPool.UnsafeQueueUserWorkItem(ReadUnlessTaken, this);
    }

    private static void ReadUnlessTaken(object? self) => ((FileReadAhead)self!).ReadUnlessTaken();

    private void Finish()
    {
        ReadUnlessTaken();
        _isRead.Wait();
    }

    /// <summary>A thread of the pool may come late: it finds the chunk taken, or reads that after it.</summary>
    private void ReadUnlessTaken()
    {
        if (Interlocked.Exchange(ref _isTaken, 1) == 1)
            return;
        try
        {
            _read = UnderlyingStream.Read(_file, _nextChunk, 0, ChunkBytes);
        }
        catch (Exception exception)
        {
            _failure = ExceptionDispatchInfo.Capture(exception);
        }
        finally
        {
            _isRead.Set();
        }
    }
}
