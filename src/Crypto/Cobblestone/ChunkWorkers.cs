using System;
using System.Runtime.ExceptionServices;
using System.Threading;

namespace ManagedCrypto;

/// <summary>
/// Threads of the thread pool that help a caller with a number of chunks. Whoever has none takes the next, so that a busy pool delays
/// nothing: a thread that comes late finds none left, or helps with the chunks of the next call.
/// </summary>
#pragma warning disable CA1001 // The event is never disposed of: a wait that threw would let the caller return while others write to its memory.
internal sealed class ChunkWorkers
#pragma warning restore CA1001
#if NET
    : IThreadPoolWorkItem
#endif
{
    private readonly Action<int> _doOne;
    private readonly int _helpers;
    private readonly ManualResetEventSlim _isDone = new();
    private int _count;
    private Exception? _failure;
    private int _firstFailed;
    private int _isKeeping;

    /// <summary>Chunks that nobody has taken. The call goes on until this is zero and all that were taken are done.</summary>
    private int _untaken;
    private int _unfinished;

    /// <param name="doOne">Does one chunk, whose index it is given.</param>
    /// <param name="helpers">How many threads help at most.</param>
    public ChunkWorkers(Action<int> doOne, int helpers)
    {
        _doOne = doOne;
        _helpers = helpers;
    }

    /// <summary>Does chunks, and returns when all are done, even if one fails: then with the exception of the first that failed.</summary>
    public void Run(int count)
    {
        _count = count;
        (_failure, _firstFailed, _unfinished) = (null, int.MaxValue, count);
        _isDone.Reset();
        Volatile.Write(ref _untaken, count);
        try
        {
            for (var helper = Math.Min(_helpers, count - 1); helper > 0; helper--)
            {
#if NET
                ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
#else
                ThreadPool.UnsafeQueueUserWorkItem(Execute, this);
#endif
            }
        }
        finally
        {
            if (!FinishesLast())
                WaitForHelpers();
        }

        if (_failure is not null)
            ExceptionDispatchInfo.Capture(_failure).Throw();
    }

    /// <summary>Thread-pool entry: takes chunks until none is left, and wakes the caller if it finished the last.</summary>
    public void Execute()
    {
        if (FinishesLast())
            _isDone.Set();
    }

#if !NET
    private static void Execute(object? workers) => ((ChunkWorkers)workers!).Execute();
#endif

    /// <summary>
    /// They write to the caller's memory, so that neither an interruption nor want of memory ends the wait. The interruption comes after it.
    /// </summary>
    private void WaitForHelpers()
    {
        var isInterrupted = false;
        while (true)
        {
            try
            {
                _isDone.Wait();
                if (isInterrupted)
                    Thread.CurrentThread.Interrupt();
                return;
            }
            catch (ThreadInterruptedException)
            {
                isInterrupted = true;
            }
            catch (OutOfMemoryException)
            {
                Thread.Yield();
            }
        }
    }

    /// <summary>Works until nothing is left to take.</summary>
    /// <returns>Whether all chunks are done, and this thread did the last of them.</returns>
    private bool FinishesLast()
    {
        var isLast = false;
        for (int untaken; (untaken = Volatile.Read(ref _untaken)) > 0;)
        {
            if (Interlocked.CompareExchange(ref _untaken, untaken - 1, untaken) != untaken)
                continue;
            DoOne(_count - untaken);
            isLast = Interlocked.Decrement(ref _unfinished) == 0;
        }

        return isLast;
    }

    private void DoOne(int index)
    {
        try
        {
            _doOne(index);
        }
        catch (Exception exception)
        {
            KeepFirst(index, exception);
        }
    }

    /// <summary>
    /// Of several failures, the same one is thrown as if one thread had come by all chunks. Nothing here waits in a way that can be
    /// interrupted, or allocates: the chunk would never count as finished.
    /// </summary>
    private void KeepFirst(int index, Exception exception)
    {
        while (Interlocked.Exchange(ref _isKeeping, 1) != 0)
            Thread.Yield();
        if (index < _firstFailed)
            (_firstFailed, _failure) = (index, exception);
        Volatile.Write(ref _isKeeping, 0);
    }
}
