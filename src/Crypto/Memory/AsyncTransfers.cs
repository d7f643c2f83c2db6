using System.IO;
using System.Threading;
using System.Threading.Tasks;
#if NET
using System;
using Count = System.Threading.Tasks.ValueTask<int>;
using Work = System.Threading.Tasks.ValueTask;
#else
using Count = System.Threading.Tasks.Task<int>;
using Work = System.Threading.Tasks.Task;
#endif

namespace ManagedCrypto;

/// <summary>Transfers between an array and a stream, by the members that allocate least where there are several.</summary>
internal static class AsyncTransfers
{
#if NET
    public static Task<int> AsTask(Count count) => count.AsTask();

    public static Task AsTask(Work work) => work.AsTask();

    public static Count ReadAsync(Stream stream, byte[] bytes, int from, int to, CancellationToken cancellationToken) =>
        stream.ReadAsync(bytes.AsMemory(from, to - from), cancellationToken);

    public static Work WriteAsync(Stream stream, byte[] bytes, int from, int to, CancellationToken cancellationToken) =>
        stream.WriteAsync(bytes.AsMemory(from, to - from), cancellationToken);
#else
    public static Task<int> AsTask(Count count) => count;

    public static Task AsTask(Work work) => work;

    public static Count ReadAsync(Stream stream, byte[] bytes, int from, int to, CancellationToken cancellationToken) =>
        stream.ReadAsync(bytes, from, to - from, cancellationToken);

    public static Work WriteAsync(Stream stream, byte[] bytes, int from, int to, CancellationToken cancellationToken) =>
        stream.WriteAsync(bytes, from, to - from, cancellationToken);
#endif
}
