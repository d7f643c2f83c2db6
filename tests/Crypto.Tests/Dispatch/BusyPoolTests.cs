using System;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>A thread pool all of whose threads wait for what is read ahead, and which may not have more: in a process of its own.</summary>
public class BusyPoolTests
{
    /// <summary>The fewest that there may be, and one besides that of the test itself, where there is a single processor.</summary>
    private static readonly int s_threads = Math.Max(2, Environment.ProcessorCount);

    [Fact]
    public void Files_are_opened_on_a_pool_without_a_free_thread() => TestRun.Check(
        ["-explicit", "only", "-class", typeof(BusyPoolTests).FullName!], fewestTests: 2);

    [ExplicitFact]
    public void Readers_on_all_threads_of_the_pool_come_to_an_end()
    {
        var (key, text) = (new byte[16], new byte[10_000_000]);
        var path = Path.GetTempFileName();
        try
        {
            File.WriteAllBytes(path, Cobblestone.SealToArray(key, text));
            ThreadPool.SetMinThreads(1, 1);
            Assert.True(ThreadPool.SetMaxThreads(s_threads, s_threads));
            var readers = Enumerable.Range(0, 2 * s_threads).Select(_ => Task.Run(() => LengthOf(path, key))).ToArray();
            var haveEnded = false;
            var waiting = new Thread(() => haveEnded = Task.WaitAll(readers, TimeSpan.FromMinutes(2)));
            waiting.Start();
            waiting.Join();
            Assert.True(haveEnded);
            Assert.All(readers, reader => Assert.Equal(text.Length, reader.Result));
        }
        finally
        {
            File.Delete(path);
        }
    }

    /// <summary>A read that was queued as a task would wait for a thread of the pool: only those take back what they have queued.</summary>
    [ExplicitFact]
    public void Thread_of_its_own_reads_while_all_threads_of_the_pool_are_blocked()
    {
        var path = Path.GetTempFileName();
        var isHashed = new ManualResetEventSlim(); // Not disposed of: some may begin to wait after the end.
        try
        {
            File.WriteAllBytes(path, new byte[10_000_000]);
            ThreadPool.SetMinThreads(1, 1);
            Assert.True(ThreadPool.SetMaxThreads(s_threads, s_threads));
            for (var i = 0; i < s_threads; i++)
                ThreadPool.UnsafeQueueUserWorkItem(_ => isHashed.Wait(), null);
            using var file = File.OpenRead(path);
            byte[]? digest = null;
            var hashing = new Thread(() => digest = SHA256.HashData(file));
            hashing.Start();
            Assert.True(hashing.Join(TimeSpan.FromMinutes(2)));
            Assert.Equal(SHA256.HashData(new byte[10_000_000]), digest);
        }
        finally
        {
            isHashed.Set();
            File.Delete(path);
        }
    }

    private static int LengthOf(string path, byte[] key)
    {
        using var stream = Cobblestone.CreateOpeningStream(File.OpenRead(path), key, options: new() { Parallelism = 2 });
        var buffer = new byte[50_000];
        var length = 0;
        for (int read; (read = stream.Read(buffer, 0, buffer.Length)) > 0; length += read)
        {
        }

        return length;
    }
}
