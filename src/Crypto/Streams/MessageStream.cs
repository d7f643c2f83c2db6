using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
#if NET
using System.Runtime.CompilerServices;
using Answer = System.Threading.Tasks.ValueTask<long>;
using Count = System.Threading.Tasks.ValueTask<int>;
using Work = System.Threading.Tasks.ValueTask;
#else
using Answer = System.Threading.Tasks.Task<long>;
using Count = System.Threading.Tasks.Task<int>;
using Work = System.Threading.Tasks.Task;
#endif

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <summary>
/// A stream of text over an underlying stream of ciphertext: what <see cref="AesCtrStream"/>, <see cref="AesXtsStream"/>,
/// <see cref="AesCbcEncryptingStream"/>, <see cref="AesCbcDecryptingStream"/>, <see cref="CobblestoneSealingStream"/> and
/// <see cref="CobblestoneOpeningStream"/> have in common. Other types cannot derive from it.
/// </summary>
/// <remarks>
/// It serves one call at a time: a second one throws <see cref="CryptographicException"/>, and disposal during a call wipes when that call
/// ends. An asynchronous call lasts until its task has ended.
/// </remarks>
public abstract class MessageStream : Stream
{
    private readonly Stream _underlying;
    private readonly StreamCore _core;
    private readonly bool _leaveOpen;
    private readonly bool _canSeek;

    /// <summary>Where the message begins in the underlying stream, if that can seek.</summary>
    private readonly long _start;

    private readonly StreamClaim _claim;
    private ReadAhead? _ahead;

    private protected MessageStream(Stream underlying, StreamCore core, bool leaveOpen)
    {
        (_underlying, _core, _leaveOpen) = (underlying, core, leaveOpen);
        _canSeek = core.Reads && underlying.CanSeek;
        _start = _canSeek && !core.IsWholeStream ? underlying.Position - core.Position : 0;
        _claim = new StreamClaim(this, End);
        core.Owner = this;
    }

    /// <summary>Whether text can be read; false after disposal.</summary>
    public override bool CanRead => _core.Reads && !_claim.IsDisposed && (!_core.Writes || _underlying.CanRead);

    /// <summary>Whether text can be written; false once the message has been completed, and after disposal.</summary>
    public override bool CanWrite => _core.Writes && _core.IsOpen && !_claim.IsDisposed && (!_core.Reads || _underlying.CanWrite);

    /// <summary>Whether text can be read, and the underlying stream can seek; false after disposal.</summary>
    public override bool CanSeek => _canSeek && !_claim.IsDisposed;

    /// <summary>
    /// Bytes of the text, without padding and tags.
    /// </summary>
    /// <remarks>Where the end has to be checked, a padding or a tag, it is read when the length is first asked for.</remarks>
    /// <exception cref="AuthenticationTagMismatchException">The ciphertext is not genuine.</exception>
    /// <exception cref="CryptographicException">
    /// The ciphertext does not end as it must, or another thread is using the stream.
    /// </exception>
    /// <exception cref="NotSupportedException">The stream can only be written, or the underlying stream cannot seek.</exception>
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

    /// <summary>Where in the text the next byte is read or written; may be behind the end.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <exception cref="CryptographicException">Another thread is using the stream.</exception>
    /// <exception cref="NotSupportedException">
    /// The stream can only be written; or the underlying stream cannot seek, and the position is set.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override long Position
    {
        get
        {
            RequireReads();
            using var scope = _claim.Enter();
            return _core.Position;
        }

        set
        {
            RequireSeekable();
            using var scope = _claim.Enter();
            _core.Position = Arguments.RequiredPosition(value, nameof(value));
        }
    }

    /// <summary>Sets the position.</summary>
    /// <param name="offset">Bytes from <paramref name="origin"/> on.</param>
    /// <param name="origin">From where: the beginning, the position, the end, which is found as for <see cref="Length"/>.</param>
    /// <returns>The position.</returns>
    /// <exception cref="IOException">The position would be before the beginning.</exception>
    /// <exception cref="ArgumentException">There is no such origin.</exception>
    /// <inheritdoc cref="Length"/>
    public override long Seek(long offset, SeekOrigin origin)
    {
        RequireSeekable();
        using var scope = _claim.Enter();
        return _core.Position = Arguments.SoughtPosition(offset, origin, _core.Position, origin == SeekOrigin.End ? TextLength() : 0);
    }

    /// <summary>Sets the length of the text.</summary>
    /// <param name="value">Bytes. A position behind them is set to the end.</param>
    /// <exception cref="ArgumentOutOfRangeException">The stream cannot have that length; nothing was changed.</exception>
    /// <exception cref="CryptographicException">Another thread is using the stream.</exception>
    /// <exception cref="NotSupportedException">
    /// The stream makes one message, or the underlying stream cannot seek, or not be written.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override void SetLength(long value)
    {
        RequireSeekable();
        RequireWritable();
        using var scope = _claim.Enter();
        var call = default(CoreCall);
        while (!_core.SetLength(value, ref call))
            call.Answer = Transfer(call.Wanted);
    }

