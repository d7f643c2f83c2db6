using System;
using System.Threading;
using System.Threading.Tasks;
#if NET
using Work = System.Threading.Tasks.ValueTask;
#else
using Work = System.Threading.Tasks.Task;
#endif

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <content>The same for a caller that does not wait. Chunks are sealed by the caller's thread, and those that help it.</content>
public sealed partial class CobblestoneSealingStream
{
    /// <summary>Does what <see cref="Complete"/> does, without waiting for the stream beneath.</summary>
    /// <param name="cancellationToken">
    /// Cancels the call; the message cannot be completed then, if anything had been written.
    /// </param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="Complete"/>
    public async Task CompleteAsync(CancellationToken cancellationToken = default)
    {
        using var scope = _claim.Enter();
        if (_condition == WritingCondition.Completed)
            return;
        _condition.RequireOpen();
        cancellationToken.ThrowIfCancellationRequested();
        await StoreAsync(SealLast(), cancellationToken).ConfigureAwait(false);
        _condition = WritingCondition.Completed;
    }

#if NET
    /// <param name="cancellationToken">Cancels the call; the message cannot be completed then, if anything had been written.</param>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        WriteMemoryAsync(buffer, cancellationToken);

    /// <summary>Does what <see cref="Dispose"/> does, without waiting for the stream beneath.</summary>
    /// <returns>The end of it.</returns>
    public override async ValueTask DisposeAsync()
    {
        if (_claim.Dispose() && !_leaveOpen)
            await _destination.DisposeAsync().ConfigureAwait(false);
        await base.DisposeAsync().ConfigureAwait(false);
    }
#endif

    /// <param name="cancellationToken">Cancels the call; the message cannot be completed then, if anything had been written.</param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="Write(byte[], int, int)"/>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        UnderlyingStream.AsTask(WriteMemoryAsync(Arguments.StreamPart(buffer, offset, count), cancellationToken));

    /// <param name="cancellationToken">Cancels the call; the message cannot be completed then, if anything had been written.</param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="Flush"/>
    public override async Task FlushAsync(CancellationToken cancellationToken)
    {
        using var scope = _claim.Enter();
        var hasChunks = BeginsFlush();
        cancellationToken.ThrowIfCancellationRequested();
        if (hasChunks)
            await StoreAsync(0, cancellationToken).ConfigureAwait(false);
        await _destination.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Work WriteMemoryAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken)
    {
        using var scope = _claim.Enter();
        _condition.RequireOpen();
        cancellationToken.ThrowIfCancellationRequested();
        while (!buffer.IsEmpty)
        {
            buffer = buffer.Slice(Take(buffer.Span));
            if (_sealed == _buffer.Chunks)
                await StoreAsync(0, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Work StoreAsync(int lastBytes, CancellationToken cancellationToken)
    {
        var (offset, count) = BeginStore(lastBytes);
        await UnderlyingStream.WriteAsync(_destination, _buffer.Bytes, offset, offset + count, cancellationToken).ConfigureAwait(false);
        EndStore();
    }
}
