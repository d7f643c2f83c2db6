using System;
using System.Security.Cryptography;
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

/// <content>The same for a caller that does not wait. Chunks are opened by the thread that goes on, and those that help it.</content>
public sealed partial class CobblestoneOpeningStream
{
#if NET
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <inheritdoc cref="Read(Span{byte})"/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        ReadTextAsync(_claim.Enter(), buffer, cancellationToken);

    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="CopyTo(Stream, int)"/>
    public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        ValidateCopyToArguments(destination, bufferSize);
        return TextCopies.CopyAsync(
            _claim.Enter(), text => ReadTextAsync(default, text, cancellationToken), destination, bufferSize, cancellationToken);
    }

    /// <summary>Does what <see cref="Dispose"/> does, without waiting for the stream beneath.</summary>
    /// <returns>The end of it.</returns>
    public override async ValueTask DisposeAsync()
    {
        if (_claim.TryEnter(out var scope))
        {
            using (scope)
                await EndAheadAsync().ConfigureAwait(false);
        }

        if (_claim.Dispose() && !_leaveOpen)
            await _source.DisposeAsync().ConfigureAwait(false);
        await base.DisposeAsync().ConfigureAwait(false);
    }
#endif

    /// <param name="cancellationToken">Cancels the call.</param>
    /// <inheritdoc cref="Read(byte[], int, int)"/>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        var part = Arguments.StreamPart(buffer, offset, count);
        return UnderlyingStream.AsTask(ReadTextAsync(_claim.Enter(), part, cancellationToken));
    }

    private async Count ReadTextAsync(StreamScope claimed, Memory<byte> buffer, CancellationToken cancellationToken)
    {
        using var scope = claimed;
        RequireGenuine();
        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            await BeginAsync(cancellationToken).ConfigureAwait(false);
            int done;
            while ((done = Deliver(buffer.Span)) == 0 && !buffer.IsEmpty && !IsAtEnd(_position))
            {
                var chunk = CobblestoneLayout.Chunk(_position);
                var isBehindEnd = IsBehindEnd(chunk);
                await EndAheadAsync(wanted: isBehindEnd ? NoChunk : chunk, cancellationToken).ConfigureAwait(false);
                if (isBehindEnd)
                {
                    await FetchAsync(LastChunk(), CobblestoneLayout.ChunkBytes, cancellationToken).ConfigureAwait(false);
                    OpenToFindLength();
                }
                else
                {
                    var bytes = CobblestoneLayout.OffsetInChunk(_position) + (long)buffer.Length;
                    await FetchAsync(chunk, bytes, cancellationToken).ConfigureAwait(false);
                }
            }

            return done;
        }
        catch (AuthenticationTagMismatchException mismatch)
        {
            _failure = mismatch.Message;
            throw;
        }
    }

    private async Work BeginAsync(CancellationToken cancellationToken)
    {
        for (int asked; (asked = MissingHeaderBytes()) > 0;)
            ReceivedHeader(await ReadSourceAsync(_headerBytes, _headerBytes + asked, cancellationToken).ConfigureAwait(false));
    }

    private async Work FetchAsync(long chunk, long bytes, CancellationToken cancellationToken)
    {
        if (await TakeAheadAsync(cancellationToken).ConfigureAwait(false))
        {
            ReadAhead(waits: false);
            return;
        }

        var end = MakeRoom(chunk, bytes);
        int read;
        do
        {
            read = await ReadSourceAsync(ChunkBuffer.Offset(0) + _bufferedBytes, end, cancellationToken).ConfigureAwait(false);
        }
        while (!Received(read));
        ReadAhead(waits: false);
    }

    private async Count ReadSourceAsync(int from, int to, CancellationToken cancellationToken)
    {
        try
        {
            return await UnderlyingStream.ReadAsync(_source, _buffer.Bytes, from, to, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception)
        {
            _buffer.IsForsaken = true;
            throw;
        }
    }
}
