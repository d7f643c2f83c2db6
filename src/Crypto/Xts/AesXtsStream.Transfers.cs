using System;
using System.IO;

namespace ManagedCrypto;

/// <content>Reading and writing, for a caller that waits.</content>
public sealed unsafe partial class AesXtsStream
{
    /// <summary>Reads from the position on.</summary>
    /// <param name="buffer">Is filled, unless the stream ends before.</param>
    /// <returns>Bytes read; fewer than there is room for at the end alone, or before a sector that is not whole.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The text would end behind the last whole sector below 2^63.</exception>
    /// <exception cref="EndOfStreamException">The stream beneath ends within the sector at the position.</exception>
    /// <exception cref="NotSupportedException">The stream beneath cannot be read.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
#if NET
    public override int Read(Span<byte> buffer)
#else
    public int Read(Span<byte> buffer)
#endif
    {
        RequireReadable();
        using var scope = _claim.Enter();
        return ReadText(buffer);
    }

    private int ReadText(Span<byte> buffer)
    {
        RequireReach(buffer.Length, nameof(buffer));
        var done = 0;
        while (done < buffer.Length)
        {
            var position = _position + done;
            var rest = buffer.Slice(done);
            if (IsBuffered(position))
            {
                done += ReadBuffered(position, rest);
                continue;
            }

            WriteBuffered();
            var fetched = Fetch(position, BytesToFetch(position, rest.Length));
            if (IsEnd(fetched, done))
                break;
            done += ReadFetched(position, fetched, rest);
        }

        _position += done;
        return done;
    }

    /// <param name="buffer">The array to read into.</param>
    /// <param name="offset">Where in it.</param>
    /// <param name="count">Bytes to read.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The array has no such part, or the text would end as above.</exception>
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
        RequireReadable();
        using var scope = _claim.Enter();
        TextCopies.Copy(text => ReadText(text.Span), destination, bufferSize);
    }
#endif

    /// <summary>Writes from the position on.</summary>
    /// <param name="buffer">What to write.</param>
    /// <exception cref="ArgumentOutOfRangeException">The text would end behind the last whole sector below 2^63.</exception>
    /// <exception cref="EndOfStreamException">
    /// The stream beneath ends within a sector before the position, or within one that is written in part; nothing was written there.
    /// </exception>
    /// <exception cref="NotSupportedException">
    /// The stream beneath cannot be written, or cannot be read and part of a sector is written.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
#if NET
    public override void Write(ReadOnlySpan<byte> buffer)
#else
    public void Write(ReadOnlySpan<byte> buffer)
#endif
    {
        RequireWritable();
        using var scope = _claim.Enter();
        RequireReach(buffer.Length, nameof(buffer));
        if (!buffer.IsEmpty)
            ExtendTo(Sector(_position));
        var done = 0;
        while (done < buffer.Length)
        {
            var position = _position + done;
            var rest = buffer.Slice(done);
            if (IsBuffered(position))
            {
                done += WriteToBuffered(position, rest);
                continue;
            }

            WriteBuffered();
            if (IsDirect(position, rest.Length))
            {
                var bytes = EncryptDirect(position, rest);
                Store(Sector(position), bytes);
                done += bytes;
            }
            else
            {
                BufferFetched(position, Fetch(position, _sectorBytes));
            }
        }

        _position += done;
    }

    /// <param name="buffer">The array with what to write.</param>
    /// <param name="offset">Where it begins there.</param>
    /// <param name="count">Bytes to write.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The array has no such part, or the text would end as above.</exception>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override void Write(byte[] buffer, int offset, int count) => Write(Arguments.StreamPart(buffer, offset, count).Span);

    /// <summary>Writes one byte.</summary>
    /// <param name="value">The byte.</param>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override void WriteByte(byte value) => Write(new ReadOnlySpan<byte>(&value, 1));

    /// <summary>Whether nothing more can be read; a sector that is not whole is an error once there is nothing else to return.</summary>
    private bool IsEnd(int fetched, int done)
    {
        if (done == 0 && fetched < _sectorBytes)
            RequireWhole(fetched);
        return fetched < _sectorBytes;
    }

    /// <summary>Reads ciphertext into the batch, from the beginning of a sector to the end of the stream beneath at most.</summary>
    private int Fetch(long position, int bytes)
    {
        _stream.Position = position - OffsetInSector(position);
        var fetched = 0;
        for (int read; fetched < bytes && (read = UnderlyingStream.Read(_stream, _batch, fetched, bytes)) > 0;)
            fetched += read;
        return fetched;
    }

    /// <summary>Writes the batch.</summary>
    private void Store(long sector, int bytes)
    {
        _stream.Position = sector * _sectorBytes;
        _stream.Write(_batch, 0, bytes);
    }

    private void WriteBuffered()
    {
        if (!_isDirty)
            return;
        EncryptBuffered();
        Store(_buffered, _sectorBytes);
        _isDirty = false;
    }

    /// <summary>Writes zeros up to a sector, if the stream ends before it.</summary>
    private void ExtendTo(long sector)
    {
        if (sector <= Sector(BytesBeneath()))
            return;
        WriteBuffered();
        RequireWhole(BytesBeneath());
        for (var next = Sector(BytesBeneath()); next < sector;)
        {
            var bytes = EncryptZeros(next, sector);
            Store(next, bytes);
            next += Sector(bytes);
        }
    }
}
