using System;
#if NET
using System.IO;
#endif

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <content>Reading and writing by way of a batch of ciphertext, for a caller that waits.</content>
public sealed unsafe partial class AesCtrStream
{
    private byte[] _batch = [];

    /// <summary>Reads from the position on.</summary>
    /// <param name="buffer">Receives text.</param>
    /// <returns>Bytes read: as many as the stream beneath has at hand; 0 at the end.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The text would end beyond 2^63 - 1.</exception>
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
        var asked = BeginRead(buffer.Length);
        return EndRead(UnderlyingStream.Read(_stream, _batch, 0, asked), buffer);
    }

    /// <param name="buffer">The array to read into.</param>
    /// <param name="offset">Where in it.</param>
    /// <param name="count">Bytes to read.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The array has no such part, or the text would end beyond 2^63 - 1.</exception>
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
    /// <param name="buffer">The text.</param>
    /// <exception cref="ArgumentOutOfRangeException">The text would end beyond 2^63 - 1.</exception>
    /// <exception cref="NotSupportedException">The stream beneath cannot be written.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
#if NET
    public override void Write(ReadOnlySpan<byte> buffer)
#else
    public void Write(ReadOnlySpan<byte> buffer)
#endif
    {
        RequireWritable();
        using var scope = _claim.Enter();
        for (int bytes; !buffer.IsEmpty; buffer = buffer.Slice(bytes))
        {
            bytes = Encrypt(buffer);
            _stream.Write(_batch, 0, bytes);
        }
    }

    /// <param name="buffer">The array with the text.</param>
    /// <param name="offset">Where it begins there.</param>
    /// <param name="count">Bytes to write.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The array has no such part, or the text would end beyond 2^63 - 1.</exception>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override void Write(byte[] buffer, int offset, int count) => Write(Arguments.StreamPart(buffer, offset, count).Span);

    /// <summary>Writes one byte.</summary>
    /// <param name="value">The byte.</param>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override void WriteByte(byte value) => Write(new ReadOnlySpan<byte>(&value, 1));

    /// <returns>How many bytes to read into the batch.</returns>
    private int BeginRead(int bytes)
    {
        GoThere();
        StreamBatch.Grow(ref _batch, bytes);
        return Math.Min(bytes, _batch.Length);
    }

    private int EndRead(int read, Span<byte> text)
    {
        _ctr.Transform(_initialCounter, _batch.AsSpan(0, read), text, _position);
        _position += read;
        return read;
    }

    /// <summary>Encrypts into the batch. The position moves at once: if writing that fails, nothing else may be encrypted there.</summary>
    private int Encrypt(ReadOnlySpan<byte> text)
    {
        GoThere();
        StreamBatch.Grow(ref _batch, text.Length);
        var bytes = Math.Min(text.Length, _batch.Length);
        _ctr.Transform(_initialCounter, text.Slice(0, bytes), _batch, _position);
        _position += bytes;
        return bytes;
    }

    private void GoThere()
    {
        if (_canSeek)
            _stream.Position = _start + _position;
    }
}
