using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto;

/// <summary>Decryption of a stream that has been verified, from where it stands to its end, and verified again meanwhile.</summary>
internal static class GcmStreams
{
    private const int ChunkBytes = 64 * 1024;

    /// <exception cref="ArgumentException">A stream cannot do what two passes need, or is null.</exception>
    public static void RequireTwoPasses(Stream source, Stream destination)
    {
        Arguments.RequireReadable(source);
        if (!source.CanSeek)
            throw new ArgumentException("The stream cannot be sought, and so not be read twice.", nameof(source));
        if (!Arguments.Required(destination, nameof(destination)).CanWrite)
            throw new ArgumentException("The stream cannot be written.", nameof(destination));
        if (source == destination)
            throw new ArgumentException("It is the source, too: two passes take two streams.", nameof(destination));
    }

    /// <exception cref="AuthenticationTagMismatchException">It is wrong.</exception>
    public static void RequireUnchanged(bool isRight)
    {
        if (!isRight)
        {
            throw new AuthenticationTagMismatchException(
                "The source changed after it had been verified: what was written to the destination is not genuine.");
        }
    }

    public static void Decrypt(RunningGcm message, Stream source, Stream destination) =>
        Decrypt(message, source, destination, waits: true, default).GetAwaiter().GetResult();

#if NET
    public static Task DecryptAsync(RunningGcm message, Stream source, Stream destination, CancellationToken cancellationToken) =>
        Decrypt(message, source, destination, waits: false, cancellationToken);
#endif

    /// <summary>Where each read and write is waited for, the task has ended.</summary>
    private static async Task Decrypt(
        RunningGcm message, Stream source, Stream destination, bool waits, CancellationToken cancellationToken)
    {
        var chunk = TextPool.Rent(ChunkBytes);
        try
        {
            for (int read;
                (read = waits ? UnderlyingStream.Read(source, chunk, 0, chunk.Length)
                    : await UnderlyingStream.ReadAsync(source, chunk, 0, chunk.Length, cancellationToken).ConfigureAwait(false)) > 0;)
            {
                message.Transform(new ReadOnlySpan<byte>(chunk, 0, read), new Span<byte>(chunk, 0, read), isOpening: true);
                if (waits)
                    destination.Write(chunk, 0, read);
                else
                    await UnderlyingStream.WriteAsync(destination, chunk, 0, read, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (Exception)
        {
            TextPool.Drop(chunk);
            throw;
        }

        TextPool.Return(chunk);
    }
}
