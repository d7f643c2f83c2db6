using System;
using System.Threading;
using System.Threading.Tasks;
#if NET
using System.IO;
using Count = System.Threading.Tasks.ValueTask<int>;
#else
using Count = System.Threading.Tasks.Task<int>;
#endif

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <content>The same for a caller that does not wait.</content>
public sealed partial class AesCbcDecryptingStream
{
#if NET
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <inheritdoc cref="Read(Span{byte})"/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        return ReadTextAsync(_claim.Enter(), buffer, cancellationToken);
    }

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
        cancellationToken.ThrowIfCancellationRequested();
        int done;
        while ((done = Decrypt(buffer.Span)) == 0 && !buffer.IsEmpty && !IsAtEnd)
        {
            var end = BeginFetch(buffer.Length) + _windowBytes;
            EndFetch(await UnderlyingStream.ReadAsync(_source, _window, _windowBytes, end, cancellationToken).ConfigureAwait(false));
        }

        return done;
    }
}
