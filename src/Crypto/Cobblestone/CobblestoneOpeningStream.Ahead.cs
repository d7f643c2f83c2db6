using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto;

/// <content>
/// While the chunks of one buffer are opened, another thread reads those after them into the next one: from files alone, in sequence alone.
/// </content>
public sealed partial class CobblestoneOpeningStream
{
    private const long NoChunk = -1;

    /// <summary>If there is reading ahead: what is read into.</summary>
    private ChunkBuffer? _next;

    /// <summary>The bytes that are read, in a file's order after those in the buffer; null if nobody reads.</summary>
    private Task<int>? _ahead;

    /// <summary>The first chunk in the next buffer.</summary>
    private long _nextFirst;

    /// <summary>
    /// Begins to read into the next buffer, once this one is full. For a caller that will wait, it is work that the caller does itself if no
    /// thread of a busy pool has begun it.
    /// </summary>
    private void ReadAhead(bool waits)
    {
        var capacity = _buffer.Chunks * CobblestoneLayout.SealedChunkBytes;
        if (_next is null || _bufferedBytes < capacity)
            return;
        _nextFirst = End;
        _ahead = waits ? ReadElsewhere(_source, _next.Bytes, capacity)
            : UnderlyingStream.AsTask(UnderlyingStream.ReadAsync(
                _source, _next.Bytes, ChunkBuffer.Offset(0), ChunkBuffer.Offset(0) + capacity, CancellationToken.None));
    }

    private static Task<int> ReadElsewhere(Stream source, byte[] bytes, int count) =>
        Task.Run(() => UnderlyingStream.Read(source, bytes, ChunkBuffer.Offset(0), ChunkBuffer.Offset(0) + count));

    /// <summary>Goes over to the next buffer, which is wanted, once it has been read; an error of that is for the caller.</summary>
    /// <returns>Whether it has a chunk, or the end.</returns>
    private bool TakeAhead()
    {
        if (_ahead is not { } ahead)
            return false;
        try
        {
            return TakeAhead(ahead.GetAwaiter().GetResult());
        }
        catch (Exception)
        {
            _next!.IsForsaken = true;
            throw;
        }
        finally
        {
            _ahead = null;
        }
    }

    private async Task<bool> TakeAheadAsync(CancellationToken cancellationToken)
    {
        if (_ahead is not { } ahead)
            return false;
        await WhenRead(ahead, cancellationToken).ConfigureAwait(false);
        return TakeAhead();
    }

    /// <summary>Goes over to the next buffer.</summary>
    /// <returns>Whether it has a chunk, or the end.</returns>
    private bool TakeAhead(int read)
    {
        _claim.RequireUndisposed();
        if (read is > 0 and < CobblestoneLayout.SealedChunkBytes)
            return false;
        (_buffer, _next) = (_next!, _buffer);
        (_first, _bufferedBytes, _isEnded) = (_nextFirst, read, read == 0);
        (_openFrom, _openTo) = (_nextFirst, _nextFirst);
        return true;
    }

    /// <summary>Waits for the end of what is being read, whatever it comes to, unless it is what is wanted.</summary>
    private void EndAhead(long wanted = NoChunk)
    {
        if (_ahead is null || wanted == _nextFirst)
            return;
        try
        {
            _ahead.GetAwaiter().GetResult();
        }
        catch (Exception)
        {
            // If it is wanted after all, it will be read again; who gave the reading up may still use the array.
            _next!.IsForsaken = true;
        }

        _ahead = null;
    }

    /// <summary>The same, without waiting.</summary>
    private async Task EndAheadAsync(long wanted = NoChunk, CancellationToken cancellationToken = default)
    {
        if (_ahead is null || wanted == _nextFirst)
            return;
        await WhenRead(_ahead, cancellationToken).ConfigureAwait(false);
        EndAhead();
    }

    /// <summary>The end of a read, whatever it comes to. Cancellation ends the wait for it alone.</summary>
    private static async Task WhenRead(Task read, CancellationToken cancellationToken)
    {
        var cancelled = new TaskCompletionSource<bool>();
        using (cancellationToken.Register(() => cancelled.TrySetResult(true)))
            await Task.WhenAny(read, cancelled.Task).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }
}
