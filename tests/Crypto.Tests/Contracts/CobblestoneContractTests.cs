using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

#pragma warning disable CA1835, CA2022 // Overloads with arrays are tested, too, and what they return.

/// <summary>What Cobblestone promises besides right bytes: errors, failures of underlying streams, cancellation, disposal, memory.</summary>
public class CobblestoneContractTests
{
    private const int Chunk = 16 * 1024;

    private static readonly byte[] s_key = TestBytes.Random(16, 1);
    private static readonly byte[] s_text = TestBytes.Random((40 * Chunk) + 5, 2);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public void Bad_arguments_are_refused_and_write_nothing()
    {
        var ciphertext = Cobblestone.SealToArray(s_key, s_text);
        Outcome.Throws<ArgumentNullException>("key", () => Cobblestone.SealToArray(null!, s_text));
        Outcome.Throws<ArgumentNullException>("message", () => Cobblestone.SealToArray(s_key, null!));
        Outcome.Throws<ArgumentNullException>("key", () => Cobblestone.OpenToArray(null!, ciphertext));
        Outcome.Throws<ArgumentNullException>("ciphertext", () => Cobblestone.OpenToArray(s_key, null!));
        foreach (var keyBytes in new[] { 0, 15, 17, 24, 31, 33, 64 })
        {
            var key = new byte[keyBytes];
            Assert.IsType<CryptographicException>(Record.Exception(() => Cobblestone.SealToArray(key, s_text)));
            Assert.IsType<CryptographicException>(Record.Exception(() => Cobblestone.OpenToArray(key, ciphertext)));
            Assert.IsType<CryptographicException>(Record.Exception(() => Cobblestone.CreateSealingStream(Stream.Null, key).Dispose()));
            Assert.IsType<CryptographicException>(Record.Exception(() => Cobblestone.CreateOpeningStream(Stream.Null, key).Dispose()));
        }

        var room = new byte[ciphertext.Length + s_text.Length];
        Outcome.Throws<ArgumentException>("destination", () => Cobblestone.Seal(s_key, s_text, room.AsSpan(0, ciphertext.Length - 1)));
        Outcome.Throws<ArgumentException>("destination", () => Cobblestone.Open(s_key, ciphertext, room.AsSpan(0, s_text.Length - 1)));
        Assert.DoesNotContain(room, value => value != 0);
        Outcome.Throws<ArgumentException>("key", () => Cobblestone.Seal(room.AsSpan(10, 16), s_text, room));
        Outcome.Throws<ArgumentException>("context", () => Cobblestone.Seal(s_key, s_text, room, room.AsSpan(10, 16)));
        Assert.DoesNotContain(room, value => value != 0);
        Outcome.Throws<ArgumentException>("message", () => Cobblestone.Seal(s_key, room.AsSpan(0, s_text.Length), room));
        ciphertext.CopyTo(room, 0);
        Outcome.Throws<ArgumentException>("ciphertext", () => Cobblestone.Open(s_key, room.AsSpan(0, ciphertext.Length), room));
        Assert.Equal(ciphertext, room[..ciphertext.Length]);

        Outcome.Throws<ArgumentNullException>("destination", () => Cobblestone.CreateSealingStream(null!, s_key));
        Outcome.Throws<ArgumentNullException>("key", () => Cobblestone.CreateSealingStream(Stream.Null, null!));
        Outcome.Throws<ArgumentException>("destination", () => Cobblestone.CreateSealingStream(new StreamBeneath { IsWritable = false }, s_key));
        Outcome.Throws<ArgumentNullException>("source", () => Cobblestone.CreateOpeningStream(null!, s_key));
        Outcome.Throws<ArgumentNullException>("key", () => Cobblestone.CreateOpeningStream(Stream.Null, null!));
        Outcome.Throws<ArgumentException>("source", () => Cobblestone.CreateOpeningStream(new StreamBeneath { IsReadable = false }, s_key));
        foreach (var threads in new[] { -1, 1025 })
            Outcome.Throws<ArgumentOutOfRangeException>("value", () => { _ = new CobblestoneOptions { Parallelism = threads }; });
    }

