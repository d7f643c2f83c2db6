using System;
using System.Threading;
using System.Threading.Tasks;
#if NET
using System.IO;
using Count = System.Threading.Tasks.ValueTask<int>;
using Work = System.Threading.Tasks.ValueTask;
#else
using Count = System.Threading.Tasks.Task<int>;
using Work = System.Threading.Tasks.Task;
#endif

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <content>The same transfers for a caller that does not wait.</content>
public sealed partial class AesCtrStream
{
#if NET
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <inheritdoc cref="Read(Span{byte})"/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        RequireReadable();
        return ReadMemoryAsync(buffer, cancellationToken);
    }

    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="CopyTo(Stream, int)"/>
    public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        ValidateCopyToArguments(destination, bufferSize);
        return TextCopies.CopyAsync(this, destination, bufferSize, cancellationToken);
    }

    /// <param name="cancellationToken">Cancels the call.</param>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        RequireWritable();
        return WriteMemoryAsync(buffer, cancellationToken);
    }

    /// <summary>Does what <see cref="Dispose"/> does, without waiting for the stream beneath.</summary>
    /// <returns>The end of it.</returns>
    public override async ValueTask DisposeAsync()
    {
        if (_isDisposed)
            return;
        Wipe();
        if (!_leaveOpen)
            await _stream.DisposeAsync().ConfigureAwait(false);
        await base.DisposeAsync().ConfigureAwait(false);
    }
#endif

    /// <param name="cancellationToken">Cancels the call.</param>
    /// <inheritdoc cref="Read(byte[], int, int)"/>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        var part = Arguments.StreamPart(buffer, offset, count);
        RequireReadable();
        return UnderlyingStream.AsTask(ReadMemoryAsync(part, cancellationToken));
    }

    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="Write(byte[], int, int)"/>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        var part = Arguments.StreamPart(buffer, offset, count);
        RequireWritable();
        return UnderlyingStream.AsTask(WriteMemoryAsync(part, cancellationToken));
    }

    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="Flush"/>
    public override Task FlushAsync(CancellationToken cancellationToken)
    {
        RequireOpen();
        return _stream.FlushAsync(cancellationToken);
    }

    private async Count ReadMemoryAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var asked = BeginRead(buffer.Length);
        var read = await UnderlyingStream.ReadAsync(_stream, _batch, 0, asked, cancellationToken).ConfigureAwait(false);
        return EndRead(read, buffer.Span);
    }

    private async Work WriteMemoryAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        for (int bytes; !buffer.IsEmpty; buffer = buffer.Slice(bytes))
        {
            bytes = Encrypt(buffer.Span);
            await UnderlyingStream.WriteAsync(_stream, _batch, 0, bytes, cancellationToken).ConfigureAwait(false);
        }
    }
}
