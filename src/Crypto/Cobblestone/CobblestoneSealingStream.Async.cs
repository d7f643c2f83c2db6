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
    /// Cancels the call; the message cannot be completed then, if anything had been written. To give it up, call <see cref="Abandon"/>.
    /// </param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="Complete"/>
    public Task CompleteAsync(CancellationToken cancellationToken = default)
    {
        if (_condition == WritingCondition.Completed)
            return Task.CompletedTask;
        _condition.RequireOpen(this);
        return Run();

        async Task Run()
        {
            cancellationToken.ThrowIfCancellationRequested();
            await StoreAsync(SealLast(), cancellationToken).ConfigureAwait(false);
            _condition = WritingCondition.Completed;
        }
    }

#if NET
    /// <param name="cancellationToken">Cancels the call; the message cannot be completed then, if anything had been written.</param>
    /// <inheritdoc cref="Write(ReadOnlySpan{byte})"/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        _condition.RequireOpen(this);
        return WriteMemoryAsync(buffer, cancellationToken);
    }

    /// <summary>Does what <see cref="Dispose"/> does, without waiting for the stream beneath.</summary>
    /// <returns>The end of it.</returns>
    public override async ValueTask DisposeAsync()
    {
        if (_condition == WritingCondition.Disposed)
            return;
        try
        {
            if (_condition == WritingCondition.Open)
                await CompleteAsync().ConfigureAwait(false);
        }
        finally
        {
            Wipe();
            if (!_leaveOpen)
                await _destination.DisposeAsync().ConfigureAwait(false);
            await base.DisposeAsync().ConfigureAwait(false);
        }
    }
#endif

    /// <param name="cancellationToken">Cancels the call; the message cannot be completed then, if anything had been written.</param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="Write(byte[], int, int)"/>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        var part = Arguments.StreamPart(buffer, offset, count);
        _condition.RequireOpen(this);
        return UnderlyingStream.AsTask(WriteMemoryAsync(part, cancellationToken));
    }

    /// <param name="cancellationToken">Cancels the call; the message cannot be completed then, if anything had been written.</param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="Flush"/>
    public override Task FlushAsync(CancellationToken cancellationToken)
    {
        var hasChunks = BeginsFlush();
        return Run();

        async Task Run()
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (hasChunks)
                await StoreAsync(0, cancellationToken).ConfigureAwait(false);
            await _destination.FlushAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    private async Work WriteMemoryAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken)
    {
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
