using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A stream over another that holds a message encrypted by AES in counter mode: see <see cref="AesCtr"/>. It reads and writes any number of
/// bytes, and at any position if the stream beneath can seek.
/// </summary>
/// <remarks>
/// <para>
/// Nothing is authenticated: where that matters, take <see cref="Cobblestone"/>. Write each position once: whoever sees what two texts
/// became at one position has their XOR. To change a text in place, take <see cref="AesXtsStream"/>.
/// </para>
/// <para>
/// The message begins where the stream beneath stands when it is given, and a byte has the same position in the message and in
/// the keystream. Over a stream that cannot seek, the position counts what was read and what was written together. What lies between the
/// end and a position behind it that is written to, or an end that is set, is left to the stream beneath, and reads as noise.
/// </para>
/// <para>
/// Nothing waits in a buffer: what is written goes on at once, in pieces of up to 32 KiB, and a read is one read of the stream
/// beneath, of as many bytes at most. A read that fails leaves <see cref="Position"/> where it was. After a failed or cancelled write it
/// is behind what the stream beneath may have got, in place of which it must get nothing else; to write the same once more, set it back.
/// </para>
/// <para>
/// It serves one call at a time: a second one throws <see cref="CryptographicException"/>, and disposal during a call wipes when that call
/// ends. The key lies in memory that is wiped when the stream is disposed of or finalized.
/// </para>
/// </remarks>
public sealed partial class AesCtrStream : Stream
{
    private readonly Stream _stream;
    private readonly AesCtr _ctr;
    private readonly byte[] _initialCounter;
    private readonly bool _leaveOpen;

    /// <summary>Where the message begins in the stream beneath, if that can seek.</summary>
    private readonly long _start;
    private readonly bool _canSeek;

    private readonly StreamClaim _claim;
    private long _position;

    /// <summary>Takes the stream beneath, a key and where the keystream begins.</summary>
    /// <param name="stream">The stream with the ciphertext. Nobody else reads, writes or moves it meanwhile.</param>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <param name="initialCounter">The 16-byte counter block at the beginning of the message; copied.</param>
    /// <param name="leaveOpen">Whether the stream beneath stays open when this one is disposed of.</param>
    /// <param name="position">Where in the message the stream beneath stands, such as after a download that is resumed.</param>
    /// <exception cref="ArgumentNullException">The stream, the key or the counter is null.</exception>
    /// <exception cref="ArgumentException">The counter has another length.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The position is negative.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public AesCtrStream(Stream stream, byte[] key, byte[] initialCounter, bool leaveOpen = false, long position = 0)
        : this(
            stream,
            Arguments.RequiredBytes(key, nameof(key)),
            Arguments.RequiredBytes(initialCounter, nameof(initialCounter)),
            leaveOpen,
            position)
    {
    }

    /// <inheritdoc cref="AesCtrStream(Stream, byte[], byte[], bool, long)"/>
    public AesCtrStream(
        Stream stream, ReadOnlySpan<byte> key, ReadOnlySpan<byte> initialCounter, bool leaveOpen = false, long position = 0)
        : this(Algorithms.Aes.Kernels.Best, stream, key, initialCounter, leaveOpen, position)
    {
    }

    internal AesCtrStream(
        AesKernel kernel, Stream stream, ReadOnlySpan<byte> key, ReadOnlySpan<byte> initialCounter, bool leaveOpen, long position)
    {
        _stream = Arguments.Required(stream, nameof(stream));
        Arguments.RequireSize(initialCounter, CtrKeystream.BlockBytes, nameof(initialCounter));
        (_initialCounter, _leaveOpen, _canSeek) = (initialCounter.ToArray(), leaveOpen, stream.CanSeek);
        _position = Arguments.RequiredPosition(position, nameof(position));
        _start = _canSeek ? stream.Position - position : 0;
        _ctr = new AesCtr(kernel, key);
        _claim = new StreamClaim(this, _ctr.Dispose);
    }

    /// <summary>Whether the stream beneath can be read; false after disposal.</summary>
    public override bool CanRead => !_claim.IsDisposed && _stream.CanRead;

    /// <summary>Whether the stream beneath can be written; false after disposal.</summary>
    public override bool CanWrite => !_claim.IsDisposed && _stream.CanWrite;

    /// <summary>Whether the stream beneath can seek; false after disposal.</summary>
    public override bool CanSeek => !_claim.IsDisposed && _canSeek;

    /// <summary>Bytes of the message.</summary>
    /// <exception cref="NotSupportedException">The stream beneath cannot seek.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override long Length
    {
        get
        {
            RequireSeekable();
            using var scope = _claim.Enter();
            return TextLength();
        }
    }

    /// <summary>Where in the message the next byte is read or written; may be behind the end.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <exception cref="NotSupportedException">The stream beneath cannot seek, and the position is set.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override long Position
    {
        get
        {
            using var scope = _claim.Enter();
            return _position;
        }

        set
        {
            RequireSeekable();
            using var scope = _claim.Enter();
            _position = Arguments.RequiredPosition(value, nameof(value));
        }
    }

    /// <summary>Sets the position.</summary>
    /// <param name="offset">Bytes from <paramref name="origin"/> on.</param>
    /// <param name="origin">From where: the beginning, the position, the end.</param>
    /// <returns>The position.</returns>
    /// <exception cref="IOException">The position would be before the beginning.</exception>
    /// <exception cref="ArgumentException">There is no such origin.</exception>
    /// <exception cref="NotSupportedException">The stream beneath cannot seek.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override long Seek(long offset, SeekOrigin origin)
    {
        RequireSeekable();
        using var scope = _claim.Enter();
        return _position = Arguments.SoughtPosition(offset, origin, _position, origin == SeekOrigin.End ? TextLength() : 0);
    }

    /// <summary>Sets the length of the message, and so of the stream beneath.</summary>
    /// <param name="value">Bytes. A position behind them is set to the end.</param>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative; nothing was changed.</exception>
    /// <exception cref="NotSupportedException">The stream beneath cannot seek, or not be written.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override void SetLength(long value)
    {
        RequireSeekable();
        RequireWritable();
        using var scope = _claim.Enter();
        _stream.SetLength(_start + Arguments.RequiredPosition(value, nameof(value)));
        _position = Math.Min(_position, value);
    }

    /// <summary>Flushes the stream beneath.</summary>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override void Flush()
    {
        using var scope = _claim.Enter();
        _stream.Flush();
    }

    /// <summary>Wipes the key, and disposes of the stream beneath unless that is to stay open.</summary>
    /// <param name="disposing">True: there is no finalizer.</param>
    protected override void Dispose(bool disposing)
    {
        if (_claim.Dispose() && !_leaveOpen)
            _stream.Dispose();
        base.Dispose(disposing);
    }

    private long TextLength() => Math.Max(0, _stream.Length - _start);

    private void RequireReadable()
    {
        _claim.RequireUndisposed();
        if (!_stream.CanRead)
            throw new NotSupportedException("The stream beneath cannot be read.");
    }

    private void RequireWritable()
    {
        _claim.RequireUndisposed();
        if (!_stream.CanWrite)
            throw new NotSupportedException("The stream beneath cannot be written.");
    }

    private void RequireSeekable()
    {
        _claim.RequireUndisposed();
        if (!_canSeek)
            throw new NotSupportedException("The stream beneath cannot seek.");
    }
}
