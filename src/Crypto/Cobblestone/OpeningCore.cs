using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Opens the chunks of a message in a buffer, at any position. Those from <see cref="_openFrom"/> to <see cref="_openTo"/> are opened in
/// place, those after them are still sealed, and those before have been given out. If there is reading ahead, another buffer is read into
/// while the chunks of this one are opened: in sequence alone.
/// </summary>
internal sealed unsafe class OpeningCore : StreamCore
{
    // What has been answered. From the header on, the call goes on with chunks.
    private const int HeaderRead = 1, Going = 2, Measured = 3, Fetched = 4, AheadTaken = 5, AheadDropped = 6, AheadBegun = 7, Ended = 8;

    private const long Unknown = -1;

    private readonly GcmKernel _kernel;
    private readonly int _threads;
    private readonly KeySlot _inputKey;
    private readonly byte[] _context;
    private readonly bool _canSeek;
    private readonly int _keyBytes;
    private CobblestoneChunks? _chunks;
    private ChunkBuffer _buffer;
    private int _headerBytes;

    /// <summary>If there is reading ahead: what is read into, whether that is under way, and the first chunk in it.</summary>
    private ChunkBuffer? _next;
    private bool _isAhead;
    private long _nextFirst;

    /// <summary>Bytes of the message, once the last chunk has been verified.</summary>
    private long _length = Unknown;

    /// <summary>What is not genuine stays so.</summary>
    private string? _failure;

    /// <summary>Of the call under way: the chunk that is fetched, with how much of the message from there on, and up to where in the array.</summary>
    private long _wanted;
    private long _wantedBytes;
    private int _roomTo;

    /// <summary>Whether it is fetched as the last one, to find the length.</summary>
    private bool _isForLength;

    /// <summary>The number of the first chunk in the buffer, and the bytes that were read from there on.</summary>
    private long _first;
    private int _bufferedBytes;

    /// <summary>Whether the underlying stream ended after them.</summary>
    private bool _isEnded;

    private long _openFrom;
    private long _openTo;

    public OpeningCore(
        GcmKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> context, bool canSeek, CobblestoneOptions? options, bool mayReadAhead)
    {
        CobblestoneKey.RequireKey(key);
        (_kernel, _canSeek, _context, _keyBytes) = (kernel, canSeek, context.ToArray(), key.Length);
        _inputKey = KeepKey(key);
        _threads = CobblestoneOptions.ThreadsOf(options);
        var readsAhead = _threads > 1 && mayReadAhead;
        _buffer = new ChunkBuffer(_threads, readsAhead);
        if (readsAhead)
        {
            // One of the threads reads, and the others open.
            _next = new ChunkBuffer(_threads, readsAhead);
            _threads--;
        }
    }

    public override bool Reads => true;

    public override bool Writes => false;

    /// <summary>The number of the first chunk that is not whole in the buffer.</summary>
    private long WholeEnd => _first + (_bufferedBytes / CobblestoneLayout.SealedChunkBytes);

    /// <summary>What there is of that chunk: if the underlying stream has ended, it is the last.</summary>
    private int PartBytes => _bufferedBytes % CobblestoneLayout.SealedChunkBytes;

    /// <summary>Whether a chunk is there to be opened; the last one counts even if it is not complete, which is an error.</summary>
    private bool IsBuffered(long chunk) => chunk >= _openTo && (chunk < WholeEnd || (chunk == WholeEnd && _isEnded));

    private bool IsOpened(long chunk) => chunk >= _openFrom && chunk < _openTo;

    private bool IsAtEnd(long position) => _length >= 0 && position >= _length;

    public override bool Read(Span<byte> text, ref CoreCall call) => Open(text, findsLength: false, ref call);

    /// <summary>Reads and verifies the last chunk.</summary>
    public override bool FindLength(ref CoreCall call)
    {
        if (_length < 0 && !Open(default, findsLength: true, ref call))
            return false;
        call.Answer = _length;
        return true;
    }

    /// <summary>Waits for what is read ahead.</summary>
    public override bool End(ref CoreCall call)
    {
        if (call.Stage == Ended)
            EndAhead(call.Answer);
        return !_isAhead || DropAhead(Ended, ref call);
    }

    /// <summary>One that gave up a read, as after a timeout, may still write into the array.</summary>
    public override void Abandon(byte[] bytes)
    {
        if (bytes == _next?.Bytes)
            (_next.MayStillBeUsed, _isAhead) = (true, false);
        else if (bytes == _buffer.Bytes)
            _buffer.MayStillBeUsed = true;
    }

    public override void Dispose()
    {
        _inputKey.Dispose();
        _chunks?.Dispose();
        _buffer.Dispose();
        _next?.Dispose();
    }

    private static KeySlot KeepKey(ReadOnlySpan<byte> key)
    {
        var slot = new KeySlot(key.Length, typeof(CobblestoneOpeningStream));
        var scope = slot.Hold();
        key.CopyTo(new Span<byte>(scope.Bytes, key.Length));
        Secret.ForgetRegisters();
        scope.Complete();
        return slot;
    }

