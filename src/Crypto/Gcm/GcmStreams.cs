using System;
using System.IO;
using System.Security.Cryptography;
#if NET
using System.Threading;
using System.Threading.Tasks;
#endif

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

    public static void Decrypt(RunningGcm message, Stream source, Stream destination)
    {
        var chunk = TextPool.Rent(ChunkBytes);
        try
        {
            for (int read; (read = UnderlyingStream.Read(source, chunk, 0, chunk.Length)) > 0;)
            {
                Decrypt(message, chunk, read);
                destination.Write(chunk, 0, read);
            }
        }
        catch (Exception)
        {
            TextPool.Drop(chunk);
            throw;
        }

        TextPool.Return(chunk);
    }

#if NET
    public static async ValueTask DecryptAsync(
        RunningGcm message, Stream source, Stream destination, CancellationToken cancellationToken)
    {
        var chunk = TextPool.Rent(ChunkBytes);
        try
        {
            for (int read;
                (read = await UnderlyingStream.ReadAsync(source, chunk, 0, chunk.Length, cancellationToken).ConfigureAwait(false)) > 0;)
            {
                Decrypt(message, chunk, read);
                await destination.WriteAsync(chunk.AsMemory(0, read), cancellationToken).ConfigureAwait(false);
            }
        }
        catch (Exception)
        {
            TextPool.Drop(chunk);
            throw;
        }

        TextPool.Return(chunk);
    }
#endif

    private static void Decrypt(RunningGcm message, byte[] chunk, int read)
    {
        var text = chunk.AsSpan(0, read);
        message.Transform(text, text, isOpening: true);
    }
}
