using System;
using System.IO;
using System.Threading;
using ManagedCrypto.Tests.Conformance;
using Xunit;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>Long files, which are read ahead of their hash; shorter ones go the way of every stream.</summary>
public sealed class FileReadAheadTests : IDisposable
{
    private const int Length = (5 << 20) + 4321;

    private readonly string _path = Path.GetTempFileName();
    private readonly byte[] _content = TestBytes.Random(Length, seed: 1);

    public FileReadAheadTests() => File.WriteAllBytes(_path, _content);

    public void Dispose() => File.Delete(_path);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1 << 20)]
    [InlineData(5 << 20)]
    [InlineData(Length - (2 << 20) - 1)] // A byte is left after four chunks.
    [InlineData(Length)]
    public void Hash_of_a_file_is_that_of_what_follows_its_position(int position)
    {
        using var file = File.OpenRead(_path);
        file.Position = position;

        Assert.Equal(Bcl.SHA256.HashData(_content.AsSpan(position)), SHA256.HashData(file));
        Assert.Equal(Length, file.Position);
    }

    [Fact]
    public void Only_long_files_are_read_ahead()
    {
        Assert.SkipUnless(Environment.ProcessorCount > 1, "needs a second processor");
        using var file = File.OpenRead(_path);
        using (var ahead = FileReadAhead.Of(file))
            Assert.NotNull(ahead);
        file.Position = Length - 1000;
        Assert.Null(FileReadAhead.Of(file));
        Assert.Null(FileReadAhead.Of(new BufferedStream(file)));
        Assert.Null(FileReadAhead.Of(new MemoryStream(_content)));
    }

    /// <summary>Threads that the pool adds in time, some two a second, would not be there before a minute.</summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void Busy_thread_pool_delays_nothing()
    {
        using var isHashed = new ManualResetEventSlim();
        using var file = File.OpenRead(_path);
        byte[]? digest = null;
        var hashing = new Thread(() => digest = SHA256.HashData(file));
        var blocked = Environment.ProcessorCount + 100;
        using var allEnded = new CountdownEvent(blocked);
        for (var i = 0; i < blocked; i++)
        {
            ThreadPool.UnsafeQueueUserWorkItem(
                _ =>
                {
                    isHashed.Wait();
                    allEnded.Signal();
                },
                null);
        }

        hashing.Start();
        var isDone = hashing.Join(TimeSpan.FromSeconds(40));
        isHashed.Set();
        allEnded.Wait(TestContext.Current.CancellationToken);

        Assert.True(isDone);
        Assert.Equal(Bcl.SHA256.HashData(_content), digest);
    }

    [Fact]
    public void Failure_to_read_reaches_the_caller()
    {
        Assert.SkipUnless(Environment.ProcessorCount > 1, "needs a second processor");
        using var file = File.OpenRead(_path);
        using var ahead = FileReadAhead.Of(file)!;
        ahead.Next();
        ahead.Next();
        file.Dispose();

        // The chunk that was being read may still come.
        Assert.Throws<ObjectDisposedException>(() =>
        {
            ahead.Next();
            ahead.Next();
        });
    }

    [Fact]
    public void File_that_is_cut_off_meanwhile_ends_there()
    {
        Assert.SkipUnless(Environment.ProcessorCount > 1, "needs a second processor");
        using var file = new FileStream(_path, FileMode.Open, FileAccess.ReadWrite);
        using var ahead = FileReadAhead.Of(file)!;
        long read = ahead.Next().Length;
        file.SetLength(2 << 20);

        for (int next; (next = ahead.Next().Length) > 0; read += next)
        {
        }

        Assert.InRange(read, 2 << 20, 3 << 20);
    }
}
