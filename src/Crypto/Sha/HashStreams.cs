using System;
using System.Buffers;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>Hashing of streams from where they stand to their end.</summary>
internal static class HashStreams
{
    private const int ChunkBytes = 32 * 1024;

    public static void Append(IMessageHash hash, Stream source)
    {
        var chunk = ArrayPool<byte>.Shared.Rent(ChunkBytes);
        try
        {
            for (int read; (read = source.Read(chunk, 0, chunk.Length)) > 0;)
                hash.Append(new ReadOnlySpan<byte>(chunk, 0, read));
        }
        finally
        {
            Secret.Wipe(chunk);
            ArrayPool<byte>.Shared.Return(chunk);
        }
    }

    public static async Task AppendAsync(IMessageHash hash, Stream source, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            await Task.FromCanceled(cancellationToken).ConfigureAwait(false);

        var chunk = ArrayPool<byte>.Shared.Rent(ChunkBytes);
        try
        {
            for (int read; (read = await ReadAsync(source, chunk, cancellationToken).ConfigureAwait(false)) > 0;)
                hash.Append(new ReadOnlySpan<byte>(chunk, 0, read));
        }
        finally
        {
            Secret.Wipe(chunk);
            ArrayPool<byte>.Shared.Return(chunk);
        }
    }

#if NET
    /// <summary>Hashes the stream and disposes the hash.</summary>
    public static async ValueTask<byte[]> HashToEndAsync(IMessageHash hash, Stream source, CancellationToken cancellationToken)
    {
        using (hash)
        {
            await AppendAsync(hash, source, cancellationToken).ConfigureAwait(false);
            return hash.FinishAndReset();
        }
    }

    /// <inheritdoc cref="HashToEndAsync(IMessageHash, Stream, CancellationToken)"/>
    public static async ValueTask<int> HashToEndAsync(
        IMessageHash hash, Stream source, Memory<byte> destination, CancellationToken cancellationToken)
    {
        using (hash)
        {
            await AppendAsync(hash, source, cancellationToken).ConfigureAwait(false);
            hash.FinishAndReset(destination.Span);
            return hash.DigestBytes;
        }
    }

    private static ValueTask<int> ReadAsync(Stream source, byte[] chunk, CancellationToken cancellationToken) =>
        source.ReadAsync(chunk, cancellationToken);
#else
    private static Task<int> ReadAsync(Stream source, byte[] chunk, CancellationToken cancellationToken) =>
        source.ReadAsync(chunk, 0, chunk.Length, cancellationToken);
#endif
}
