#if NET
using System;
using System.Buffers;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Copies from streams whose text may be secret. Those of <see cref="Stream"/> leave it in arrays of a pool, which others get next.
/// </summary>
internal static class TextCopies
{
    public static void Copy(Stream source, Stream destination, int bufferSize)
    {
        var chunk = ArrayPool<byte>.Shared.Rent(bufferSize);
        try
        {
            for (int read; (read = UnderlyingStream.Read(source, chunk, 0, chunk.Length)) > 0;)
                destination.Write(chunk, 0, read);
        }
        finally
        {
            Return(chunk);
        }
    }

    public static async Task CopyAsync(Stream source, Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        var chunk = ArrayPool<byte>.Shared.Rent(bufferSize);
        try
        {
            for (int read;
                (read = await UnderlyingStream.ReadAsync(source, chunk, 0, chunk.Length, cancellationToken).ConfigureAwait(false)) > 0;)
                await destination.WriteAsync(chunk.AsMemory(0, read), cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            Return(chunk);
        }
    }

    private static void Return(byte[] chunk)
    {
        Secret.Wipe(chunk);
        ArrayPool<byte>.Shared.Return(chunk);
    }
}
#endif
