using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

#pragma warning disable CA1835, CA2022 // Overloads with arrays are tested, too, and what they return.

/// <summary>What the stream in counter mode promises besides right bytes: errors, streams that cannot seek, disposal, memory.</summary>
public class AesCtrStreamContractTests
{
    private const int Batch = 32 * 1024;

    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_counter = TestBytes.Random(16, 2);
    private static readonly byte[] s_text = TestBytes.Random(150_000, 3);
    private static readonly byte[] s_ciphertext = AesCtr.Transform(s_key, s_counter, s_text);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public void Bad_arguments_are_refused()
    {
        var beneath = new StreamBeneath();
        Outcome.Throws<ArgumentNullException>("stream", () => new AesCtrStream(null!, s_key, s_counter).Dispose());
        Outcome.Throws<ArgumentNullException>("key", () => new AesCtrStream(beneath, null!, s_counter).Dispose());
        Outcome.Throws<ArgumentNullException>("initialCounter", () => new AesCtrStream(beneath, s_key, null!).Dispose());
        Outcome.Throws<ArgumentOutOfRangeException>("position", () => new AesCtrStream(beneath, s_key, s_counter, true, -1).Dispose());
        foreach (var bytes in new[] { 0, 12, 15, 17 })
            Outcome.Throws<ArgumentException>("initialCounter", () => new AesCtrStream(beneath, s_key, new byte[bytes]).Dispose());
        foreach (var bytes in new[] { 0, 15, 31, 64 })
            Assert.Throws<CryptographicException>(() => new AesCtrStream(beneath, new byte[bytes], s_counter).Dispose());

        using var stream = Open(beneath);
        var array = new byte[10];
        foreach (var (offset, count, name) in Outcome.PartsOutsideTenBytes)
        {
            Outcome.Throws<ArgumentOutOfRangeException>(name, () => stream.Read(array, offset, count));
            Outcome.Throws<ArgumentOutOfRangeException>(name, () => stream.Write(array, offset, count));
            Outcome.Throws<ArgumentOutOfRangeException>(name, () => stream.ReadAsync(array, offset, count));
            Outcome.Throws<ArgumentOutOfRangeException>(name, () => stream.WriteAsync(array, offset, count));
        }

        Outcome.Throws<ArgumentNullException>("buffer", () => stream.Read(null!, 0, 0));
        Outcome.Throws<ArgumentNullException>("buffer", () => stream.Write(null!, 0, 0));
        Outcome.Throws<ArgumentOutOfRangeException>("value", () => stream.Position = -1);
        Outcome.Throws<ArgumentOutOfRangeException>("value", () => stream.SetLength(-1));
        Outcome.Throws<ArgumentException>("origin", () => stream.Seek(0, (SeekOrigin)3));
        Assert.Throws<IOException>(() => stream.Seek(-1, SeekOrigin.Begin));
        Assert.Equal(0, stream.Position);
        Assert.Equal(0, beneath.Length);
    }

    [Fact]
    public void Directions_are_those_of_the_stream_beneath()
    {
        var beneath = Filled();
        using var stream = Open(beneath);
        Assert.True(stream.CanRead && stream.CanWrite && stream.CanSeek);

        beneath.IsWritable = false;
        Assert.False(stream.CanWrite);
        Assert.Throws<NotSupportedException>(() => stream.Write(new byte[1], 0, 1));
        Assert.Throws<NotSupportedException>(() => stream.WriteByte(1));
        Assert.Throws<NotSupportedException>(() => stream.SetLength(0));
        Assert.Equal(s_text[0], stream.ReadByte());

        (beneath.IsWritable, beneath.IsReadable) = (true, false);
        Assert.False(stream.CanRead);
        Assert.Throws<NotSupportedException>(() => stream.ReadByte());
        stream.WriteByte(s_text[1]);
        Assert.Equal(s_ciphertext, beneath.ToArray());
    }

