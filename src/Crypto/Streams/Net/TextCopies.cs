using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto;

/// <summary>
/// Copies from streams whose text may be secret. Those of <see cref="Stream"/> leave it in arrays of a pool, which others get next.
/// </summary>
internal static class TextCopies
{
    /// <summary>Copies what a stream that is claimed reads.</summary>
    public static void Copy(Func<Memory<byte>, int> read, Stream destination, int bufferSize)
    {
        var chunk = TextPool.Rent(bufferSize);
        try
        {
            for (int bytes; (bytes = read(chunk)) > 0;)
                destination.Write(chunk, 0, bytes);
        }
        catch (Exception)
        {
            TextPool.Drop(chunk);
            throw;
        }

        TextPool.Return(chunk);
    }

    /// <summary>The same, without waiting.</summary>
    public static async Task CopyAsync(
        StreamScope claimed,
        Func<Memory<byte>, ValueTask<int>> read,
        Stream destination,
        int bufferSize,
        CancellationToken cancellationToken)
    {
        using var scope = claimed;
        var chunk = TextPool.Rent(bufferSize);
        try
        {
            for (int bytes; (bytes = await read(chunk).ConfigureAwait(false)) > 0;)
                await destination.WriteAsync(chunk.AsMemory(0, bytes), cancellationToken).ConfigureAwait(false);
        }
        catch (Exception)
        {
            TextPool.Drop(chunk);
            throw;
        }

        TextPool.Return(chunk);
    }
}
