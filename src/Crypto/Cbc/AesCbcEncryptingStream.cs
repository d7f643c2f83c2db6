using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <summary>
/// Encrypts what is written to it by AES in CBC (SP 800-38A), and writes the ciphertext to a stream beneath: one message, which only
/// <see cref="Complete"/> or <see cref="CompleteAsync"/> ends. <see cref="AesCbcDecryptingStream"/> reads it.
/// </summary>
/// <remarks>
/// <para>
/// Nothing is authenticated, and whoever can send changed messages and sees which are refused for their padding, can decrypt: for new
/// formats take <see cref="Cobblestone"/>. The IV must not be known before the text is: draw it at random for each message.
/// </para>
/// <para>
/// Whole blocks go on at once, in pieces of up to 32 KiB; less than 16 bytes wait for their block to be filled. After a write to the stream
/// beneath failed or was cancelled the message cannot be completed any more: further calls throw. Disposal does not complete a message, so
/// that a source that failed never becomes a whole, shorter one.
/// </para>
/// <para>
/// It serves one call at a time: a second one throws <see cref="CryptographicException"/>, and disposal during a call wipes when that call
/// ends. The key and what waits lie in memory that is wiped when the stream is disposed of or finalized.
/// </para>
/// </remarks>
public sealed partial class AesCbcEncryptingStream : Stream
{
    private readonly Stream _destination;
    private readonly bool _leaveOpen;
    private readonly StreamClaim _claim;
    private WritingCondition _condition;

    /// <summary>Takes the stream beneath, a key and an IV.</summary>
    /// <param name="destination">Receives the ciphertext from where it stands. Nobody else writes or moves it meanwhile.</param>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <param name="iv">16 bytes, which differ from message to message at random; copied. They are not written.</param>
    /// <param name="paddingMode">How the last block is filled up.</param>
    /// <param name="leaveOpen">Whether the stream beneath stays open when this one is disposed of.</param>
    /// <exception cref="ArgumentNullException">The stream, the key or the IV is null.</exception>
    /// <exception cref="ArgumentException">The stream cannot be written, or the IV has another length.</exception>
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public AesCbcEncryptingStream(
        Stream destination, byte[] key, byte[] iv, PaddingMode paddingMode = PaddingMode.PKCS7, bool leaveOpen = false)
        : this(
            destination,
            Arguments.RequiredBytes(key, nameof(key)),
            Arguments.RequiredBytes(iv, nameof(iv)),
            paddingMode,
            leaveOpen)
    {
    }

    /// <inheritdoc cref="AesCbcEncryptingStream(Stream, byte[], byte[], PaddingMode, bool)"/>
    public AesCbcEncryptingStream(
        Stream destination,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> iv,
        PaddingMode paddingMode = PaddingMode.PKCS7,
        bool leaveOpen = false)
        : this(Algorithms.Aes.Kernels.Best, destination, key, iv, paddingMode, leaveOpen)
    {
    }

    internal AesCbcEncryptingStream(
        AesKernel kernel, Stream destination, ReadOnlySpan<byte> key, ReadOnlySpan<byte> iv, PaddingMode paddingMode, bool leaveOpen)
    {
        if (!Arguments.Required(destination, nameof(destination)).CanWrite)
            throw new ArgumentException("The stream cannot be written.", nameof(destination));
        Arguments.RequireSize(iv, AesBlock.Bytes, nameof(iv));
        AesPadding.RequireKnown(paddingMode);
        Arguments.RequireAesKey(key);
        (_destination, _leaveOpen, _kernel, _padding) = (destination, leaveOpen, kernel, paddingMode);
        _claim = new StreamClaim(this, Wipe);
        _rounds = AesKernel.RoundsFor(key.Length);
        _slot = ExpandKey(key, iv);
    }

    /// <summary>False.</summary>
    public override bool CanRead => false;

    /// <summary>False.</summary>
    public override bool CanSeek => false;

    /// <summary>Whether it can be written: until the message is completed.</summary>
    public override bool CanWrite => _condition == WritingCondition.Open && !_claim.IsDisposed;

    /// <summary>Not supported.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override long Length => throw Unsupported();

    /// <summary>Not supported.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override long Position
    {
        get => throw Unsupported();
        set => throw Unsupported();
    }

    /// <summary>Encrypts what is written.</summary>
    /// <param name="buffer">Text of any length.</param>
    /// <exception cref="CryptographicException">Another thread is using the stream.</exception>
    /// <exception cref="InvalidOperationException">The message was completed, or an earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
#if NET
    public override void Write(ReadOnlySpan<byte> buffer)
#else
    public void Write(ReadOnlySpan<byte> buffer)
#endif
    {
        using var scope = _claim.Enter();
        _condition.RequireOpen();
        while (!buffer.IsEmpty)
        {
            buffer = buffer.Slice(Encrypt(buffer, out var bytes));
            Store(bytes);
        }
    }

    /// <param name="buffer">The array with text.</param>
    /// <param name="offset">Where it begins there.</param>
    /// <param name="count">Bytes to write.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The array has no such part.</exception>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override void Write(byte[] buffer, int offset, int count) => Write(Arguments.StreamPart(buffer, offset, count).Span);

    /// <summary>Encrypts one byte.</summary>
    /// <param name="value">The byte.</param>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override unsafe void WriteByte(byte value) => Write(new ReadOnlySpan<byte>(&value, 1));

    /// <summary>Flushes the stream beneath. What there is of a block waits for the rest of it.</summary>
    /// <exception cref="CryptographicException">Another thread is using the stream.</exception>
    /// <exception cref="InvalidOperationException">An earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override void Flush()
    {
        using var scope = _claim.Enter();
        RequireFlushable();
        _destination.Flush();
    }

    /// <summary>Ends the message: pads, encrypts and writes what is left. Nothing can be written after it; a second call has no effect.</summary>
    /// <exception cref="CryptographicException">
    /// Without padding, the text is not whole blocks: the rest of it can still be written. Or another thread is using the stream.
    /// </exception>
    /// <exception cref="InvalidOperationException">An earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public void Complete()
    {
        using var scope = _claim.Enter();
        if (_condition == WritingCondition.Completed)
            return;
        _condition.RequireOpen();
        Store(EncryptLast());
        _condition = WritingCondition.Completed;
    }

    /// <summary>Not supported.</summary>
    /// <param name="buffer">Not read into.</param>
    /// <param name="offset">Not used.</param>
    /// <param name="count">Nor this.</param>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override int Read(byte[] buffer, int offset, int count) => throw Unsupported();

    /// <summary>Not supported.</summary>
    /// <param name="offset">Not used.</param>
    /// <param name="origin">Nor this.</param>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override long Seek(long offset, SeekOrigin origin) => throw Unsupported();

    /// <summary>Not supported.</summary>
    /// <param name="value">Not used.</param>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override void SetLength(long value) => throw Unsupported();

    /// <summary>
    /// Wipes key and text, and disposes of the stream beneath unless that is to stay open. A message that was not completed is abandoned:
    /// nothing more of it is written.
    /// </summary>
    /// <param name="disposing">True: there is no finalizer.</param>
    protected override void Dispose(bool disposing)
    {
        if (_claim.Dispose() && !_leaveOpen)
            _destination.Dispose();
        base.Dispose(disposing);
    }

    private static NotSupportedException Unsupported() => new("An encrypting stream can only be written.");
}
