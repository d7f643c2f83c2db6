using System;
using System.IO;
using System.Security.Cryptography;

namespace ManagedCrypto;

/// <content>Reading, for a caller that waits.</content>
public sealed unsafe partial class CobblestoneOpeningStream
{
    private int _headerBytes;

    /// <summary>Reads from the position on.</summary>
    /// <param name="buffer">Receives text that has been verified; zeroed if it is not genuine.</param>
    /// <returns>Bytes read: at least one if there is one, up to what fits; 0 at the verified end.</returns>
    /// <exception cref="AuthenticationTagMismatchException">The ciphertext is not genuine.</exception>
    /// <exception cref="CryptographicException">Another thread is using the stream.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
#if NET
    public override int Read(Span<byte> buffer)
#else
    public int Read(Span<byte> buffer)
#endif
    {
        using var scope = _claim.Enter();
        return ReadText(buffer);
    }

    private int ReadText(Span<byte> buffer)
    {
        RequireGenuine();
        try
        {
            Begin();
            int done;
            while ((done = Deliver(buffer)) == 0 && !buffer.IsEmpty && !IsAtEnd(_position))
            {
                var chunk = CobblestoneLayout.Chunk(_position);
                var isBehindEnd = IsBehindEnd(chunk);
                EndAhead(wanted: isBehindEnd ? NoChunk : chunk);
                if (isBehindEnd)
                    FindLength();
                else
                    Fetch(chunk, CobblestoneLayout.OffsetInChunk(_position) + (long)buffer.Length);
            }

            return done;
        }
        catch (AuthenticationTagMismatchException mismatch)
        {
            _failure = mismatch.Message;
            throw;
        }
    }

    /// <param name="buffer">The array to read into.</param>
    /// <param name="offset">Where in it.</param>
    /// <param name="count">Bytes to read, at most.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The array has no such part.</exception>
    /// <inheritdoc cref="Read(Span{byte})"/>
    public override int Read(byte[] buffer, int offset, int count) => Read(Arguments.StreamPart(buffer, offset, count).Span);

    /// <summary>Reads one byte.</summary>
    /// <returns>The byte, or -1 at the end.</returns>
    /// <inheritdoc cref="Read(Span{byte})"/>
    public override int ReadByte()
    {
        byte one;
        return Read(new Span<byte>(&one, 1)) == 0 ? -1 : one;
    }

#if NET
    /// <summary>Reads to the end, and writes what it reads to another stream. Its buffer is wiped.</summary>
    /// <param name="destination">Receives text.</param>
    /// <param name="bufferSize">Bytes to read at once, at least.</param>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bufferSize"/> is not positive.</exception>
    /// <exception cref="NotSupportedException"><paramref name="destination"/> cannot be written.</exception>
    /// <inheritdoc cref="Read(Span{byte})"/>
    public override void CopyTo(Stream destination, int bufferSize)
    {
        ValidateCopyToArguments(destination, bufferSize);
        using var scope = _claim.Enter();
        TextCopies.Copy(text => ReadText(text.Span), destination, bufferSize);
    }
#endif

    private long GenuineLength()
    {
        if (_length >= 0)
            return _length;
        RequireGenuine();
        try
        {
            EndAhead();
            Begin();
            FindLength();
            return _length;
        }
        catch (AuthenticationTagMismatchException mismatch)
        {
            _failure = mismatch.Message;
            throw;
        }
    }

    /// <summary>Reads the header and derives the key, if that has not been done.</summary>
    private void Begin()
    {
        for (int asked; (asked = MissingHeaderBytes()) > 0;)
            ReceivedHeader(ReadSource(_headerBytes, _headerBytes + asked));
    }

    /// <summary>Reads and verifies the last chunk.</summary>
    private void FindLength()
    {
        Fetch(LastChunk(), CobblestoneLayout.ChunkBytes);
        OpenToFindLength();
    }

    private void Fetch(long chunk, long bytes)
    {
        if (TakeAhead())
        {
            ReadAhead(waits: true);
            return;
        }

        var end = MakeRoom(chunk, bytes);
        int read;
        do
        {
            read = ReadSource(ChunkBuffer.Offset(0) + _bufferedBytes, end);
        }
        while (!Received(read));
        ReadAhead(waits: true);
    }

    /// <summary>Reads from the stream beneath. One that gave up a read, as after a timeout, may still write into the array.</summary>
    private int ReadSource(int from, int to)
    {
        try
        {
            return UnderlyingStream.Read(_source, _buffer.Bytes, from, to);
        }
        catch (Exception)
        {
            _buffer.IsForsaken = true;
            throw;
        }
    }

    /// <summary>Bytes of the header that are yet to be read; none once there is a key.</summary>
    private int MissingHeaderBytes()
    {
        if (_chunks is not null)
            return 0;
        var missing = CobblestoneLayout.HeaderBytes - _headerBytes;
        if (missing == 0)
            DeriveKey();
        else if (_canSeek)
            _source.Position = _start + _headerBytes;
        return missing;
    }

    private void ReceivedHeader(int read)
    {
        _claim.RequireUndisposed();
        if (read == 0)
            CobblestoneLayout.RequireLast(0);
        _headerBytes += read;
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

    private long LastChunk() =>
        CobblestoneLayout.WholeChunks(_source.Length - _start - CobblestoneLayout.HeaderBytes, out _);

    private void OpenToFindLength()
    {
        OpenInPlace(_first);
        if (_length < 0)
            throw new IOException("The stream beneath became longer while it was read.");
    }

    /// <summary>What is not genuine stays so.</summary>
    private void RequireGenuine()
    {
        if (_failure is not null)
            throw new AuthenticationTagMismatchException(_failure);
    }
}
