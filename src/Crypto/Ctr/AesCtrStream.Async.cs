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
        return ReadTextAsync(_claim.Enter(), buffer, cancellationToken);
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

    /// <param name="cancellationToken">Cancels the call.</param>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        RequireWritable();
        return WriteTextAsync(_claim.Enter(), buffer, cancellationToken);
    }

    /// <summary>Does what <see cref="Dispose"/> does, without waiting for the stream beneath.</summary>
    /// <returns>The end of it.</returns>
    public override async ValueTask DisposeAsync()
    {
        if (_claim.Dispose() && !_leaveOpen)
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
        return UnderlyingStream.AsTask(ReadTextAsync(_claim.Enter(), part, cancellationToken));
    }

    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="Write(byte[], int, int)"/>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        var part = Arguments.StreamPart(buffer, offset, count);
        RequireWritable();
        return UnderlyingStream.AsTask(WriteTextAsync(_claim.Enter(), part, cancellationToken));
    }

    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="Flush"/>
    public override async Task FlushAsync(CancellationToken cancellationToken)
    {
        using var scope = _claim.Enter();
        await _stream.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Count ReadTextAsync(StreamScope claimed, Memory<byte> buffer, CancellationToken cancellationToken)
    {
        using var scope = claimed;
        cancellationToken.ThrowIfCancellationRequested();
        var asked = BeginRead(buffer.Length);
        var read = await UnderlyingStream.ReadAsync(_stream, _batch, 0, asked, cancellationToken).ConfigureAwait(false);
        return EndRead(read, buffer.Span);
    }

    private async Work WriteTextAsync(StreamScope claimed, ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken)
    {
        using var scope = claimed;
        cancellationToken.ThrowIfCancellationRequested();
        for (int bytes; !buffer.IsEmpty; buffer = buffer.Slice(bytes))
        {
            bytes = Encrypt(buffer.Span);
            await UnderlyingStream.WriteAsync(_stream, _batch, 0, bytes, cancellationToken).ConfigureAwait(false);
        }
    }
}
