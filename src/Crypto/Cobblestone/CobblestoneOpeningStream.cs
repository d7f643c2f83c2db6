using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <summary>
/// Reads a ciphertext from a stream beneath, and gives out the message, no byte of it before its chunk has been verified: see
/// <see cref="Cobblestone"/>. It can seek if the stream beneath can.
/// </summary>
/// <remarks>
/// <para>
/// The end of the message is genuine, too: a read returns 0, and <see cref="Length"/> a number, only once the last chunk has been verified.
/// Whoever stops reading before that has a genuine beginning of the message.
/// </para>
/// <para>
/// What is not genuine is an <see cref="AuthenticationTagMismatchException"/>, which says whether it was the header, which chunk, or that
/// the ciphertext is truncated. It is thrown at the place in question or some chunks before, and all later calls throw it again.
/// During a call, the buffer that is read into may hold text that has not been verified; it is zeroed then. Errors of the
/// stream beneath come as they are, leave <see cref="Position"/> where it was, and may pass.
/// </para>
/// <para>
/// The buffer (<see cref="CobblestoneOptions.Parallelism"/>) comes from a pool, and is wiped when the stream is disposed of or finalized. It
/// serves one call at a time: a second one throws <see cref="CryptographicException"/>, and disposal during a call wipes when that call ends.
/// </para>
/// </remarks>
public sealed unsafe partial class CobblestoneOpeningStream : Stream
{
    private readonly Stream _source;
    private readonly bool _leaveOpen;
    private readonly GcmKernel _kernel;
    private readonly int _threads;
    private readonly KeySlot _inputKey;
    private readonly byte[] _context;
    private CobblestoneChunks? _chunks;
    private ChunkBuffer _buffer;

    /// <summary>Where the ciphertext begins in the stream beneath, if that can seek.</summary>
    private readonly long _start;
    private readonly bool _canSeek;
    private readonly int _keyBytes;

    private long _position;

    /// <summary>Bytes of the message, once the last chunk has been verified.</summary>
    private long _length = -1;
    private string? _failure;
    private readonly StreamClaim _claim;

    internal CobblestoneOpeningStream(
        GcmKernel kernel,
        Stream source,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> context,
        bool leaveOpen,
        CobblestoneOptions? options)
    {
        Arguments.RequireReadable(source);
        CobblestoneKey.RequireKey(key);
        (_kernel, _source, _leaveOpen) = (kernel, source, leaveOpen);
        _claim = new StreamClaim(this, Wipe);
        _canSeek = source.CanSeek;
        _start = _canSeek ? source.Position : 0;
        _context = context.ToArray();
        _keyBytes = key.Length;
        _inputKey = KeepKey(key);
        _threads = CobblestoneOptions.ThreadsOf(options);
        var readsAhead = CobblestoneOptions.ReadsAhead(_threads, source);
        _buffer = new ChunkBuffer(_threads, readsAhead);
        if (readsAhead)
        {
            // One of the threads reads, and the others open.
            _next = new ChunkBuffer(_threads, readsAhead);
            _threads--;
        }
    }

    /// <summary>Whether it can be read: until it is disposed.</summary>
    public override bool CanRead => !_claim.IsDisposed;

    /// <summary>Whether the stream beneath can seek; false after disposal.</summary>
    public override bool CanSeek => !_claim.IsDisposed && _canSeek;

    /// <summary>False.</summary>
    public override bool CanWrite => false;

    /// <summary>Bytes of the message. For the first question the last chunk is read and verified.</summary>
    /// <exception cref="AuthenticationTagMismatchException">The ciphertext is not genuine.</exception>
    /// <exception cref="NotSupportedException">The stream beneath cannot seek.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override long Length
    {
        get
        {
            RequireSeekable();
            using var scope = _claim.Enter();
            return GenuineLength();
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
    /// <param name="origin">From where: the beginning, the position, the end, which is verified for it.</param>
    /// <returns>The position.</returns>
    /// <exception cref="IOException">The position would be before the beginning.</exception>
    /// <exception cref="ArgumentException">There is no such origin.</exception>
    /// <exception cref="AuthenticationTagMismatchException">The end is asked for, and not genuine.</exception>
    /// <exception cref="NotSupportedException">The stream beneath cannot seek.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override long Seek(long offset, SeekOrigin origin)
    {
        RequireSeekable();
        using var scope = _claim.Enter();
        var end = origin == SeekOrigin.End ? GenuineLength() : 0;
        return _position = Arguments.SoughtPosition(offset, origin, _position, end);
    }

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

    /// <summary>Wipes key and text, and disposes of the stream beneath unless that is to stay open.</summary>
    /// <param name="disposing">True: there is no finalizer.</param>
    protected override void Dispose(bool disposing)
    {
        if (_claim.Dispose() && !_leaveOpen)
            _source.Dispose();
        base.Dispose(disposing);
    }

    private static NotSupportedException Unsupported() => new("An opening stream can only be read.");

    private static KeySlot KeepKey(ReadOnlySpan<byte> key)
    {
        var slot = new KeySlot(key.Length, typeof(CobblestoneOpeningStream));
        var scope = slot.Hold();
        key.CopyTo(new Span<byte>(scope.Bytes, key.Length));
        Secret.ForgetRegisters();
        scope.Complete();
        return slot;
    }

    private void Wipe()
    {
        EndAhead();
        _inputKey.Dispose();
        _chunks?.Dispose();
        _buffer.Dispose();
        _next?.Dispose();
    }

    private void RequireSeekable()
    {
        _claim.RequireUndisposed();
        if (!_canSeek)
            throw new NotSupportedException("The stream beneath cannot seek.");
    }
}
