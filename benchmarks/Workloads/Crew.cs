using System;
using System.Diagnostics;
using System.Linq;
using System.Runtime.ExceptionServices;
using System.Threading;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>Threads that wait for work, and begin it together.</summary>
internal sealed class Crew : IDisposable
{
    private readonly Barrier _gate;
    private readonly (long Start, long End)[] _times;
    private Action<int>? _work;
    private int _members;
    private int _awaited;
    private Exception? _failure;

    public Crew(int threads)
    {
        _gate = new Barrier(threads + 1);
        _times = new (long, long)[threads];
        for (var i = 0; i < threads; i++)
        {
            var number = i;
            new Thread(() => Serve(number)) { IsBackground = true }.Start();
        }
    }

    /// <summary>Gives so many of the threads work, each with its number.</summary>
    /// <returns>The time from the start of the first to the end of the last.</returns>
    public double Nanoseconds(int members, Action<int> work)
    {
        (_members, _awaited, _work) = (members, members, work);
        _gate.SignalAndWait();
        _gate.SignalAndWait();
        if (_failure is not null)
            ExceptionDispatchInfo.Throw(_failure);
        var times = _times.Take(members).ToList();
        return Math.Max(1, times.Max(time => time.End) - times.Min(time => time.Start)) * 1e9 / Stopwatch.Frequency;
    }

    public void Dispose()
    {
        _work = null;
        _gate.SignalAndWait();
    }

    private void Serve(int number)
    {
        while (true)
        {
            _gate.SignalAndWait();
            if (_work is null)
                return;
            if (number < _members)
            {
                // Those that were woken first wait until all run.
                Interlocked.Decrement(ref _awaited);
                while (Volatile.Read(ref _awaited) > 0)
                    Thread.SpinWait(1);
                var start = Stopwatch.GetTimestamp();
                try
                {
                    _work(number);
                }
                catch (Exception exception)
                {
                    _failure = exception;
                }

                _times[number] = (start, Stopwatch.GetTimestamp());
            }

            _gate.SignalAndWait();
        }
    }
}
