using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Threading;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>
/// A thread whose stack stays as its work left it, to be searched: work runs far below the frames in which the thread waits.
/// </summary>
internal sealed class Stage : IDisposable
{
    private const int StackBytes = 4 << 20, DepthBytes = 1 << 17, CleanedBytes = 1 << 20;

    private readonly BlockingCollection<Action> _works = [];
    private readonly Thread _thread;
    private nint _stackTop;

    public Stage()
    {
        _thread = new Thread(
            () =>
            {
                NoteStackTop();
                foreach (var work in _works.GetConsumingEnumerable())
                    work();
            },
            StackBytes);
        _thread.Start();
    }

    /// <summary>Each secret that is found on the stack.</summary>
    public IReadOnlyCollection<string> FindOnStack(Secrets secrets) => OwnMemory.Find(secrets, _stackTop - StackBytes, _stackTop);

    /// <summary>Runs work to its end.</summary>
    public void Run(Action work)
    {
        using var done = new ManualResetEventSlim();
        ExceptionDispatchInfo? failure = null;
        _works.Add(() =>
        {
            try
            {
                Below(work);
            }
            catch (Exception exception)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }

            done.Set();
        });
        done.Wait();
        failure?.Throw();
    }

    /// <summary>Zeroes the stack that earlier work used.</summary>
    public void Clean() => Run(CleanStack);

    public void Dispose()
    {
        _works.CompleteAdding();
        _thread.Join();
        _works.Dispose();
    }

    private unsafe void NoteStackTop()
    {
        byte local;
        _stackTop = (nint)(&local);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Below(Action work)
    {
        Span<byte> space = stackalloc byte[DepthBytes];
        work();
        space.Clear();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CleanStack()
    {
        Span<byte> stack = stackalloc byte[CleanedBytes];
        stack.Clear();
    }
}
