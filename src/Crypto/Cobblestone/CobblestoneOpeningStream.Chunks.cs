using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <content>
/// The chunks in the buffer. Those from <see cref="_openFrom"/> to <see cref="_openTo"/> are opened in place, those after them are still
/// sealed, and those before have been given out. Nothing here has I/O, so that it is the same for all calls.
/// </content>
public sealed unsafe partial class CobblestoneOpeningStream
{
    /// <summary>The number of the first chunk in the buffer, and the bytes that were read from there on.</summary>
    private long _first;
    private int _bufferedBytes;

    /// <summary>Whether the stream beneath ended after them.</summary>
    private bool _isEnded;

    private long _openFrom;
    private long _openTo;

    /// <summary>The number of the first chunk that is not whole in the buffer.</summary>
    private long End => _first + (_bufferedBytes / CobblestoneLayout.SealedChunkBytes);

    /// <summary>What there is of that chunk: if the stream beneath has ended, it is the last.</summary>
    private int PartBytes => _bufferedBytes % CobblestoneLayout.SealedChunkBytes;

    /// <summary>Whether a chunk is there to be opened; the last one counts even if it is not complete, which is an error.</summary>
    private bool IsBuffered(long chunk) => chunk >= _openTo && (chunk < End || (chunk == End && _isEnded));

    private bool IsOpened(long chunk) => chunk >= _openFrom && chunk < _openTo;

    private bool IsAtEnd(long position) => _length >= 0 && position >= _length;

    /// <summary>Gives out what can be had without reading more.</summary>
    /// <exception cref="AuthenticationTagMismatchException">A chunk is not genuine; the destination is zeroed.</exception>
    private int Deliver(Span<byte> destination)
    {
        var done = 0;
        try
        {
            while (done < destination.Length && !IsAtEnd(_position + done))
            {
                var chunk = CobblestoneLayout.Chunk(_position + done);
                if (!IsOpened(chunk) && !IsBuffered(chunk))
                    break;
                done += Deliver(chunk, _position + done, destination.Slice(done));
            }
        }
        catch (Exception)
        {
            destination.Clear();
            throw;
        }

        _position += done;
        return done;
    }

    private int Deliver(long chunk, long position, Span<byte> destination)
    {
        if (IsOpened(chunk))
            return Copy(chunk, position, destination);

        var whole = (int)Math.Min(destination.Length / CobblestoneLayout.ChunkBytes, End - chunk);
        var isDirect = CobblestoneLayout.OffsetInChunk(position) == 0 && whole > 0 && (_threads == 1 || whole == End - chunk);
        if (isDirect)
        {
            (_openFrom, _openTo) = (chunk + whole, chunk + whole);
            var text = destination.Slice(0, whole * CobblestoneLayout.ChunkBytes);
            Open(chunk, text, CobblestoneLayout.ChunkBytes);
            return text.Length;
        }

        OpenInPlace(chunk);
        return IsAtEnd(position) ? 0 : Copy(chunk, position, destination);
    }

    /// <summary>Copies from an opened chunk, to its end at most.</summary>
    private int Copy(long chunk, long position, Span<byte> destination)
    {
        var offset = CobblestoneLayout.OffsetInChunk(position);
        var end = _length >= 0 ? Math.Min(_length - (chunk * CobblestoneLayout.ChunkBytes), CobblestoneLayout.ChunkBytes)
            : CobblestoneLayout.ChunkBytes;
        var bytes = (int)Math.Min(destination.Length, end - offset);
        _buffer.Chunk((int)(chunk - _first)).Slice(offset, bytes).CopyTo(destination);
        Secret.ForgetRegisters();
        return bytes;
    }

    /// <summary>Opens a chunk, and as many after it as there are threads for.</summary>
    private void OpenInPlace(long chunk)
    {
        if (chunk > _openTo)
            (_openFrom, _openTo) = (chunk, chunk);
        if (chunk == End)
        {
            OpenLast();
            return;
        }

        var count = _threads == 1 ? 1 : (int)(End - chunk);
        Open(chunk, _buffer.Run((int)(chunk - _first), count), CobblestoneLayout.SealedChunkBytes);
        _openTo = chunk + count;
    }

    /// <summary>Opens the chunk that is not whole. It is the last, so that the length is known and genuine.</summary>
    private void OpenLast()
    {
        CobblestoneLayout.RequireLast(PartBytes);
        var chunk = _buffer.Bytes.AsSpan(ChunkBuffer.Offset((int)(End - _first)), PartBytes);
        _chunks!.Open(End, chunk, chunk);
        _length = (End * CobblestoneLayout.ChunkBytes) + PartBytes - CobblestoneLayout.TagBytes;
        _openTo = End + 1;
    }

    /// <summary>Opens whole chunks.</summary>
    /// <param name="first">The number of the first.</param>
    /// <param name="text">Receives the text of all, and what lies between them.</param>
    /// <param name="stride">From the beginning of one to that of the next.</param>
    private void Open(long first, Span<byte> text, int stride)
    {
        var count = text.Length / stride;
        fixed (byte* source = _buffer.Run((int)(first - _first), count), destination = text)
        {
            ChunkRun run;
            run.IsOpening = true;
            run.First = first;
            run.Count = count;
            run.Source = source;
            run.SourceStride = CobblestoneLayout.SealedChunkBytes;
            run.Destination = destination;
            run.DestinationStride = stride;
            _chunks!.Transform(&run);
        }
    }

    /// <summary>Makes room for a chunk and those after it. Those in the buffer are given up, but for what has been read of this one.</summary>
    /// <param name="chunk">The chunk.</param>
    /// <param name="bytes">Bytes of the message that are wanted from the chunk's beginning on.</param>
    /// <returns>Up to where in the array to read: a whole buffer in sequence, else what is wanted.</returns>
    private int MakeRoom(long chunk, long bytes)
    {
        var isNext = chunk == End && !_isEnded;
        var part = isNext ? PartBytes : 0;
        if (part > 0)
            _buffer.Chunk((int)(End - _first)).Slice(0, part).CopyTo(_buffer.Chunk(0));
        var wanted = isNext ? _buffer.Chunks
            : (int)Math.Min((bytes + CobblestoneLayout.ChunkBytes - 1) / CobblestoneLayout.ChunkBytes, _buffer.Chunks);
        (_first, _bufferedBytes, _isEnded) = (chunk, part, false);
        (_openFrom, _openTo) = (chunk, chunk);
        if (_canSeek)
            _source.Position = _start + CobblestoneLayout.OffsetOf(chunk) + part;
        return ChunkBuffer.Offset(wanted);
    }

    /// <summary>Whether a chunk begins behind the last one: only the last one can tell that there is none.</summary>
    private bool IsBehindEnd(long chunk) =>
        _canSeek && _length < 0 && chunk != End
            && (chunk >= CobblestoneLayout.MostChunks || _start + CobblestoneLayout.OffsetOf(chunk) >= _source.Length);

    /// <summary>Takes note of what was read.</summary>
    /// <returns>Whether no more is needed: there is a whole chunk, or the last one.</returns>
    private bool Received(int read)
    {
        _claim.RequireUndisposed();
        _bufferedBytes += read;
        _isEnded = read == 0;
        return _isEnded || _bufferedBytes >= CobblestoneLayout.SealedChunkBytes;
    }
}
