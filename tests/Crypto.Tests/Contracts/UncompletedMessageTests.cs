using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// Disposal finishes no message: else, a source that fails within a <c>using</c> block would become a whole, genuine, shorter message.
/// </summary>
public class UncompletedMessageTests
{
    private const int Chunk = 16 * 1024;
    private const int Sector = 512;

    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_iv = TestBytes.Random(16, 2);

    /// <summary>No block of it ends as a padding does, so that no part of a message in CBC ends with a right one by chance.</summary>
    private static readonly byte[] s_text = [.. TestBytes.Random(50 * Chunk, 3).Select(value => (byte)(value | 0x80))];

    /// <summary>Every stream of the library, and the ways to read all of a message that it has ended.</summary>
    private static readonly Dictionary<Type, (Func<Stream, Stream> Open, Action<Stream, Stream>[] Readers)> s_streams = new()
    {
        [typeof(CobblestoneSealingStream)] = (beneath => Cobblestone.CreateSealingStream(beneath, s_key),
        [
            (source, text) => Cobblestone.CreateOpeningStream(source, s_key).CopyTo(text),
            (source, text) => Cobblestone.CreateOpeningStream(source, s_key, options: new() { Parallelism = 2 }).CopyTo(text),
            (source, text) => text.Write(Cobblestone.OpenToArray(s_key, ((MemoryStream)source).ToArray())),
        ]),
        [typeof(AesCbcEncryptingStream)] = (beneath => new AesCbcEncryptingStream(beneath, s_key, s_iv),
        [
            (source, text) => new AesCbcDecryptingStream(source, s_key, s_iv).CopyTo(text),
            (source, text) =>
            {
                var decrypting = new AesCbcDecryptingStream(source, s_key, s_iv);
                decrypting.Position = decrypting.Length - 1;
                decrypting.Position = 0;
                decrypting.CopyTo(text);
            },
        ]),
        [typeof(AesCtrStream)] = (beneath => new AesCtrStream(beneath, s_key, s_iv), []),
        [typeof(AesXtsStream)] = (beneath => new AesXtsStream(beneath, s_key, Sector), []),
        [typeof(AesCbcDecryptingStream)] = (beneath => new AesCbcDecryptingStream(beneath, s_key, s_iv), []),
        [typeof(CobblestoneOpeningStream)] = (beneath => Cobblestone.CreateOpeningStream(beneath, s_key), []),
    };

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<Type> Ending => [.. s_streams.Keys.Where(type => s_streams[type].Readers.Length > 0)];

    public static TheoryData<Type> Others => [.. s_streams.Keys.Where(type => s_streams[type].Readers.Length == 0)];

    [Fact]
    public void Every_stream_is_looked_at() => Assert.Equal(
        typeof(Cobblestone).Assembly.GetTypes().Where(type => type.IsSubclassOf(typeof(Stream)) && !type.IsAbstract).Select(type => type.Name).Order(),
        s_streams.Keys.Select(type => type.Name).Order());

    [Theory]
    [MemberData(nameof(Ending))]
    public async Task Source_that_fails_leaves_no_message(Type type)
    {
        foreach (var (reads, bytes) in new[] { (0, 1), (1, 1), (2, 8), (1, 1000), (1, Chunk), (3, Chunk), (16, Chunk), (17, Chunk), (40, Chunk + 7) })
        {
            foreach (var isAsync in new[] { false, true })
            {
                var source = new StreamBeneath { HonestReads = reads, MostBytes = bytes, Claim = _ => throw new IOException("The network is gone.") };
                source.Write(s_text);
                source.Position = 0;
                var destination = new StreamBeneath();
                var failure = await Record.ExceptionAsync(() => Copy(source, s_streams[type].Open(destination), isAsync));

                var what = $"{type.Name}, {reads} reads of {bytes} bytes, async: {isAsync}";
                Assert.True(failure is IOException, what);
                Assert.True(destination.IsDisposed, what);
                Assert.All(
                    s_streams[type].Readers,
                    read => Assert.IsAssignableFrom<CryptographicException>(
                        Record.Exception(() => read(new MemoryStream(destination.ToArray()), new MemoryStream()))));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Ending))]
    public async Task Disposal_writes_nothing(Type type)
    {
        foreach (var isAsync in new[] { false, true })
        {
            var destination = new StreamBeneath();
            var stream = s_streams[type].Open(destination);
            stream.Write(s_text);
            var (writes, flushes) = (destination.Writes, destination.Flushes);
            Assert.NotEqual(0, writes);
            if (isAsync)
                await stream.DisposeAsync();
            else
                stream.Dispose();
            Assert.Equal((writes, flushes), (destination.Writes, destination.Flushes));
        }
    }

    [Theory]
    [MemberData(nameof(Ending))]
    public async Task Completed_message_is_read_and_takes_no_more(Type type)
    {
        foreach (var isAsync in new[] { false, true })
        {
            var destination = new StreamBeneath();
            using (var stream = s_streams[type].Open(destination))
            {
                stream.Write(s_text);
                var writes = destination.Writes;
                await Complete(stream, isAsync);
                Assert.NotEqual(writes, destination.Writes);
                var length = destination.Length;
                Assert.Throws<InvalidOperationException>(() => stream.WriteByte(1));
                await Assert.ThrowsAsync<InvalidOperationException>(() => stream.WriteAsync(s_text, 0, 1, Token));
                await Complete(stream, !isAsync);
                Assert.Equal(length, destination.Length);
            }

            foreach (var read in s_streams[type].Readers)
            {
                var text = new MemoryStream();
                read(new MemoryStream(destination.ToArray()), text);
                Assert.Equal(s_text, text.ToArray());
            }
        }
    }

    /// <summary>A stream with nothing to complete is only read, or makes as many bytes as it was given: there is no end to be marked.</summary>
    [Theory]
    [MemberData(nameof(Others))]
    public void Stream_without_an_end_only_reads_or_keeps_the_length(Type type)
    {
        Assert.Null(type.GetMethod("Complete"));
        var beneath = new StreamBeneath();
        using (var stream = s_streams[type].Open(beneath))
        {
            if (!stream.CanWrite)
                return;
            stream.Write(s_text);
        }

        Assert.Equal(s_text.Length, beneath.ToArray().Length);
    }

    private static async Task Copy(Stream source, Stream stream, bool isAsync)
    {
        if (isAsync)
        {
            await using (stream)
            {
                await source.CopyToAsync(stream, Token);
                await Complete(stream, isAsync);
            }
        }
        else
        {
            using (stream)
            {
                source.CopyTo(stream);
                await Complete(stream, isAsync);
            }
        }
    }

    private static Task Complete(Stream stream, bool isAsync)
    {
        if (isAsync)
            return stream.GetType().GetMethod("CompleteAsync")!.CreateDelegate<Func<CancellationToken, Task>>(stream)(Token);
        stream.GetType().GetMethod("Complete")!.CreateDelegate<Action>(stream)();
        return Task.CompletedTask;
    }
}