    [Fact]
    public void Stream_that_cannot_seek_is_written_and_read_in_order()
    {
        var beneath = new StreamBeneath { IsSeekable = false };
        using (var stream = new AesCtrStream(beneath, s_key, s_counter, leaveOpen: true, position: 5))
        {
            Assert.False(stream.CanSeek);
            Assert.Throws<NotSupportedException>(() => stream.Position = 0);
            Assert.Throws<NotSupportedException>(() => stream.Length);
            Assert.Throws<NotSupportedException>(() => stream.Seek(0, SeekOrigin.Begin));
            Assert.Throws<NotSupportedException>(() => stream.SetLength(0));
            stream.Write(s_text, 5, 100_000);
            stream.Write(s_text, 100_005, s_text.Length - 100_005);
            Assert.Equal(s_text.Length, stream.Position);
        }

        Assert.Equal(s_ciphertext[5..], beneath.ToArray());
        beneath.Position = 0;
        using var reading = new AesCtrStream(beneath, s_key, s_counter, position: 5);
        var read = new MemoryStream();
        reading.CopyTo(read);
        Assert.Equal(s_text[5..], read.ToArray());
        Assert.Equal(s_text.Length, reading.Position);
    }

    [Fact]
    public void Message_behind_the_end_of_the_stream_beneath_has_no_bytes()
    {
        using var stream = new AesCtrStream(new MemoryStream { Position = 16 }, s_key, s_counter);
        Assert.Equal(0, stream.Length);
        Assert.Equal(0, stream.Seek(0, SeekOrigin.End));
    }

    [Fact]
    public void Length_that_is_set_is_the_stream_beneaths()
    {
        var beneath = Filled();
        beneath.Position = 10;
        using var stream = new AesCtrStream(beneath, s_key, s_counter, position: 10);
        stream.Seek(-5, SeekOrigin.End);
        stream.SetLength(1000);
        Assert.Equal((1000, 1000, 1000), (stream.Length, stream.Position, beneath.Length));
        Assert.Equal(-1, stream.ReadByte());
        stream.SetLength(2000);
        stream.Position = 0;
        var read = new byte[1001];
        Assert.Equal(1001, stream.Read(read, 0, 1001));
        Assert.Equal(s_text[..1000], read[..1000]);
        Assert.Equal(0, beneath.ToArray()[1999]);
    }

    [Fact]
    public void Transfers_go_on_at_once_in_large_pieces()
    {
        var beneath = new StreamBeneath();
        using var stream = Open(beneath);
        stream.Write(s_text, 0, s_text.Length);
        Assert.Equal(5, beneath.Writes);
        stream.WriteByte(1);
        Assert.Equal(6, beneath.Writes);
        stream.Position = 0;
        Assert.Equal(Batch, stream.Read(new byte[s_text.Length], 0, s_text.Length));
        Assert.Equal(1, beneath.Reads);
        stream.Flush();
        Assert.Equal(1, beneath.Flushes);
    }

    [Fact]
    public async Task Asynchronous_calls_do_not_wait_and_agree()
    {
        var beneath = new StreamBeneath { IsLate = true, MostBytes = 1000 };
        var stream = new AesCtrStream(beneath, s_key, s_counter, leaveOpen: true);
        await stream.WriteAsync(s_text.AsMemory(0, 100), Token);
        await stream.WriteAsync(s_text, 100, s_text.Length - 100, Token);
        await stream.FlushAsync(Token);
        Assert.Equal(1, beneath.Flushes);
        await stream.DisposeAsync();
        await stream.DisposeAsync();
        Assert.False(beneath.IsDisposed);
        Assert.Equal(s_ciphertext, beneath.ToArray());

        beneath.Position = 0;
        stream = new AesCtrStream(beneath, s_key, s_counter);
        var read = new byte[s_text.Length];
        Assert.Equal(1000, await stream.ReadAsync(read, 0, read.Length, Token));
        await stream.ReadExactlyAsync(read.AsMemory(1000), Token);
        Assert.Equal(s_text, read);
        await stream.DisposeAsync();
        Assert.True(beneath.IsDisposed);
    }