    [Fact]
    public void Lengths_of_messages_and_ciphertexts_belong_together()
    {
        foreach (var length in new[] { 0, 1, Chunk - 1L, Chunk, Chunk + 1, 1L << 40, (1L << 52) - 1 })
            Assert.Equal(length, Cobblestone.GetMessageLength(Cobblestone.GetCiphertextLength(length)));
        Assert.Equal(72, Cobblestone.GetCiphertextLength(0));
        Assert.Equal(56 + Chunk + 32, Cobblestone.GetCiphertextLength(Chunk));
        foreach (var length in new[] { -1, 1L << 52 })
            Outcome.Throws<ArgumentOutOfRangeException>("messageLength", () => Cobblestone.GetCiphertextLength(length));
        foreach (var length in new[] { long.MinValue, -1, 0, 71, 56 + Chunk + 16, 56 + Chunk + 31, long.MaxValue })
            Outcome.Throws<ArgumentOutOfRangeException>("ciphertextLength", () => Cobblestone.GetMessageLength(length));
    }

    [Fact]
    public void Salts_differ()
    {
        var salts = Enumerable.Range(0, 20).Select(i => Convert.ToBase64String(Cobblestone.SealToArray(s_key, []), 0, 24)).ToList();
        using var destination = new MemoryStream();
        for (var i = 0; i < 20; i++, destination.SetLength(0))
        {
            using (var sealing = Cobblestone.CreateSealingStream(destination, s_key, leaveOpen: true))
                sealing.Complete();
            salts.Add(Convert.ToBase64String(destination.ToArray(), 0, 24));
        }

        Assert.Equal(40, salts.Distinct().Count());
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(1, true)]
    [InlineData(3, false)]
    [InlineData(3, true)]
    public async Task Message_whose_write_failed_is_never_completed(int threads, bool isAsync)
    {
        for (var writes = 0; writes < 2; writes++)
        {
            var destination = new StreamBeneath { WritesToSucceed = writes };
            var stream = Cobblestone.CreateSealingStream(destination, s_key, options: new() { Parallelism = threads });
            async Task Write()
            {
                for (var i = 0; i < 4; i++)
                {
                    if (isAsync)
                        await stream.WriteAsync(s_text, 0, s_text.Length, Token);
                    else
                        stream.Write(s_text, 0, s_text.Length);
                }
            }

            await Assert.ThrowsAsync<IOException>(Write);
            Assert.False(stream.CanWrite);
            Assert.Throws<InvalidOperationException>(() => stream.WriteByte(1));
            Assert.Throws<InvalidOperationException>(stream.Complete);
            await Assert.ThrowsAsync<InvalidOperationException>(() => stream.CompleteAsync(Token));
            Assert.Throws<InvalidOperationException>(stream.Flush);
            destination.WritesToSucceed = int.MaxValue;
            if (isAsync)
                await stream.DisposeAsync();
            else
                stream.Dispose();
            Assert.True(destination.IsDisposed);
            Assert.Throws<AuthenticationTagMismatchException>(() => Cobblestone.OpenToArray(s_key, destination.ToArray()));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Message_to_a_full_disk_is_never_completed(bool isAsync)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs /dev/full");
        for (var writes = 1; writes < 9; writes++)
        {
            var destination = new FileStream("/dev/full", FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
            Assert.True(destination.CanSeek);
            var stream = Cobblestone.CreateSealingStream(destination, s_key, options: new() { Parallelism = 2 });
            async Task Write()
            {
                for (var i = 0; i < writes; i++)
                {
                    if (isAsync)
                        await stream.WriteAsync(s_text, 0, s_text.Length, Token);
                    else
                        stream.Write(s_text, 0, s_text.Length);
                }

                if (isAsync)
                    await stream.CompleteAsync(Token);
                else
                    stream.Complete();
            }

            await Assert.ThrowsAnyAsync<IOException>(Write);
            Assert.Throws<InvalidOperationException>(() => stream.WriteByte(1));
            Assert.Throws<InvalidOperationException>(stream.Complete);
            if (isAsync)
                await stream.DisposeAsync();
            else
                stream.Dispose();
        }
    }

    [Fact]
    public async Task Cancelled_write_breaks_the_message_once_something_was_written()
    {
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();
        var destination = new StreamBeneath();
        var stream = Cobblestone.CreateSealingStream(destination, s_key);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.WriteAsync(s_text, 0, s_text.Length, cancelled.Token));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.CompleteAsync(cancelled.Token));
        Assert.True(stream.CanWrite);
        await stream.WriteAsync(s_text, 0, 100, Token);
        await stream.CompleteAsync(Token);
        await stream.DisposeAsync();
        Assert.Equal(s_text[..100], Cobblestone.OpenToArray(s_key, destination.ToArray()));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Message_that_is_disposed_of_stays_incomplete_and_a_completed_one_takes_no_more(bool isAsync)
    {
        using var destination = new MemoryStream();
        var abandoned = Cobblestone.CreateSealingStream(destination, s_key, leaveOpen: true);
        abandoned.Write(s_text, 0, 3 * Chunk);
        abandoned.Flush();
        abandoned.Write(s_text, 0, 10);
        if (isAsync)
            await abandoned.DisposeAsync();
        else
            abandoned.Dispose();

        Assert.Equal(56 + (3 * (Chunk + 16)), destination.Length);
        Assert.Throws<AuthenticationTagMismatchException>(() => Cobblestone.OpenToArray(s_key, destination.ToArray()));

        destination.SetLength(0);
        using (var stream = Cobblestone.CreateSealingStream(destination, s_key, leaveOpen: true))
        {
            stream.Write(s_text, 0, 10);
            stream.Complete();
            stream.Complete();
            await stream.CompleteAsync(Token);
            stream.Flush();
            Assert.Throws<InvalidOperationException>(() => stream.WriteByte(1));
        }

        Assert.Equal(s_text[..10], Cobblestone.OpenToArray(s_key, destination.ToArray()));
    }

    /// <summary>An error of the source is its own, moves nothing, and may pass; what is not genuine stays so.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Errors_of_the_source_pass_by(bool canSeek)
    {
        var source = new FailingSource(Cobblestone.SealToArray(s_key, s_text)) { IsSeekable = canSeek, MostBytes = 5000 };
        using var stream = Cobblestone.CreateOpeningStream(source, s_key);
        byte[] text = new byte[s_text.Length], buffer = new byte[10_000];
        var done = 0;
        for (var i = 0; done < text.Length; i++)
        {
            source.IsFailing = i % 3 == 0;
            var position = stream.Position;
            try
            {
                var read = i % 2 == 0 ? stream.Read(buffer, 0, buffer.Length) : await stream.ReadAsync(buffer, 0, buffer.Length, Token);
                Array.Copy(buffer, 0, text, done, read);
                done += read;
            }
            catch (IOException)
            {
                Assert.Equal(position, stream.Position);
            }
        }

        source.IsFailing = false;
        Assert.Equal(0, stream.Read(buffer, 0, 1));
        Assert.Equal(s_text, text);
        Assert.True(source.Failures > 2);
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.ReadAsync(buffer, 0, 1, cancelled.Token));
        Assert.Equal(0, stream.Read(buffer, 0, 1));
    }

