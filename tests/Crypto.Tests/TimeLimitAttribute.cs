using System;
using System.Collections.Concurrent;
using System.Reflection;
using System.Threading;
using ManagedCrypto.Tests;
using Xunit.v3;

[assembly: TimeLimit]

namespace ManagedCrypto.Tests;

/// <summary>
/// Ends the process, and names the test, when one takes longer than five minutes, or half an hour if it is explicit: it hangs, since the
/// longest takes a fraction of that.
/// </summary>
[AttributeUsage(AttributeTargets.Assembly)]
public sealed class TimeLimitAttribute : BeforeAfterTestAttribute
{
    private const int Seconds = 300, SecondsIfExplicit = 1800;

    private static readonly ConcurrentDictionary<string, (string Name, int Limit, long End)> s_running = new();
    private static int s_isWatched;

    public override void Before(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (Interlocked.Exchange(ref s_isWatched, 1) == 0)
            new Thread(Watch) { IsBackground = true }.Start();
        var limit = test.Explicit ? SecondsIfExplicit : Seconds;
        s_running[test.UniqueID] = (test.TestDisplayName, limit, Environment.TickCount64 + (limit * 1000L));
    }

    public override void After(MethodInfo methodUnderTest, IXunitTest test) => s_running.TryRemove(test.UniqueID, out _);

    /// <summary>In a thread of its own, since the pool's may be what hangs.</summary>
    private static void Watch()
    {
        for (; ; Thread.Sleep(1000))
        {
            foreach (var (name, limit, end) in s_running.Values)
            {
                if (Environment.TickCount64 > end)
                    Environment.FailFast($"TIME LIMIT: {name} takes longer than {limit} s.");
            }
        }
    }
}
