using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto;

/// <summary>
/// Reads a file ahead of what is made of its bytes: copying them out of the system's cache takes a fifth of the time of a hash. The thread
/// pool reads if it has a thread in time, and otherwise whoever waits for it, so that a busy pool delays nothing. For one caller.
/// </summary>
#pragma warning disable CA1001 // A task has nothing to dispose of unless somebody asks for its wait handle.
internal sealed class ReadAhead(Stream source)
#pragma warning restore CA1001
{
    private Reading? _read;

    /// <summary>Whether another thread may read a stream: files, since other streams may not expect that, or wait for ever.</summary>
    public static bool Suits(Stream source) =>
        source.GetType() == typeof(FileStream) && Environment.ProcessorCount > 1 && source.CanSeek;

    /// <summary>Begins to read from where the stream stands. Until the end of that, nobody else uses the stream or the bytes.</summary>
    public void Begin(byte[] bytes, int from, int to)
    {
        _read = new Reading(() => UnderlyingStream.Read(source, bytes, from, to));
        ThreadPool.UnsafeQueueUserWorkItem(Reading.RunUnlessTaken, _read);
    }

    /// <summary>Waits for the bytes. An interruption of the wait leaves it to be done again.</summary>
    /// <returns>How many there were: none at the end, or where nothing was read.</returns>
    public int End()
    {
        if (_read is null)
            return 0;
        _read.RunUnlessTaken();
        var bytes = _read.GetAwaiter().GetResult();
        _read = null;
        return bytes;
    }

    /// <summary>Waits for the bytes, whatever that comes to; they are not read if nobody has begun.</summary>
    /// <returns>Negative if the read failed, and may still write to the array.</returns>
    public int Drop()
    {
        if (_read is not null && _read.TryTake())
            _read = null;
        try
        {
            return End();
        }
        catch (Exception)
        {
            if (_read is { IsCompleted: true })
                _read = null;
            return -1;
        }
    }

    /// <summary>When the bytes are there, or the read has failed. Cancellation ends this wait, and not the read.</summary>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public async Task WhenRead(CancellationToken cancellationToken)
    {
        var cancelled = new TaskCompletionSource<bool>();
        using (cancellationToken.Register(() => cancelled.TrySetResult(true)))
            await Task.WhenAny(_read ?? Task.FromResult(0), cancelled.Task).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>
    /// A read that the first thread does which asks for it: one of the pool, or the caller. A task that the pool has queued would wait there
    /// for a thread of the pool.
    /// </summary>
    private sealed class Reading(Func<int> read) : Task<int>(read)
    {
        private int _isTaken;

        public static void RunUnlessTaken(object? reading) => ((Reading)reading!).RunUnlessTaken();

        public bool TryTake() => Interlocked.Exchange(ref _isTaken, 1) == 0;

        public void RunUnlessTaken()
        {
            if (TryTake())
                RunSynchronously(TaskScheduler.Default);
        }
    }
}