    [Fact]
    public void Messages_of_failures_say_what_is_wrong()
    {
        byte[] context = [1];
        var ciphertext = Cobblestone.SealToArray(s_key, s_text, context);
        string Message(byte[] key, byte[] given, byte[] context) =>
            Assert.Throws<AuthenticationTagMismatchException>(() => Cobblestone.OpenToArray(key, given, context)).Message;
        Assert.Contains("truncated", Message(s_key, ciphertext[..100], [1]), StringComparison.Ordinal);
        Assert.Contains("truncated", Message(s_key, ciphertext[..(56 + Chunk + 16)], [1]), StringComparison.Ordinal);
        var header = Message(s_key, ciphertext, [2]);
        Assert.Contains("context", header, StringComparison.Ordinal);
        Assert.Equal(header, Message(new byte[16], ciphertext, [1]));
        Assert.Equal(header, Message(new byte[32], ciphertext, [1]));
        ciphertext[^1] ^= 1;
        Assert.Contains("Chunk 40 ", Message(s_key, ciphertext, [1]), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Disposal_leaves_the_stream_beneath_open_if_asked(bool leaveOpen)
    {
        for (var i = 0; i < 2; i++)
        {
            var destination = new StreamBeneath();
            var sealing = Cobblestone.CreateSealingStream(destination, s_key, leaveOpen: leaveOpen);
            var source = new StreamBeneath();
            var opening = Cobblestone.CreateOpeningStream(source, s_key, leaveOpen: leaveOpen);
            for (var j = 0; j < 2; j++)
            {
                if (i == 0)
                {
                    sealing.Dispose();
                    opening.Dispose();
                }
                else
                {
                    await sealing.DisposeAsync();
                    await opening.DisposeAsync();
                }
            }

            Assert.Equal(!leaveOpen, destination.IsDisposed);
            Assert.Equal(!leaveOpen, source.IsDisposed);
            Assert.Empty(destination.ToArray());
            Assert.False(sealing.CanWrite || opening.CanRead || opening.CanSeek);
            Assert.Throws<ObjectDisposedException>(() => sealing.WriteByte(1));
            Assert.Throws<ObjectDisposedException>(sealing.Complete);
            Assert.Throws<ObjectDisposedException>(sealing.Flush);
            Assert.Throws<ObjectDisposedException>(() => opening.ReadByte());
            Assert.Throws<ObjectDisposedException>(() => opening.Length);
            Assert.Throws<ObjectDisposedException>(() => opening.Position = 0);
            Assert.Throws<ObjectDisposedException>(() => opening.Seek(0, SeekOrigin.Begin));
        }
    }

    [Fact]
    public void What_a_stream_cannot_do_is_not_supported()
    {
        var source = new StreamBeneath { IsSeekable = false };
        using var sealing = Cobblestone.CreateSealingStream(Stream.Null, s_key);
        using var opening = Cobblestone.CreateOpeningStream(source, s_key);
        Assert.False(sealing.CanRead || sealing.CanSeek || opening.CanSeek || opening.CanWrite);
        Assert.Throws<NotSupportedException>(() => sealing.Length);
        Assert.Throws<NotSupportedException>(() => sealing.Position);
        Assert.Throws<NotSupportedException>(() => sealing.Position = 1);
        Assert.Throws<NotSupportedException>(() => sealing.Seek(0, SeekOrigin.Begin));
        Assert.Throws<NotSupportedException>(() => sealing.SetLength(0));
        Assert.Throws<NotSupportedException>(() => sealing.Read(new byte[1], 0, 1));
        Assert.Throws<NotSupportedException>(() => opening.Length);
        Assert.Throws<NotSupportedException>(() => opening.Position = 1);
        Assert.Throws<NotSupportedException>(() => opening.Seek(0, SeekOrigin.Begin));
        Assert.Throws<NotSupportedException>(() => opening.SetLength(0));
        Assert.Throws<NotSupportedException>(() => opening.Write(new byte[1], 0, 1));
        opening.Flush();

        using var seekable = Cobblestone.CreateOpeningStream(new MemoryStream(Cobblestone.SealToArray(s_key, s_text)), s_key);
        Outcome.Throws<ArgumentOutOfRangeException>("value", () => seekable.Position = -1);
        Outcome.Throws<ArgumentException>("origin", () => seekable.Seek(0, (SeekOrigin)3));
        Assert.Throws<IOException>(() => seekable.Seek(-1, SeekOrigin.Begin));
        foreach (var (offset, count, name) in Outcome.PartsOutsideTenBytes)
        {
            Outcome.Throws<ArgumentOutOfRangeException>(name, () => seekable.Read(new byte[10], offset, count));
            Outcome.Throws<ArgumentOutOfRangeException>(name, () => sealing.Write(new byte[10], offset, count));
        }
    }

    /// <summary>The ciphertext may lie within a longer stream, from where that stands.</summary>
    [Fact]
    public void Ciphertext_begins_where_the_source_stands()
    {
        var source = new MemoryStream([.. TestBytes.Random(777, 3), .. Cobblestone.SealToArray(s_key, s_text)]);
        source.Position = 777;
        using var stream = Cobblestone.CreateOpeningStream(source, s_key);
        Assert.Equal(s_text.Length, stream.Length);
        stream.Position = 20 * Chunk;
        Assert.Equal(s_text[20 * Chunk], stream.ReadByte());
        stream.Position = 0;
        Assert.Equal(s_text[0], stream.ReadByte());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Calls_allocate_nothing(int threads)
    {
        var options = new CobblestoneOptions { Parallelism = threads };
        var ciphertext = Cobblestone.SealToArray(s_key, s_text);
        using var sealing = Cobblestone.CreateSealingStream(Stream.Null, s_key, options: options);
        using var opening = Cobblestone.CreateOpeningStream(new MemoryStream(ciphertext), s_key, options: options);
        byte[] buffer = new byte[s_text.Length], room = new byte[ciphertext.Length];
        var position = 0;

        // The queue of the thread pool may grow: 64 KiB in a hundred calls, which is less than a chunk would take, of which there are 4,300.
        Assert.InRange(Outcome.Allocated(Work), 0, threads == 1 ? 0 : 64 * 1024 / 100);

        void Work()
        {
            sealing.Write(s_text, 0, s_text.Length);
            opening.Position = position++ % 100;
            _ = opening.Read(buffer, 0, 3 * Chunk);
            _ = opening.Read(buffer, 0, 100);
            Cobblestone.Seal(s_key, s_text, room.AsSpan());
            Cobblestone.Open(s_key, room, buffer.AsSpan());
        }
    }

    [Fact]
    public void Caller_waits_for_the_threads_that_help_it()
    {
        var options = new CobblestoneOptions { Parallelism = 2 };
        var kernel = new LateHelpersKernel(Algorithms.AesGcm.Kernels.Best);
        byte[] ciphertext = new byte[Cobblestone.GetCiphertextLength(s_text.Length)], text = new byte[s_text.Length];
        CobblestoneMessage.Seal(kernel, s_key, s_text, ciphertext, default, options);
        Assert.True(kernel.WasHelped);
        Assert.Equal(s_text, Cobblestone.OpenToArray(s_key, ciphertext));
        kernel = new LateHelpersKernel(Algorithms.AesGcm.Kernels.Best);
        CobblestoneMessage.Open(kernel, s_key, ciphertext, text, default, options);
        Assert.True(kernel.WasHelped);
        Assert.Equal(s_text, text);
    }

    /// <summary>Helpers write to the caller's memory.</summary>
    [Fact]
    public void Interrupted_caller_waits_for_the_threads_that_help_it()
    {
        var options = new CobblestoneOptions { Parallelism = 2 };
        byte[] ciphertext = new byte[Cobblestone.GetCiphertextLength(s_text.Length)], text = new byte[s_text.Length];
        bool wasHelped = false, wasInterrupted = false;
        Cobblestone.Seal(s_key, s_text, ciphertext.AsSpan());
        var caller = new Thread(() =>
        {
            var kernel = new LateHelpersKernel(Algorithms.AesGcm.Kernels.Best) { Interrupts = true };
            CobblestoneMessage.Open(kernel, s_key, ciphertext, text, default, options);
            wasHelped = kernel.WasHelped;

            // The interruption is due at the next wait, however long that is.
            try
            {
                Thread.Sleep(1);
            }
            catch (ThreadInterruptedException)
            {
                wasInterrupted = true;
            }
        });
        caller.Start();
        caller.Join();
        Assert.True(wasHelped && wasInterrupted);
        Assert.Equal(s_text, text);
    }

    /// <summary>Many streams on the threads of one pool, which has fewer.</summary>
    [Fact]
    public void Streams_of_many_threads_do_not_disturb_each_other() => Parallel.For(0, 40, i =>
    {
        var options = new CobblestoneOptions { Parallelism = 1 + (i % 7) };
        var text = s_text.AsSpan(0, s_text.Length - (i * 1000)).ToArray();
        var key = TestBytes.Random(16, i);
        for (var round = 0; round < 10; round++)
            Assert.True(text.AsSpan().SequenceEqual(Cobblestone.OpenToArray(key, Cobblestone.SealToArray(key, text, options: options), options: options)));
    });

    private sealed class FailingSource(byte[] bytes) : MemoryStream(bytes)
    {
        public bool IsFailing { get; set; }

        public int Failures { get; private set; }

        public bool IsSeekable { get; set; }

        public int MostBytes { get; set; }

        public override bool CanSeek => IsSeekable;

        public override int Read(byte[] buffer, int offset, int count)
        {
            if (IsFailing)
            {
                Failures++;
                throw new IOException("The line is dead.");
            }

            return base.Read(buffer, offset, Math.Min(count, MostBytes));
        }

        public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        {
            cancellationToken.ThrowIfCancellationRequested();
            await Task.Yield();
            return Read(buffer, offset, count);
        }

#if NET
        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            cancellationToken.ThrowIfCancellationRequested();
            await Task.Yield();
            var bytes = new byte[buffer.Length];
            var read = Read(bytes, 0, bytes.Length);
            bytes.AsSpan(0, read).CopyTo(buffer.Span);
            return read;
        }
#endif
    }
}
