using System;
using System.Diagnostics;
using System.Threading;
using ManagedCrypto.Tests.MachineCode;
using Xunit;

[assembly: AssemblyFixture(typeof(Collector))]

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// Collects garbage, and moves what is left, again and again while tests run, in processes that are told so by a variable.
/// </summary>
public sealed class Collector : IDisposable
{
    public const string Variable = "CRYPTO_TESTS_COLLECT";

    private const int FewestCollections = 500;

    /// <summary>A fifth of a millisecond.</summary>
    private static readonly long s_pause = Stopwatch.Frequency / 5000;

    private readonly Thread? _thread;
    private volatile bool _isOver;
    private int _collections;

    public Collector()
    {
        if (Environment.GetEnvironmentVariable(Variable) != "1")
            return;
        _thread = new Thread(Collect);
        _thread.Start();
    }

    public void Dispose()
    {
        if (_thread is null)
            return;
        _isOver = true;
        _thread.Join();
        if (_collections < FewestCollections)
            throw new InvalidOperationException($"only {_collections} collections");
    }

    private void Collect()
    {
        for (; !_isOver; _collections++)
        {
            GC.Collect(_collections % 2, GCCollectionMode.Forced, blocking: true, compacting: true);

            // A thread that was suspended takes a while to wake up; the next collection would suspend it before it has done anything.
            var end = Stopwatch.GetTimestamp() + s_pause;
            while (Stopwatch.GetTimestamp() < end)
                Thread.Yield();
        }
    }
}
