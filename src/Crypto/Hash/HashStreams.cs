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
    private static void Check(IMessageHash hash, Stream source, ReadOnlySpan<byte> destination, int bytes)
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
    private static void Require(Stream source, ReadOnlySpan<byte> destination, int bytes)
    {
        Arguments.Required(source, nameof(source));
        Arguments.RequireRoom(destination, bytes);
        Arguments.RequireReadable(source);
    }

    private static void Append(IMessageHash hash, Stream source) => Append(hash, source, waits: true, default).GetAwaiter().GetResult();

    private static Task AppendAsync(IMessageHash hash, Stream source, CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? Task.FromCanceled(cancellationToken) : Append(hash, source, waits: false, cancellationToken);

    /// <summary>Where each read is waited for, the task has ended.</summary>
    private static async Task Append(IMessageHash hash, Stream source, bool waits, CancellationToken cancellationToken)
    {
        var chunk = TextPool.Rent(ChunkBytes);
        var most = 0;
        try
        {
            for (int read;
                (read = waits ? UnderlyingStream.Read(source, chunk, 0, chunk.Length)
                    : await UnderlyingStream.ReadAsync(source, chunk, 0, chunk.Length, cancellationToken).ConfigureAwait(false)) > 0;
                most = Math.Max(most, read))
            {
                hash.Append(new ReadOnlySpan<byte>(chunk, 0, read));

                // Only after a full first chunk: for a short file, asking for its length costs more than reading ahead saves.
                if (waits && most == 0 && read == chunk.Length)
                    AppendAhead(hash, source);
            }
        }
        catch (Exception)
        {
            TextPool.Drop(chunk);
            throw;
        }

        TextPool.Return(chunk, most);
    }

    private static void AppendAhead(IMessageHash hash, Stream source)
    {
        using var ahead = FileReadAhead.Of(source);
        for (ReadOnlySpan<byte> next; ahead is not null && !(next = ahead.Next()).IsEmpty;)
            hash.Append(next);
    }
}
