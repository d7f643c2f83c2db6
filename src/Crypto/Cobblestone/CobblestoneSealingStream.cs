using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <summary>
/// Seals what is written to it, and writes the ciphertext to a stream beneath, chunk by chunk: see <see cref="Cobblestone"/>. Only
/// <see cref="Complete"/> or <see cref="CompleteAsync"/> ends the message.
/// </summary>
/// <remarks>
/// <para>
/// A message that was not completed cannot be opened to its end. Disposal does not complete it, so that a failure on the way to
/// <see cref="Complete"/> never seals a part as if it were all. After a write to the stream beneath failed or was cancelled, the message
/// cannot be completed any more: further calls throw.
/// </para>
/// <para>
/// Text waits until its chunk of 16 KiB is full; full chunks wait until a buffer of 256 KiB for each thread is, or for <see cref="Flush"/>.
/// The buffer comes from a pool, and is wiped when the stream is disposed of or finalized. It serves one call at a time: a second one
/// throws <see cref="CryptographicException"/>, and disposal during a call wipes when that call ends.
/// </para>
/// </remarks>
public sealed unsafe partial class CobblestoneSealingStream : Stream
{
    private readonly Stream _destination;
    private readonly bool _leaveOpen;
    private readonly bool _isParallel;
    private readonly ChunkBuffer _buffer;
    private readonly CobblestoneChunks _chunks;

    /// <summary>The number of the first chunk in the buffer.</summary>
    private long _number;

    /// <summary>How many chunks of the buffer are sealed, how many are full, and what there is of the one after them.</summary>
    private int _sealed;
    private int _full;
    private int _partBytes;

    private readonly StreamClaim _claim;

    /// <summary>Whether the header has been written.</summary>
    private bool _hasBegun;
    private WritingCondition _condition;

    internal CobblestoneSealingStream(
        GcmKernel kernel,
        Stream destination,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> context,
        bool leaveOpen,
        CobblestoneOptions? options,
        ReadOnlySpan<byte> salt = default)
    {
        if (!Arguments.Required(destination, nameof(destination)).CanWrite)
            throw new ArgumentException("The stream cannot be written.", nameof(destination));
        CobblestoneKey.RequireKey(key);
        var threads = CobblestoneOptions.ThreadsOf(options);
        (_destination, _leaveOpen, _isParallel) = (destination, leaveOpen, threads > 1);
        _claim = new StreamClaim(this, Wipe);
        _buffer = new ChunkBuffer(threads, takesTurns: false);
        CobblestoneKey.SetSalt(_buffer.Header, salt);
        _chunks = CobblestoneChunks.ForSealing(kernel, key, context, _buffer.Header, threads, typeof(CobblestoneSealingStream));
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

    /// <summary>Seals what is written.</summary>
    /// <param name="buffer">Text of any length.</param>
    /// <exception cref="CryptographicException">
    /// The message would have more than 2^38 chunks, or another thread is using the stream.
    /// </exception>
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
            buffer = buffer.Slice(Take(buffer));
            if (_sealed == _buffer.Chunks)
                Store(0);
        }
    }

    /// <param name="buffer">The array with text.</param>
    /// <param name="offset">Where it begins there.</param>
    /// <param name="count">Bytes to write.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The array has no such part.</exception>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override void Write(byte[] buffer, int offset, int count) => Write(Arguments.StreamPart(buffer, offset, count).Span);

    /// <summary>Seals one byte.</summary>
    /// <param name="value">The byte.</param>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override void WriteByte(byte value) => Write(new ReadOnlySpan<byte>(&value, 1));

    /// <summary>Writes all full chunks, and flushes the stream beneath. What there is of the chunk after them waits.</summary>
    /// <exception cref="CryptographicException">Another thread is using the stream.</exception>
    /// <exception cref="InvalidOperationException">An earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override void Flush()
    {
        using var scope = _claim.Enter();
        if (BeginsFlush())
            Store(0);
        _destination.Flush();
    }

    /// <summary>Ends the message: seals and writes what is left. Nothing can be written after it; a second call has no effect.</summary>
    /// <exception cref="CryptographicException">Another thread is using the stream.</exception>
    /// <exception cref="InvalidOperationException">An earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public void Complete()
    {
        using var scope = _claim.Enter();
        if (_condition == WritingCondition.Completed)
            return;
        _condition.RequireOpen();
        Store(SealLast());
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

    private static NotSupportedException Unsupported() => new("A sealing stream can only be written.");
}
