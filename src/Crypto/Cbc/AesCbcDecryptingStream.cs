using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <summary>
/// Reads a ciphertext from a stream beneath, and decrypts it by AES in CBC (SP 800-38A): what <see cref="AesCbcEncryptingStream"/>, or any
/// other implementation, wrote. It can seek if the stream beneath can.
/// </summary>
/// <remarks>
/// <para>
/// Nothing is authenticated: a changed ciphertext gives another text, mostly without an error. Never tell a sender whether it was the
/// padding that was wrong: whoever knows that of many messages can decrypt. For new formats take <see cref="Cobblestone"/>.
/// </para>
/// <para>
/// The padding at the end is checked before any text is given out if the stream beneath can seek, and else when its end is reached: so
/// far the last block is held back. A read gives out what one read of the stream beneath gives, of up to 32 KiB, which may be more than was
/// asked for: the rest waits. Errors leave <see cref="Position"/> where it was; those of the stream beneath may pass.
/// </para>
/// <para>
/// It serves one call at a time: a second one throws <see cref="CryptographicException"/>, and disposal during a call wipes when that call
/// ends. The key lies in memory that is wiped when the stream is disposed of or finalized; of the text nothing is kept.
/// </para>
/// </remarks>
public sealed partial class AesCbcDecryptingStream : Stream
{
    private readonly Stream _source;
    private readonly bool _leaveOpen;

    /// <summary>Where the ciphertext begins in the stream beneath, if that can seek.</summary>
    private readonly long _start;
    private readonly bool _canSeek;

    private long _position;

    /// <summary>Bytes of the text, once its end has been found.</summary>
    private long _length = -1;
    private readonly StreamClaim _claim;

    /// <summary>Takes the stream beneath, the key and the IV of the message.</summary>
    /// <param name="source">Has the ciphertext from where it stands to its end. Nobody else reads or moves it meanwhile.</param>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <param name="iv">16 bytes; copied.</param>
    /// <param name="paddingMode">The padding that is removed; zeros stay.</param>
    /// <param name="leaveOpen">Whether the stream beneath stays open when this one is disposed of.</param>
    /// <exception cref="ArgumentNullException">The stream, the key or the IV is null.</exception>
    /// <exception cref="ArgumentException">The stream cannot be read, or the IV has another length.</exception>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public AesCbcDecryptingStream(
        Stream source, byte[] key, byte[] iv, PaddingMode paddingMode = PaddingMode.PKCS7, bool leaveOpen = false)
        : this(
            source,
            Arguments.RequiredBytes(key, nameof(key)),
            Arguments.RequiredBytes(iv, nameof(iv)),
            paddingMode,
            leaveOpen)
    {
    }

    /// <inheritdoc cref="AesCbcDecryptingStream(Stream, byte[], byte[], PaddingMode, bool)"/>
    public AesCbcDecryptingStream(
        Stream source,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> iv,
        PaddingMode paddingMode = PaddingMode.PKCS7,
        bool leaveOpen = false)
        : this(Algorithms.Aes.Kernels.Best, source, key, iv, paddingMode, leaveOpen)
    {
    }

    internal AesCbcDecryptingStream(
        AesKernel kernel, Stream source, ReadOnlySpan<byte> key, ReadOnlySpan<byte> iv, PaddingMode paddingMode, bool leaveOpen)
    {
        Arguments.RequireReadable(source);
        Arguments.RequireSize(iv, AesBlock.Bytes, nameof(iv));
        AesPadding.RequireKnown(paddingMode);
        Arguments.RequireAesKey(key);
        (_source, _leaveOpen, _kernel, _padding, _iv) = (source, leaveOpen, kernel, paddingMode, iv.ToArray());
        _canSeek = source.CanSeek;
        _start = _canSeek ? source.Position : 0;
        _key = new AesKey(kernel, key);
        _claim = new StreamClaim(this, _key.Dispose);
    }

    /// <summary>Whether it can be read: until it is disposed.</summary>
    public override bool CanRead => !_claim.IsDisposed;

    /// <summary>Whether the stream beneath can seek; false after disposal.</summary>
    public override bool CanSeek => !_claim.IsDisposed && _canSeek;

    /// <summary>False.</summary>
    public override bool CanWrite => false;

    /// <summary>Bytes of the text. For the first question the last block is read and its padding checked.</summary>
    /// <exception cref="CryptographicException">The ciphertext is not whole blocks, or does not end in the padding.</exception>
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

    /// <summary>Where the next byte is read; may be behind the end.</summary>
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
    /// <exception cref="CryptographicException">The end is asked for, and the ciphertext has no right one.</exception>
    /// <exception cref="NotSupportedException">The stream beneath cannot seek.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override long Seek(long offset, SeekOrigin origin)
    {
        RequireSeekable();
        using var scope = _claim.Enter();
        return _position = Arguments.SoughtPosition(offset, origin, _position, origin == SeekOrigin.End ? TextLength() : 0);
    }

    /// <summary>Reads from the position on.</summary>
    /// <param name="buffer">Receives text.</param>
    /// <returns>Bytes read: at least one if there is one, up to what fits; 0 at the end.</returns>
    /// <exception cref="CryptographicException">The ciphertext is not whole blocks, or does not end in the padding.</exception>
    /// <exception cref="EndOfStreamException">The stream beneath became shorter while it was read.</exception>
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
        int done;
        while ((done = Decrypt(buffer)) == 0 && !buffer.IsEmpty && !IsAtEnd)
            Fetch(buffer.Length);
        return done;
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
    public override unsafe int ReadByte()
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

    /// <summary>Has no effect.</summary>
    public override void Flush()
    {
    }

    /// <summary>Not supported.</summary>
    /// <param name="buffer">Not written.</param>
    /// <param name="offset">Not used.</param>
    /// <param name="count">Nor this.</param>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override void Write(byte[] buffer, int offset, int count) => throw Unsupported();

    /// <summary>Not supported.</summary>
    /// <param name="value">Not used.</param>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override void SetLength(long value) => throw Unsupported();

    /// <summary>Wipes the key, and disposes of the stream beneath unless that is to stay open.</summary>
    /// <param name="disposing">True: there is no finalizer.</param>
    protected override void Dispose(bool disposing)
    {
        if (_claim.Dispose() && !_leaveOpen)
            _source.Dispose();
        base.Dispose(disposing);
    }

    private static NotSupportedException Unsupported() => new("A decrypting stream can only be read.");

    private void Fetch(int bytes)
    {
        var end = BeginFetch(bytes) + _windowBytes;
        EndFetch(UnderlyingStream.Read(_source, _window, _windowBytes, end));
    }

    private long TextLength()
    {
        while (_length < 0)
            Fetch(0);
        return _length;
    }

    private void RequireSeekable()
    {
        _claim.RequireUndisposed();
        if (!_canSeek)
            throw new NotSupportedException("The stream beneath cannot seek.");
    }
}