    [Fact]
    public async Task Cancelled_call_changes_nothing_it_had_not_begun()
    {
        var beneath = Filled();
        await using var stream = Open(beneath);
        var cancelled = new CancellationToken(canceled: true);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.ReadAsync(new byte[9], cancelled).AsTask());
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.WriteAsync(new byte[9], cancelled).AsTask());
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.FlushAsync(cancelled));
        Assert.Equal(0, stream.Position);
        Assert.Equal(s_ciphertext, beneath.ToArray());
    }

    /// <summary>Two texts at one position would show their XOR.</summary>
    [Fact]
    public async Task Failed_write_is_not_followed_by_another_text_at_its_place()
    {
        foreach (var isAsync in new[] { false, true })
        {
            var beneath = new StreamBeneath { WritesToSucceed = 1 };
            await using var stream = Open(beneath);
            if (isAsync)
                await Assert.ThrowsAsync<IOException>(() => stream.WriteAsync(s_text, Token).AsTask());
            else
                Assert.Throws<IOException>(() => stream.Write(s_text, 0, s_text.Length));
            Assert.Equal((2 * Batch, Batch), (stream.Position, stream.Length));

            beneath.WritesToSucceed = int.MaxValue;
            stream.Position = 0;
            stream.Write(s_text, 0, s_text.Length);
            Assert.Equal(s_ciphertext, beneath.ToArray());
        }
    }

    [Fact]
    public async Task Failed_read_keeps_the_position()
    {
        var beneath = Filled();
        await using var stream = Open(beneath);
        stream.Position = 77;
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => stream.ReadAsync(new byte[9], 0, 9, new CancellationToken(canceled: true)));
        Assert.Equal(77, stream.Position);
        Assert.Equal(s_text[77], stream.ReadByte());
    }

    [Fact]
    public void Text_beyond_the_last_position_is_refused()
    {
        var beneath = new StreamBeneath { IsSeekable = false };
        using var stream = new AesCtrStream(beneath, s_key, s_counter, leaveOpen: true, long.MaxValue - 2);
        Outcome.Throws<ArgumentOutOfRangeException>("position", () => stream.Write(new byte[3], 0, 3));
        Assert.Equal(0, beneath.Length);
        stream.Write(new byte[2], 0, 2);
        Assert.Equal(long.MaxValue, stream.Position);
    }

    [Fact]
    public void Disposal_ends_the_stream_beneath_unless_that_stays_open()
    {
        foreach (var leaveOpen in new[] { true, false })
        {
            var beneath = Filled();
            var stream = new AesCtrStream(beneath, s_key.AsSpan(), s_counter, leaveOpen);
            stream.Dispose();
            stream.Dispose();
            Assert.Equal(!leaveOpen, beneath.IsDisposed);
            Assert.False(stream.CanRead || stream.CanWrite || stream.CanSeek);
            Action[] calls =
            [
                () => stream.ReadByte(), () => stream.WriteByte(1), () => stream.Flush(), () => stream.Seek(0, SeekOrigin.Begin),
                () => stream.SetLength(0), () => stream.Position = 0, () => _ = stream.Position, () => _ = stream.Length,
                () => _ = stream.ReadAsync(new byte[1], 0, 1), () => _ = stream.WriteAsync(new byte[1], 0, 1),
                () => stream.FlushAsync().GetAwaiter().GetResult(),
            ];
            foreach (var call in calls)
                Assert.Equal(typeof(AesCtrStream).FullName, Assert.Throws<ObjectDisposedException>(call).ObjectName);
        }
    }

    [Fact]
    public void Calls_allocate_nothing()
    {
        using var stream = Open(Filled());
        var buffer = new byte[s_text.Length];
        Assert.Equal(0, Outcome.Allocated(() =>
        {
            stream.Position = 5;
            stream.ReadExactly(buffer.AsSpan(0, 100_000));
            stream.ReadByte();
            stream.Position = 5;
            stream.Write(buffer.AsSpan(0, 100_000));
            stream.WriteByte(1);
        }));
    }

    private static AesCtrStream Open(Stream beneath) => new(beneath, s_key, s_counter);

    private static StreamBeneath Filled()
    {
        var beneath = new StreamBeneath();
        beneath.Write(s_ciphertext, 0, s_ciphertext.Length);
        beneath.Position = 0;
        return beneath;
    }
}