    private bool Open(Span<byte> text, bool findsLength, ref CoreCall call)
    {
        if (_failure is not null)
            throw new AuthenticationTagMismatchException(_failure);
        try
        {
            return findsLength ? FindLengthByChunks(ref call) : ReadText(text, ref call);
        }
        catch (AuthenticationTagMismatchException mismatch)
        {
            _failure = mismatch.Message;
            throw;
        }
    }

    private bool ReadText(Span<byte> text, ref CoreCall call)
    {
        if (!Begin(ref call) || (call.Stage != Going && !Fetch(ref call)))
            return false;
        if (_isForLength)
            OpenToFindLength();
        call.Done = Deliver(text);
        return call.Done > 0 || text.IsEmpty || IsAtEnd(Position)
            || BeginFetch(CobblestoneLayout.Chunk(Position), CobblestoneLayout.OffsetInChunk(Position) + (long)text.Length, ref call);
    }

    private bool FindLengthByChunks(ref CoreCall call)
    {
        if (!Begin(ref call) || (call.Stage != Going && !Fetch(ref call)))
            return false;
        if (_isForLength)
        {
            OpenToFindLength();
            return true;
        }

        // Behind every chunk that there can be.
        _wanted = CobblestoneLayout.MostChunks;
        return call.WantsLength(Measured);
    }

    /// <summary>Reads the header and derives the key, if that has not been done.</summary>
    private bool Begin(ref CoreCall call)
    {
        if (call.Stage > HeaderRead)
            return true;
        if (call.Stage == HeaderRead)
        {
            if (call.Answer == 0)
                CobblestoneLayout.RequireLast(0);
            _headerBytes += (int)call.Answer;
        }

        if (_headerBytes < CobblestoneLayout.HeaderBytes)
            return call.WantsRead(HeaderRead, _buffer.Bytes, _headerBytes, CobblestoneLayout.HeaderBytes, _headerBytes);
        if (_chunks is null)
            DeriveKey();
        (call.Stage, _isForLength) = (Going, false);
        return true;
    }

    private void DeriveKey()
    {
        var scope = _inputKey.Hold();
        var key = new ReadOnlySpan<byte>(scope.Bytes, _keyBytes);
        try
        {
            _chunks = CobblestoneChunks.ForOpening(_kernel, key, _context, _buffer.Header, _threads, typeof(CobblestoneOpeningStream));
        }
        catch (AuthenticationTagMismatchException) when (!scope.IsAlive)
        {
            scope.ThrowDisposed(default);
        }

        if (!scope.IsAlive)
            scope.ThrowDisposed(default);
        _inputKey.Dispose();
    }

    /// <summary>
    /// Begins to fetch a chunk. Whether it begins behind the last one, only the last one can tell: then that is fetched, to find the length.
    /// </summary>
    /// <returns>False, since it takes a transfer.</returns>
    private bool BeginFetch(long chunk, long bytes, ref CoreCall call)
    {
        (_wanted, _wantedBytes) = (chunk, bytes);
        return _canSeek && _length < 0 && chunk != WholeEnd ? call.WantsLength(Measured) : BeginFetch(ref call);
    }

    private bool BeginFetch(ref CoreCall call) =>
        !_isAhead ? ReadRoom(ref call)
        : _nextFirst != _wanted ? DropAhead(AheadDropped, ref call)
        : call.Wants(AheadTaken, new(TransferKind.EndReadAhead, _next!.Bytes, 0, 0, Here));

    /// <summary>Goes on with a fetch.</summary>
    /// <returns>Whether the chunk is there, or the end.</returns>
    private bool Fetch(ref CoreCall call)
    {
        switch (call.Stage)
        {
            case Measured:
                if (IsBehindEnd(call.Answer))
                    (_wanted, _wantedBytes, _isForLength) = (LastChunk(call.Answer), CobblestoneLayout.ChunkBytes, true);
                return BeginFetch(ref call);
            case AheadDropped:
                EndAhead(call.Answer);
                return ReadRoom(ref call);
            case AheadTaken:
                EndAhead(call.Answer);
                return IsTaken((int)call.Answer) ? ReadAhead(ref call) : ReadRoom(ref call);
            case Fetched:
                return Received((int)call.Answer) ? ReadAhead(ref call) : ReadMore(Here, ref call);
            default:
                call.Stage = Going;
                return true;
        }
    }

    /// <summary>Reads into the buffer, from the chunk that is wanted on.</summary>
    private bool ReadRoom(ref CoreCall call)
    {
        _roomTo = MakeRoom(_wanted, _wantedBytes);
        return ReadMore(CobblestoneLayout.OffsetOf(_wanted) + _bufferedBytes, ref call);
    }

    private bool ReadMore(long at, ref CoreCall call) =>
        call.WantsRead(Fetched, _buffer.Bytes, ChunkBuffer.Offset(0) + _bufferedBytes, _roomTo, at);