    /// <summary>Reads from the position on.</summary>
    /// <param name="buffer">Receives text; zeroed if that is not genuine.</param>
    /// <returns>Bytes read: at least one if there is one, up to what fits; 0 at the end.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The text would end beyond what the stream can have.</exception>
    /// <exception cref="AuthenticationTagMismatchException">The ciphertext is not genuine.</exception>
    /// <exception cref="CryptographicException">
    /// The ciphertext does not end as it must, or another thread is using the stream.
    /// </exception>
    /// <exception cref="EndOfStreamException">The underlying stream ends where none of its kind does.</exception>
    /// <exception cref="NotSupportedException">The stream can only be written, or the underlying stream cannot be read.</exception>
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

    /// <param name="buffer">The array to read into.</param>
    /// <param name="offset">Where in it.</param>
    /// <param name="count">Bytes to read, at most.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The array has no such part, or the text would end beyond what the stream can have.
    /// </exception>
    /// <inheritdoc cref="Read(Span{byte})"/>
    public override int Read(byte[] buffer, int offset, int count)
    {
        RequireReads();
        return Read(Arguments.StreamPart(buffer, offset, count).Span);
    }

    /// <summary>Reads one byte.</summary>
    /// <returns>The byte, or -1 at the end.</returns>
    /// <inheritdoc cref="Read(Span{byte})"/>
    public override unsafe int ReadByte()
    {
        byte one;
        return Read(new Span<byte>(&one, 1)) == 0 ? -1 : one;
    }

    /// <param name="cancellationToken">Cancels the call.</param>
    /// <inheritdoc cref="Read(byte[], int, int)"/>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        RequireReads();
        var part = Arguments.StreamPart(buffer, offset, count);
        RequireReadable();
        return UnderlyingStream.AsTask(ReadTextAsync(_claim.Enter(), part, cancellationToken));
    }

#if NET
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <inheritdoc cref="Read(Span{byte})"/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        RequireReadable();
        return ReadTextAsync(_claim.Enter(), buffer, cancellationToken);
    }

    /// <summary>Reads to the end, writes what it reads to another stream, and wipes its buffer.</summary>
    /// <param name="destination">Receives text.</param>
    /// <param name="bufferSize">Bytes to read at once, at least.</param>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bufferSize"/> is not positive.</exception>
    /// <exception cref="NotSupportedException">
    /// <paramref name="destination"/> cannot be written, the stream can only be written, or the underlying stream cannot be read.
    /// </exception>
    /// <inheritdoc cref="Read(Span{byte})"/>
    public override void CopyTo(Stream destination, int bufferSize)
    {
        ValidateCopyToArguments(destination, bufferSize);
        RequireReadable();
        using var scope = _claim.Enter();
        TextCopies.Copy(text => ReadText(text.Span), destination, bufferSize);
    }

    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="CopyTo(Stream, int)"/>
    public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        ValidateCopyToArguments(destination, bufferSize);
        RequireReadable();
        return TextCopies.CopyAsync(
            _claim.Enter(), text => ReadTextAsync(default, text, cancellationToken), destination, bufferSize, cancellationToken);
    }
#endif

    /// <summary>Writes from the position on.</summary>
    /// <param name="buffer">Text of any length.</param>
    /// <exception cref="ArgumentOutOfRangeException">The text would end beyond what the stream can have.</exception>
    /// <exception cref="CryptographicException">
    /// The message would be longer than one can be, or another thread is using the stream.
    /// </exception>
    /// <exception cref="EndOfStreamException">
    /// The underlying stream ends within a sector that is written in part, or before the position; nothing was written there.
    /// </exception>
    /// <exception cref="InvalidOperationException">The message was completed, or an earlier write failed.</exception>
    /// <exception cref="NotSupportedException">The stream can only be read, or the underlying stream cannot be written.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
#if NET
    public override void Write(ReadOnlySpan<byte> buffer)
#else
    public void Write(ReadOnlySpan<byte> buffer)
