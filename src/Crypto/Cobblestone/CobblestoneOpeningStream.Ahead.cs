using System;
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

    /// <summary>Begins to read into the next buffer, once this one is full.</summary>
    private void ReadAhead()
    {
        var capacity = _buffer.Chunks * CobblestoneLayout.SealedChunkBytes;
        if (_next is null || _bufferedBytes < capacity)
            return;
        _nextFirst = End;
        _ahead = _source.ReadAsync(_next.Bytes, ChunkBuffer.Offset(0), capacity, CancellationToken.None);
    }

    /// <summary>What is being read, after <see cref="EndAhead"/>: the caller waits for it, and calls <see cref="TakeAhead"/>.</summary>
    private Task<int>? Ahead()
    {
        var ahead = _ahead;
        _ahead = null;
        return ahead;
    }

    /// <summary>Goes over to the next buffer.</summary>
    /// <returns>Whether it has a chunk, or the end.</returns>
    private bool TakeAhead(int read)
    {
        Arguments.RequirePossibleRead(read, _buffer.Chunks * CobblestoneLayout.SealedChunkBytes);
        if (read is > 0 and < CobblestoneLayout.SealedChunkBytes)
            return false;
        (_buffer, _next) = (_next!, _buffer);
        (_first, _bufferedBytes, _isEnded) = (_nextFirst, read, read == 0);
        (_openFrom, _openTo) = (_nextFirst, _nextFirst);
        return true;
    }

    /// <summary>The end of what is being read, whatever it comes to, unless it is what is wanted: then its reader waits for it.</summary>
    private async Task EndAhead(long wanted = NoChunk)
    {
        if (_ahead is null || wanted == _nextFirst)
            return;
        try
        {
            await _ahead.ConfigureAwait(false);
        }
        catch (Exception)
        {
            // If it is wanted after all, it will be read again.
        }

        _ahead = null;
    }
}
