using System;
using System.Threading;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What a call came to: compared between us and the framework by exception type and parameter name.</summary>
internal sealed class Outcome
{
    private Outcome(Exception? exception) => Exception = exception;

    /// <summary>Parts that an array of ten bytes does not have, and the parameter that a stream names.</summary>
    public static (int Offset, int Count, string Name)[] PartsOutsideTenBytes { get; } =
        [(-1, 1, "offset"), (0, -1, "count"), (0, 11, "count"), (5, 6, "count"), (11, 0, "count")];

    public Exception? Exception { get; }

    public static Outcome Of(Action call) => new(Record.Exception(call));

    public void AssertSameAs(Outcome theirs, string what)
    {
        Assert.True(ToString() == theirs.ToString(), $"{what}: ours {this}, theirs {theirs}");
        Assert.NotEqual("", Exception?.Message);
    }

    public override string ToString() =>
        Exception is null ? "none" : Exception.GetType().Name + " " + (Exception as ArgumentException)?.ParamName;

    /// <summary>Asserts the exception's type and parameter.</summary>
    public static void Throws<T>(string parameter, Action call)
        where T : ArgumentException => Assert.Equal(parameter, Assert.Throws<T>(call).ParamName);

    /// <summary>
    /// Bytes allocated by a call: the mean of eight calls, and of a hundred such means the least. What a call allocates is in each of them; what
    /// the runtime adds is not: some for itself now and then (2,120 bytes were seen), and what a thread has left of its 8 KiB when another one
    /// collects.
    /// </summary>
    public static long Allocated(Action call)
    {
        const int Means = 100, Calls = 8;
        call();
        var least = long.MaxValue;
        for (var i = 0; i < Means && least > 0; i++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var j = 0; j < Calls; j++)
                call();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least / Calls;
    }

    /// <summary>
    /// Disposes of many objects in the midst of their calls, and recycles their slots at once with <paramref name="another"/>
    /// key. The call checks its own result, so that one made under a wiped or foreign key fails.
    /// </summary>
    /// <param name="create">Makes an object.</param>
    /// <param name="another">Makes an object with another key.</param>
    /// <param name="callAndCheck">Makes calls and asserts their results.</param>
    /// <param name="checkRefused">Asserts that outputs were zeroed when a call was refused.</param>
    public static void RaceDisposal<T>(Func<T> create, Func<T> another, Action<T> callAndCheck, Action checkRefused)
        where T : IDisposable
    {
        var random = new Random(1);
        for (var round = 0; round < 300; round++)
        {
            var racer = create();
            var started = false;
            Exception? end = null;
            var caller = new Thread(() => end = Of(CallForEver).Exception);
            caller.Start();
            SpinWait.SpinUntil(() => Volatile.Read(ref started) || !caller.IsAlive);
            Thread.SpinWait(random.Next(3000));
            racer.Dispose();
            another().Dispose();
            caller.Join();
            Assert.IsType<ObjectDisposedException>(end);
            checkRefused();

            void CallForEver()
            {
                while (true)
                {
                    callAndCheck(racer);
                    Volatile.Write(ref started, true);
                }
            }
        }
    }
}
