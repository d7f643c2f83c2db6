using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto;

/// <summary>
/// Hashing of streams from where they stand to their end. Unless a method says otherwise, the hash that it is given has just
/// begun, and the method disposes of it.
/// </summary>
internal static class HashStreams
{
    private const int ChunkBytes = 32 * 1024;

    public static byte[] Hash(IMessageHash hash, Stream source)
    {
        using (hash)
        {
            Arguments.RequireReadable(source);
            Append(hash, source);
            return hash.FinishAndReset();
        }
    }

    /// <returns>Bytes of the digest.</returns>
    public static int Hash(IMessageHash hash, Stream source, Span<byte> destination)
    {
        using (hash)
        {
            Require(source, destination, hash.DigestBytes);
            Append(hash, source);
            hash.FinishAndReset(destination);
            return hash.DigestBytes;
        }
    }

    /// <summary>Hashes with the hash of an object, which stores the digest, and goes on. It serves nobody else until that is stored.</summary>
    public static byte[] Compute(IClaimableHash hash, Stream inputStream, Action<byte[]> keep)
    {
        using var claimed = hash.Claim(); // Refuses a disposed object.
        Append(claimed, Arguments.Required(inputStream, nameof(inputStream)));
        return Kept(claimed, keep);
    }

    private static byte[] Kept(IMessageHash hash, Action<byte[]> keep)
    {
        var digest = hash.FinishAndReset();
        keep(digest);
        return (byte[])digest.Clone();
    }

    /// <summary>Whether a code, of a length that the hash takes, is that of a stream.</summary>
    public static bool Verify(IMessageCode hash, Stream source, ReadOnlySpan<byte> code)
    {
        using (hash)
        {
            Arguments.RequireReadable(source);
            Append(hash, source);
            return hash.VerifyAndReset(code);
        }
    }

#if NET
    /// <summary>Whether a code, of a length that the hash takes, is that of a stream.</summary>
    public static ValueTask<bool> VerifyAsync(
        IMessageCode hash, Stream source, ReadOnlyMemory<byte> code, CancellationToken cancellationToken)
    {
        Check(hash, source, default, 0);
        return Run();

        async ValueTask<bool> Run()
        {
            using (hash)
            {
                await AppendAsync(hash, source, cancellationToken).ConfigureAwait(false);
                return hash.VerifyAndReset(code.Span);
            }
        }
    }

    public static ValueTask<byte[]> HashAsync(IMessageHash hash, Stream source, CancellationToken cancellationToken)
    {
        Check(hash, source, default, 0);
        return Run();

        async ValueTask<byte[]> Run()
        {
            using (hash)
            {
                await AppendAsync(hash, source, cancellationToken).ConfigureAwait(false);
                return hash.FinishAndReset();
            }
        }
    }

    /// <returns>Bytes of the digest.</returns>
    public static ValueTask<int> HashAsync(
        IMessageHash hash, Stream source, Memory<byte> destination, CancellationToken cancellationToken)
    {
        Check(hash, source, destination.Span, hash.DigestBytes);
        return Run();

        async ValueTask<int> Run()
        {
            using (hash)
            {
                await AppendAsync(hash, source, cancellationToken).ConfigureAwait(false);
                hash.FinishAndReset(destination.Span);
                return hash.DigestBytes;
            }
        }
    }

    /// <summary>Refuses bad arguments at once, and not when the task is awaited.</summary>
    private static void Check(IMessageHash hash, Stream source, Span<byte> destination, int bytes)
    {
        try
        {
            Require(source, destination, bytes);
        }
        catch (ArgumentException)
        {
            hash.Dispose();
            throw;
        }
    }

#else
    /// <inheritdoc cref="Compute"/>
    public static Task<byte[]> ComputeAsync(
        IClaimableHash hash, Stream inputStream, Action<byte[]> keep, CancellationToken cancellationToken)
    {
        Arguments.Required(inputStream, nameof(inputStream));
        return Run();

        async Task<byte[]> Run()
        {
            using var claimed = hash.Claim();
            await AppendAsync(claimed, inputStream, cancellationToken).ConfigureAwait(false);
            return Kept(claimed, keep);
        }
    }
#endif

    /// <summary>In the order of .NET's checks: a stream at all, the destination, a stream that can be read.</summary>
    private static void Require(Stream source, Span<byte> destination, int bytes)
    {
        Arguments.Required(source, nameof(source));
        Arguments.RequireRoom(destination, bytes);
        Arguments.RequireReadable(source);
    }

    private static void Append(IMessageHash hash, Stream source)
    {
        using var chunk = new Chunk();
        for (var isFirst = true; chunk.Received(UnderlyingStream.Read(source, chunk.Bytes, 0, chunk.Bytes.Length)); isFirst = false)
        {
            hash.Append(chunk.Text);

            // Only after a full first chunk: for a short file, asking for its length costs more than reading ahead saves.
            if (isFirst && chunk.Text.Length == chunk.Bytes.Length)
                AppendAhead(hash, source);
        }
    }

    private static async Task AppendAsync(IMessageHash hash, Stream source, CancellationToken cancellationToken)
    {
        // As .NET has it, whose exception is a TaskCanceledException.
        if (cancellationToken.IsCancellationRequested)
            await Task.FromCanceled(cancellationToken).ConfigureAwait(false);
        using var chunk = new Chunk();
        while (chunk.Received(
            await UnderlyingStream.ReadAsync(source, chunk.Bytes, 0, chunk.Bytes.Length, cancellationToken).ConfigureAwait(false)))
        {
            hash.Append(chunk.Text);
        }
    }

    private static void AppendAhead(IMessageHash hash, Stream source)
    {
        using var ahead = FileReadAhead.Of(source);
        for (ReadOnlySpan<byte> next; ahead is not null && !(next = ahead.Next()).IsEmpty;)
            hash.Append(next);
    }

    /// <summary>Text on its way from a stream to the hash, in an array of the pool.</summary>
    private struct Chunk() : IDisposable
    {
        private int _read = -1;
        private int _mostRead;

        public byte[] Bytes { get; } = TextPool.Rent(ChunkBytes);

        public readonly ReadOnlySpan<byte> Text => new(Bytes, 0, _read);

        /// <summary>Takes note of what was read.</summary>
        /// <returns>False at the end of the stream.</returns>
        public bool Received(int read)
        {
            _read = read;
            _mostRead = Math.Max(_mostRead, read);
            return read > 0;
        }

        /// <summary>If the end was not reached, the stream may still use the array.</summary>
        public readonly void Dispose()
        {
            if (_read == 0)
                TextPool.Return(Bytes, _mostRead);
            else
                TextPool.Drop(Bytes);
        }
    }
}
