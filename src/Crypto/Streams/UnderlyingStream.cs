using System.IO;
using System.Threading;
using System.Threading.Tasks;
#if NET
using System;
using System.Runtime.CompilerServices;
using Count = System.Threading.Tasks.ValueTask<int>;
using Work = System.Threading.Tasks.ValueTask;
#else
using Count = System.Threading.Tasks.Task<int>;
using Work = System.Threading.Tasks.Task;
#endif

namespace ManagedCrypto;

/// <summary>
/// Reads and writes parts of arrays by way of streams that others wrote. All reading goes through here, since what a stream says that it
/// read may be negative, or more than it was asked for: nothing may take such a count for the length of anything.
/// </summary>
internal static class UnderlyingStream
{
    /// <summary>Reads into an array.</summary>
    /// <returns>Bytes read: 0 at the end, and at most what there is room for.</returns>
    /// <exception cref="IOException">The stream returned another count.</exception>
    public static int Read(Stream stream, byte[] bytes, int from, int to) => Possible(stream.Read(bytes, from, to - from), to - from);

#if NET
    /// <inheritdoc cref="Read"/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public static async Count ReadAsync(Stream stream, byte[] bytes, int from, int to, CancellationToken cancellationToken) =>
        Possible(await stream.ReadAsync(bytes.AsMemory(from, to - from), cancellationToken).ConfigureAwait(false), to - from);

    public static Work WriteAsync(Stream stream, byte[] bytes, int from, int to, CancellationToken cancellationToken) =>
        stream.WriteAsync(bytes.AsMemory(from, to - from), cancellationToken);

    public static Task<int> AsTask(Count count) => count.AsTask();

    public static Task AsTask(Work work) => work.AsTask();
#else
    /// <inheritdoc cref="Read"/>
    public static async Count ReadAsync(Stream stream, byte[] bytes, int from, int to, CancellationToken cancellationToken) =>
        Possible(await stream.ReadAsync(bytes, from, to - from, cancellationToken).ConfigureAwait(false), to - from);

    public static Work WriteAsync(Stream stream, byte[] bytes, int from, int to, CancellationToken cancellationToken) =>
        stream.WriteAsync(bytes, from, to - from, cancellationToken);

    public static Task<int> AsTask(Count count) => count;

    public static Task AsTask(Work work) => work;
#endif

    private static int Possible(int read, int asked) => (uint)read <= (uint)asked ? read
        : throw new IOException($"The stream returned {read} for a read of up to {asked} bytes.");
}
