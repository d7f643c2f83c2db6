using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <content>The chunks in the buffer. Nothing here has I/O but <see cref="Store"/>, so that it is the same for all calls.</content>
public sealed unsafe partial class CobblestoneSealingStream
{
    /// <summary>Takes text, at least a byte and at most as much as fits, and seals what is full.</summary>
    private int Take(ReadOnlySpan<byte> text)
    {
        var room = _buffer.Chunks - _full;
        var whole = Math.Min(text.Length / CobblestoneLayout.ChunkBytes, room);

        // Many threads are worth it for many chunks. Fewer wait in the buffer until it is full.
        if (whole > 0 && _partBytes == 0 && (!_isParallel || whole == room))
        {
            SealFull();
            Seal(text.Slice(0, whole * CobblestoneLayout.ChunkBytes), CobblestoneLayout.ChunkBytes);
            _full += whole;
            return whole * CobblestoneLayout.ChunkBytes;
        }

        var bytes = Math.Min(text.Length, CobblestoneLayout.ChunkBytes - _partBytes);
        text.Slice(0, bytes).CopyTo(_buffer.Chunk(_full).Slice(_partBytes));
        Secret.ForgetRegisters();
        _partBytes += bytes;
        if (_partBytes == CobblestoneLayout.ChunkBytes)
        {
            (_partBytes, _full) = (0, _full + 1);
            if (!_isParallel || _full == _buffer.Chunks)
                SealFull();
        }

        return bytes;
    }

    /// <summary>Seals the full chunks in the buffer.</summary>
    private void SealFull()
    {
        if (_full > _sealed)
            Seal(_buffer.Run(_sealed, _full - _sealed), CobblestoneLayout.SealedChunkBytes);
    }

    /// <summary>Seals chunks into the buffer.</summary>
    /// <param name="text">The chunks, and what lies between them.</param>
    /// <param name="stride">From the beginning of one to that of the next.</param>
    private void Seal(ReadOnlySpan<byte> text, int stride)
    {
        var count = text.Length / stride;
        CobblestoneLayout.RequireNumber(_number + _sealed + count);
        fixed (byte* source = text, destination = _buffer.Run(_sealed, count))
        {
            ChunkRun run;
            run.IsOpening = false;
            run.First = _number + _sealed;
            run.Count = count;
            run.Source = source;
            run.SourceStride = stride;
            run.Destination = destination;
            run.DestinationStride = CobblestoneLayout.SealedChunkBytes;
            _chunks.Transform(&run);
        }

        _sealed += count;
    }

    /// <summary>Seals the last chunk, which is not full.</summary>
    /// <returns>Its bytes, with the tag.</returns>
    private int SealLast()
    {
        SealFull();
        var chunk = _buffer.Chunk(_sealed);
        _chunks.Seal(_number + _sealed, chunk.Slice(0, _partBytes), chunk);
        return _partBytes + CobblestoneLayout.TagBytes;
    }

    /// <summary>Seals all full chunks.</summary>
    /// <returns>Whether there are any to be written.</returns>
    private bool BeginsFlush()
    {
        if (_condition == WritingCondition.Completed)
            return false;
        _condition.RequireOpen();
        SealFull();
        return _sealed > 0;
    }

    /// <summary>Writes the sealed chunks, and some bytes more that follow them.</summary>
    private void Store(int lastBytes)
    {
        var (offset, count) = BeginStore(lastBytes);
        _destination.Write(_buffer.Bytes, offset, count);
        EndStore();
    }

    /// <summary>From here on the message is broken, unless <see cref="EndStore"/> is reached.</summary>
    private (int Offset, int Count) BeginStore(int lastBytes)
    {
        _condition.RequireOpen();
        _condition = WritingCondition.Storing;
        var offset = _hasBegun ? ChunkBuffer.Offset(0) : 0;
        return (offset, ChunkBuffer.Offset(_sealed) + lastBytes - offset);
    }

    /// <summary>What there is of the next chunk moves to the beginning.</summary>
    /// <exception cref="ObjectDisposedException">The stream was disposed meanwhile.</exception>
    private void EndStore()
    {
        _claim.RequireUndisposed();
        _condition = WritingCondition.Open;
        if (_partBytes > 0 && _sealed > 0)
        {
            _buffer.Chunk(_sealed).Slice(0, _partBytes).CopyTo(_buffer.Chunk(0));
            Secret.ForgetRegisters();
        }

        (_number, _sealed, _full, _hasBegun) = (_number + _sealed, 0, 0, true);
    }

    private void Wipe()
    {
        _buffer.IsForsaken = _condition == WritingCondition.Storing;
        _buffer.Dispose();
        _chunks.Dispose();
    }
}