#endif
    {
        RequireWritable();
        using var scope = _claim.Enter();
        var call = default(CoreCall);
        while (!_core.Write(buffer, ref call))
            call.Answer = Transfer(call.Wanted);
    }

    /// <param name="buffer">The array with text.</param>
    /// <param name="offset">Where it begins there.</param>
    /// <param name="count">Bytes to write.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The array has no such part, or the text would end beyond what the stream can have.
    /// </exception>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override void Write(byte[] buffer, int offset, int count)
    {
        RequireWrites();
        Write(Arguments.StreamPart(buffer, offset, count).Span);
    }

    /// <summary>Writes one byte.</summary>
    /// <param name="value">The byte.</param>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override unsafe void WriteByte(byte value) => Write(new ReadOnlySpan<byte>(&value, 1));

    /// <param name="cancellationToken">Cancels the call; a message cannot be completed then, if writing had begun.</param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="Write(byte[], int, int)"/>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        RequireWrites();
        var part = Arguments.StreamPart(buffer, offset, count);
        RequireWritable();
        return UnderlyingStream.AsTask(WriteTextAsync(_claim.Enter(), part, cancellationToken));
    }

#if NET
    /// <param name="cancellationToken">Cancels the call; a message cannot be completed then, if writing had begun.</param>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        RequireWritable();
        return WriteTextAsync(_claim.Enter(), buffer, cancellationToken);
    }
