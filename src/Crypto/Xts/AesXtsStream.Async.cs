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
public sealed partial class AesXtsStream
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
        try
        {
            if (_claim.TryEnter(out var scope))
            {
                using (scope)
                    await EndAsync().ConfigureAwait(false);
            }
        }
        finally
        {
            await base.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>What of the end takes time; <see cref="End"/> finds nothing of it left.</summary>
    private async Work EndAsync()
    {
        try
        {
            await WriteBufferedAsync(CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            _isDirty = false;
            if (!_leaveOpen)
                await _stream.DisposeAsync().ConfigureAwait(false);
        }
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
        await WriteBufferedAsync(cancellationToken).ConfigureAwait(false);
        await _stream.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Count ReadTextAsync(StreamScope claimed, Memory<byte> buffer, CancellationToken cancellationToken)
    {
        using var scope = claimed;
        cancellationToken.ThrowIfCancellationRequested();
        RequireReach(buffer.Length, nameof(buffer));
        var done = 0;
        while (done < buffer.Length)
        {
            var (position, rest) = (_position + done, buffer.Slice(done));
            if (IsBuffered(position))
            {
                done += ReadBuffered(position, rest.Span);
                continue;
            }

            await WriteBufferedAsync(cancellationToken).ConfigureAwait(false);
            var fetched = await FetchAsync(position, BytesToFetch(position, rest.Length), cancellationToken).ConfigureAwait(false);
            if (IsEnd(fetched, done))
                break;
            done += ReadFetched(position, fetched, rest.Span);
        }

        _position += done;
        return done;
    }

    private async Work WriteTextAsync(StreamScope claimed, ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken)
    {
        using var scope = claimed;
        cancellationToken.ThrowIfCancellationRequested();
        RequireReach(buffer.Length, nameof(buffer));
        if (!buffer.IsEmpty)
            await ExtendToAsync(Sector(_position), cancellationToken).ConfigureAwait(false);
        var done = 0;
        while (done < buffer.Length)
        {
            var (position, rest) = (_position + done, buffer.Slice(done));
            if (IsBuffered(position))
            {
                done += WriteToBuffered(position, rest.Span);
                continue;
            }

            await WriteBufferedAsync(cancellationToken).ConfigureAwait(false);
            if (IsDirect(position, rest.Length))
            {
                var bytes = EncryptDirect(position, rest.Span);
                await StoreAsync(Sector(position), bytes, cancellationToken).ConfigureAwait(false);
                done += bytes;
            }
            else
            {
                BufferFetched(position, await FetchAsync(position, _sectorBytes, cancellationToken).ConfigureAwait(false));
            }
        }

        _position += done;
    }

    private async Count FetchAsync(long position, int bytes, CancellationToken cancellationToken)
    {
        _stream.Position = position - OffsetInSector(position);
        var fetched = 0;
        for (int read;
            fetched < bytes && (read = await UnderlyingStream.ReadAsync(_stream, _batch, fetched, bytes, cancellationToken).ConfigureAwait(false)) > 0;)
        {
            fetched += read;
        }

        return fetched;
    }

    private Work StoreAsync(long sector, int bytes, CancellationToken cancellationToken)
    {
        _stream.Position = sector * _sectorBytes;
        return UnderlyingStream.WriteAsync(_stream, _batch, 0, bytes, cancellationToken);
    }

    private async Work WriteBufferedAsync(CancellationToken cancellationToken)
    {
        if (!_isDirty)
            return;
        EncryptBuffered();
        await StoreAsync(_buffered, _sectorBytes, cancellationToken).ConfigureAwait(false);
        _isDirty = false;
    }

    private async Work ExtendToAsync(long sector, CancellationToken cancellationToken)
    {
        if (sector <= Sector(BytesBeneath()))
            return;
        await WriteBufferedAsync(cancellationToken).ConfigureAwait(false);
        RequireWhole(BytesBeneath());
        for (var next = Sector(BytesBeneath()); next < sector;)
        {
            var bytes = EncryptZeros(next, sector);
            await StoreAsync(next, bytes, cancellationToken).ConfigureAwait(false);
            next += Sector(bytes);
        }
    }
}