    /// <summary>Begins to read into the next buffer, once this one is full.</summary>
    private bool ReadAhead(ref CoreCall call)
    {
        call.Stage = Going;
        var capacity = _buffer.Chunks * CobblestoneLayout.SealedChunkBytes;
        if (_next is null || _bufferedBytes < capacity)
            return true;
        (_nextFirst, _isAhead) = (WholeEnd, true);
        return call.Wants(AheadBegun, new(TransferKind.ReadAhead, _next.Bytes, ChunkBuffer.Offset(0), ChunkBuffer.Offset(0) + capacity, Here));
    }

    /// <summary>Waits for what is read ahead, though nobody wants it. If it is wanted after all, it will be read again.</summary>
    private bool DropAhead(int stage, ref CoreCall call) => call.Wants(stage, new(TransferKind.DropReadAhead, _next!.Bytes, 0, 0, Here));

    /// <summary>Nobody reads ahead any more. Who gave the reading up may still use the array.</summary>
    private void EndAhead(long answer)
    {
        _isAhead = false;
        if (answer < 0)
            _next!.MayStillBeUsed = true;
    }

    /// <summary>Goes over to the next buffer, if it has a chunk or the end.</summary>
    private bool IsTaken(int read)
    {
        if (read is > 0 and < CobblestoneLayout.SealedChunkBytes)
            return false;
        (_buffer, _next) = (_next!, _buffer);
        (_first, _bufferedBytes, _isEnded) = (_nextFirst, read, read == 0);
        (_openFrom, _openTo) = (_nextFirst, _nextFirst);
        return true;
    }

    private void OpenToFindLength()
    {
        _isForLength = false;
        OpenInPlace(_first);
        if (_length < 0)
            throw new IOException("The underlying stream became longer while it was read.");
    }

    private bool IsBehindEnd(long ciphertextBytes) => _length < 0
        && (_wanted >= CobblestoneLayout.MostChunks || CobblestoneLayout.OffsetOf(_wanted) >= ciphertextBytes);

    private static long LastChunk(long ciphertextBytes) => CobblestoneLayout.WholeChunks(ciphertextBytes - CobblestoneLayout.HeaderBytes, out _);

    /// <summary>Gives out what can be had without reading more.</summary>
    /// <exception cref="AuthenticationTagMismatchException">A chunk is not genuine; the destination is zeroed.</exception>
    private int Deliver(Span<byte> destination)
    {
        var done = 0;
        try
        {
            while (done < destination.Length && !IsAtEnd(Position + done))
            {
                var chunk = CobblestoneLayout.Chunk(Position + done);
                if (!IsOpened(chunk) && !IsBuffered(chunk))
                    break;
                done += Deliver(chunk, Position + done, destination.Slice(done));
            }
        }
        catch (Exception)
        {
            destination.Clear();
            throw;
        }

        Position += done;
        return done;
    }

    private int Deliver(long chunk, long position, Span<byte> destination)
    {
        if (IsOpened(chunk))
            return Copy(chunk, position, destination);

        var whole = (int)Math.Min(destination.Length / CobblestoneLayout.ChunkBytes, WholeEnd - chunk);
        var isDirect = CobblestoneLayout.OffsetInChunk(position) == 0 && whole > 0 && (_threads == 1 || whole == WholeEnd - chunk);
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
        if (chunk == WholeEnd)
        {
            OpenLast();
            return;
        }

        var count = _threads == 1 ? 1 : (int)(WholeEnd - chunk);
        Open(chunk, _buffer.Run((int)(chunk - _first), count), CobblestoneLayout.SealedChunkBytes);
        _openTo = chunk + count;
    }

    /// <summary>Opens the chunk that is not whole. It is the last, so that the length is known and genuine.</summary>
    private void OpenLast()
    {
        CobblestoneLayout.RequireLast(PartBytes);
        var chunk = _buffer.Bytes.AsSpan(ChunkBuffer.Offset((int)(WholeEnd - _first)), PartBytes);
        _chunks!.Open(WholeEnd, chunk, chunk);
        _length = (WholeEnd * CobblestoneLayout.ChunkBytes) + PartBytes - CobblestoneLayout.TagBytes;
        _openTo = WholeEnd + 1;
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
        var isNext = chunk == WholeEnd && !_isEnded;
        var part = isNext ? PartBytes : 0;
        if (part > 0)
            _buffer.Chunk((int)(WholeEnd - _first)).Slice(0, part).CopyTo(_buffer.Chunk(0));
        var wanted = isNext ? _buffer.Chunks
            : (int)Math.Min((bytes + CobblestoneLayout.ChunkBytes - 1) / CobblestoneLayout.ChunkBytes, _buffer.Chunks);
        (_first, _bufferedBytes, _isEnded) = (chunk, part, false);
        (_openFrom, _openTo) = (chunk, chunk);
        return ChunkBuffer.Offset(wanted);
    }

    /// <summary>Takes note of what was read.</summary>
    /// <returns>Whether no more is needed: there is a whole chunk, or the last one.</returns>
    private bool Received(int read)
    {
        _bufferedBytes += read;
        _isEnded = read == 0;
        return _isEnded || _bufferedBytes >= CobblestoneLayout.SealedChunkBytes;
    }
}