#endif

    /// <summary>Writes what need not wait for more text, and flushes the underlying stream; has no effect where text can only be read.</summary>
    /// <exception cref="CryptographicException">Another thread is using the stream.</exception>
    /// <exception cref="InvalidOperationException">An earlier write failed, after which a message cannot be completed.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override void Flush()
    {
        if (!_core.Writes)
            return;
        using var scope = _claim.Enter();
        var call = default(CoreCall);
        while (!_core.Flush(ref call))
            call.Answer = Transfer(call.Wanted);
        _underlying.Flush();
    }

    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="Flush"/>
    public override async Task FlushAsync(CancellationToken cancellationToken)
    {
        if (!_core.Writes)
            return;
        using var scope = _claim.Enter();
        cancellationToken.ThrowIfCancellationRequested();
        var call = default(CoreCall);
        while (!_core.Flush(ref call))
            call.Answer = await TransferAsync(call.Wanted, cancellationToken).ConfigureAwait(false);
        await _underlying.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

#if NET
    /// <summary>Does what <see cref="Dispose"/> does, without waiting for the underlying stream.</summary>
    /// <returns>The end of it.</returns>
    public override async ValueTask DisposeAsync()
    {
        try
        {
            if (_claim.TryEnter(out var scope))
            {
                using (scope)
                    await EndAsync().ConfigureAwait(false);
            }

            if (_claim.Dispose() && !_leaveOpen && !_core.EndsByWriting)
                await _underlying.DisposeAsync().ConfigureAwait(false);
        }
        finally
        {
            await base.DisposeAsync().ConfigureAwait(false);
            GC.SuppressFinalize(this);
        }
    }
#endif

    /// <summary>
    /// Writes what has to be, wipes keys and text, and disposes of the underlying stream unless that is to stay open.
    /// </summary>
    /// <remarks>A message that was not completed is abandoned: nothing more of it is written.</remarks>
    /// <param name="disposing">True: there is no finalizer.</param>
    protected override void Dispose(bool disposing)
    {
        try
        {
            // At once, even if a call is under way: it may wait for that stream.
            if (_claim.Dispose() && !_leaveOpen && !_core.EndsByWriting)
                _underlying.Dispose();
        }
        finally
        {
            base.Dispose(disposing);
        }
    }

    /// <summary>Ends the message that is written.</summary>
    private protected void CompleteMessage()
    {
        using var scope = _claim.Enter();
        var call = default(CoreCall);
        while (!_core.Complete(ref call))
            call.Answer = Transfer(call.Wanted);
    }

    /// <inheritdoc cref="CompleteMessage"/>
    private protected async Task CompleteMessageAsync(CancellationToken cancellationToken)
    {
        using var scope = _claim.Enter();
        var call = default(CoreCall);
        if (_core.IsOpen)
            cancellationToken.ThrowIfCancellationRequested();
        while (!_core.Complete(ref call))
            call.Answer = await TransferAsync(call.Wanted, cancellationToken).ConfigureAwait(false);
    }

    private int ReadText(Span<byte> text)
    {
        var call = default(CoreCall);
        while (!_core.Read(text, ref call))
            call.Answer = Transfer(call.Wanted);
        return call.Done;
    }

    private async Count ReadTextAsync(StreamScope claimed, Memory<byte> text, CancellationToken cancellationToken)
    {
        using var scope = claimed;
        cancellationToken.ThrowIfCancellationRequested();
        var call = default(CoreCall);
        while (!_core.Read(text.Span, ref call))
            call.Answer = await TransferAsync(call.Wanted, cancellationToken).ConfigureAwait(false);
        return call.Done;
    }

    private async Work WriteTextAsync(StreamScope claimed, ReadOnlyMemory<byte> text, CancellationToken cancellationToken)
    {
        using var scope = claimed;
        cancellationToken.ThrowIfCancellationRequested();
        var call = default(CoreCall);
        while (!_core.Write(text.Span, ref call))
            call.Answer = await TransferAsync(call.Wanted, cancellationToken).ConfigureAwait(false);
    }

    private long TextLength()
    {
        var call = default(CoreCall);
        while (!_core.FindLength(ref call))
            call.Answer = Transfer(call.Wanted);
        return call.Answer;
    }

    /// <summary>Does what a core wants, for a call that goes on only if the stream has not been disposed meanwhile.</summary>
    /// <returns>The answer.</returns>
    private long Transfer(in Transfer wanted)
    {
        var answer = Perform(wanted);
        _claim.RequireUndisposed();
        return answer;
    }

    private long Perform(in Transfer wanted)
    {
        try
        {
            if (IsAtOnce(wanted, out var answer))
                return answer;
            if (wanted.Kind == TransferKind.Read)
                return UnderlyingStream.Read(_underlying, wanted.Bytes, wanted.From, wanted.To);
            _underlying.Write(wanted.Bytes, wanted.From, wanted.To - wanted.From);
            return 0;
        }
        catch (Exception)
        {
            _core.Abandon(wanted.Bytes);
            throw;
        }
    }

    /// <summary>The same, without waiting.</summary>
#if NET
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    private async Answer TransferAsync(Transfer wanted, CancellationToken cancellationToken)
    {
        if (wanted.Kind is TransferKind.EndReadAhead or TransferKind.DropReadAhead)
            await _ahead!.WhenRead(cancellationToken).ConfigureAwait(false);
        long answer;
        try
        {
            if (!IsAtOnce(wanted, out answer))
            {
                var (bytes, from, to) = (wanted.Bytes, wanted.From, wanted.To);
                if (wanted.Kind == TransferKind.Read)
                    answer = await UnderlyingStream.ReadAsync(_underlying, bytes, from, to, cancellationToken).ConfigureAwait(false);
                else
                    await UnderlyingStream.WriteAsync(_underlying, bytes, from, to, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (Exception)
        {
            _core.Abandon(wanted.Bytes);
            throw;
        }

        _claim.RequireUndisposed();
        return answer;
    }

    /// <summary>Does what nobody waits for, or has waited for; before a read or write, goes there.</summary>
    private bool IsAtOnce(in Transfer wanted, out long answer)
    {
        answer = 0;
        switch (wanted.Kind)
        {
            case TransferKind.Length:
                answer = _underlying.Length - _start;
                return true;
            case TransferKind.SetLength:
                _underlying.SetLength(_start + wanted.At);
                return true;
            case TransferKind.ReadAhead:
                (_ahead ??= new(_underlying)).Begin(wanted.Bytes, wanted.From, wanted.To);
                return true;
            case TransferKind.EndReadAhead:
                answer = _ahead!.End();
                return true;
            case TransferKind.DropReadAhead:
                answer = _ahead!.Drop();
                return true;
            default:
                _ahead?.Drop();
                if (_canSeek && wanted.At >= 0)
                    _underlying.Position = _start + wanted.At;
                return false;
        }
    }

    /// <summary>What is left when the stream has been disposed and no call is under way.</summary>
    private void End()
    {
        try
        {
            var call = default(CoreCall);
            while (!_core.End(ref call))
                call.Answer = Perform(call.Wanted);
        }
        finally
        {
            _core.Dispose();
            if (_core.EndsByWriting && !_leaveOpen)
                _underlying.Dispose();
        }
    }

#if NET
    /// <summary>What of the end takes time; <see cref="End"/> finds nothing of it left.</summary>
    private async Work EndAsync()
    {
        try
        {
            var call = default(CoreCall);
            while (!_core.End(ref call))
                call.Answer = await TransferAsync(call.Wanted, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception)
        {
            _core.GiveUp();
            throw;
        }
        finally
        {
            if (_core.EndsByWriting && !_leaveOpen)
                await _underlying.DisposeAsync().ConfigureAwait(false);
        }
    }
#endif

    private void RequireReads()
    {
        if (!_core.Reads)
            throw new NotSupportedException("The stream can only be written.");
    }

    private void RequireWrites()
    {
        if (!_core.Writes)
            throw new NotSupportedException("The stream can only be read.");
    }

    private void RequireReadable()
    {
        RequireReads();
        if (!_core.Writes)
            return;
        _claim.RequireUndisposed();
        if (!_underlying.CanRead)
            throw new NotSupportedException("The underlying stream cannot be read.");
    }

    private void RequireWritable()
    {
        RequireWrites();
        if (!_core.Reads)
            return;
        _claim.RequireUndisposed();
        if (!_underlying.CanWrite)
            throw new NotSupportedException("The underlying stream cannot be written.");
    }

    private void RequireSeekable()
    {
        RequireReads();
        _claim.RequireUndisposed();
        if (!_canSeek)
            throw new NotSupportedException("The underlying stream cannot seek.");
    }
}
