using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>Seals the chunks of a message in a buffer, in which what is not yet a whole chunk waits.</summary>
internal sealed unsafe class SealingCore : WritingCore
{
    private readonly bool _isParallel;
    private readonly ChunkBuffer _buffer;
    private readonly CobblestoneChunks _chunks;

    /// <summary>The number of the first chunk in the buffer.</summary>
    private long _number;

    /// <summary>How many chunks of the buffer are sealed, how many are full, and what there is of the one after them.</summary>
    private int _sealed;
    private int _full;
    private int _partBytes;

    /// <summary>Whether the header has been written.</summary>
    private bool _hasBegun;

    public SealingCore(GcmKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> context, CobblestoneOptions? options, ReadOnlySpan<byte> salt)
    {
        CobblestoneKey.RequireKey(key);
        var threads = CobblestoneOptions.ThreadsOf(options);
        _isParallel = threads > 1;
        _buffer = new ChunkBuffer(threads, takesTurns: false);
        CobblestoneKey.SetSalt(_buffer.Header, salt);
        _chunks = CobblestoneChunks.ForSealing(kernel, key, context, _buffer.Header, threads, typeof(CobblestoneSealingStream));
    }

    protected override int Take(ReadOnlySpan<byte> text, out Output output)
    {
        var taken = Take(text);
        output = _sealed == _buffer.Chunks ? Sealed(lastBytes: 0) : Output.None;
        return taken;
    }

    /// <summary>All full chunks.</summary>
    protected override Output TakeWhole()
    {
        SealFull();
        return _sealed > 0 ? Sealed(lastBytes: 0) : Output.None;
    }

    protected override Output Finish() => Sealed(SealLast());

    /// <summary>What there is of the next chunk moves to the beginning.</summary>
    protected override void EndStore()
    {
        if (_partBytes > 0 && _sealed > 0)
        {
            _buffer.Chunk(_sealed).Slice(0, _partBytes).CopyTo(_buffer.Chunk(0));
            Secret.ForgetRegisters();
        }

        (_number, _sealed, _full, _hasBegun) = (_number + _sealed, 0, 0, true);
    }

    public override void Dispose()
    {
        _buffer.MayStillBeUsed = IsStoring;
        _buffer.Dispose();
        _chunks.Dispose();
    }

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

    /// <summary>The sealed chunks, and some bytes more that follow them.</summary>
    private Output Sealed(int lastBytes) => new(_buffer.Bytes, _hasBegun ? ChunkBuffer.Offset(0) : 0, ChunkBuffer.Offset(_sealed) + lastBytes);
}
