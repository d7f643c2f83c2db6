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

/// <summary>What the stream over sectors promises besides right bytes: errors, torn sectors, disposal, memory.</summary>
public class AesXtsStreamContractTests
{
    private const int Sector = 512;

    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_text = TestBytes.Random(10 * Sector, 2);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public void Bad_arguments_are_refused()
    {
        var beneath = new StreamBeneath();
        Outcome.Throws<ArgumentNullException>("stream", () => New(null!));
        Outcome.Throws<ArgumentException>("stream", () => New(new StreamBeneath { IsSeekable = false }));
        Outcome.Throws<ArgumentNullException>("key", () => new AesXtsStream(beneath, null!, Sector).Dispose());
        foreach (var keyBytes in new[] { 0, 16, 31, 48, 65 })
            Assert.Throws<CryptographicException>(() => new AesXtsStream(beneath, TestBytes.Random(keyBytes, 1), Sector).Dispose());
        Assert.Throws<CryptographicException>(() => new AesXtsStream(beneath, new byte[32].AsSpan(), Sector).Dispose());
        foreach (var bytes in new[] { -512, 0, 16, 496, 511, 513, 520, 65_535, 65_552, int.MaxValue })
            Outcome.Throws<ArgumentOutOfRangeException>("sectorBytes", () => New(beneath, bytes));
        foreach (var first in new[] { -1, long.MinValue, long.MaxValue, long.MaxValue - (long.MaxValue / Sector) + 1 })
            Outcome.Throws<ArgumentOutOfRangeException>("firstSector", () => New(beneath, Sector, first));
        New(beneath, Sector, long.MaxValue - (long.MaxValue / Sector));
        Assert.False(beneath.IsDisposed);

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
        foreach (var length in new[] { -512L, 1, 511, 513 })
            Outcome.Throws<ArgumentOutOfRangeException>("value", () => stream.SetLength(length));
        Outcome.Throws<ArgumentException>("origin", () => stream.Seek(0, (SeekOrigin)3));
        Assert.Throws<IOException>(() => stream.Seek(-1, SeekOrigin.Begin));
        Assert.Equal(0, stream.Position);
        Assert.Equal(0, beneath.Length);

        static void New(Stream stream, int sectorBytes = Sector, long firstSector = 0) =>
            new AesXtsStream(stream, s_key, sectorBytes, leaveOpen: true, firstSector).Dispose();
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
        stream.Flush();

        (beneath.IsWritable, beneath.IsReadable) = (true, false);
        Assert.False(stream.CanRead);
        Assert.Throws<NotSupportedException>(() => stream.ReadByte());
        stream.Position = Sector;
        stream.Write(new byte[Sector], 0, Sector);
        beneath.IsReadable = true;
        stream.Position = 0;
        Assert.Equal(s_text[..Sector], Bytes(stream, Sector));
        Assert.Equal(new byte[Sector], Bytes(stream, Sector));
    }

    [Fact]
    public void What_is_skipped_is_encrypted_zeros()
    {
        var beneath = new StreamBeneath();
        using var stream = Open(beneath);
        stream.Position = (1000 * Sector) + 10;
        Assert.Equal(0, stream.Read(new byte[1], 0, 1));
        stream.WriteByte(7);
        Assert.Equal(1001 * Sector, stream.Length);
        stream.Flush();
        using var xts = new AesXts(s_key);
        Assert.Equal(xts.Encrypt(999, new byte[Sector]), beneath.ToArray()[(999 * Sector)..(1000 * Sector)]);

        stream.SetLength(2000 * Sector);
        stream.Position = 0;
        var expected = new byte[2000 * Sector];
        expected[(1000 * Sector) + 10] = 7;
        Assert.True(expected.AsSpan().SequenceEqual(Bytes(stream, 2001 * Sector)));
        Assert.True(beneath.Writes < 50, $"{beneath.Writes} writes");
    }

    [Fact]
    public void Whole_sectors_are_transferred_many_at_a_time_and_parts_are_gathered()
    {
        var beneath = new StreamBeneath();
        using var stream = Open(beneath);
        stream.Write(new byte[256 * Sector], 0, 256 * Sector);
        Assert.Equal(2, beneath.Writes);
        stream.Position = 0;
        Bytes(stream, 256 * Sector);
        Assert.Equal(2, beneath.Reads);
        stream.Position = 5 * Sector;
        for (var i = 0; i < Sector; i++)
            stream.WriteByte(1);
        Assert.Equal((2, 3), (beneath.Writes, beneath.Reads));
        stream.Flush();
        stream.Flush();
        Assert.Equal((3, 2), (beneath.Writes, beneath.Flushes));
    }

    /// <summary>All other sectors are read and written; nothing of the torn one is lost until somebody writes all of it, or cuts it off.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(16)]
    [InlineData(511)]
    public void Torn_last_sector_is_an_error_and_is_left_alone(int tornBytes)
    {
        var beneath = Filled();
        beneath.SetLength((2 * Sector) + tornBytes);
        var before = beneath.ToArray();
        using var stream = Open(beneath);
        Assert.Equal(3 * Sector, stream.Length);

        Assert.Equal(s_text[..(2 * Sector)], Bytes(stream, 3 * Sector));
        Assert.Equal(2 * Sector, stream.Position);
        var torn = Assert.Throws<EndOfStreamException>(() => Bytes(stream, 3 * Sector));
        Assert.Contains($"after {tornBytes} of its 512 bytes", torn.Message, StringComparison.Ordinal);
        Assert.Throws<EndOfStreamException>(() => stream.ReadByte());
        Assert.Throws<EndOfStreamException>(() => stream.WriteByte(1));
        Assert.Throws<EndOfStreamException>(() => stream.SetLength(4 * Sector));
        Assert.Equal(2 * Sector, stream.Position);
        stream.Position = 3 * Sector;
        Assert.Equal(0, stream.Read(new byte[1], 0, 1));
        Assert.Throws<EndOfStreamException>(() => stream.Write(new byte[Sector], 0, Sector));
        stream.Flush();
        Assert.Equal(before, beneath.ToArray());

        stream.Position = 2 * Sector;
        stream.Write(s_text, 2 * Sector, Sector);
        stream.Position = 0;
        Assert.Equal(s_text[..(3 * Sector)], Bytes(stream, 4 * Sector));

        beneath.SetLength((2 * Sector) + tornBytes);
        stream.SetLength(2 * Sector);
        Assert.Equal(2 * Sector, beneath.Length);
    }

    [Fact]
    public async Task Torn_sector_is_an_error_of_the_task_too()
    {
        var beneath = Filled();
        beneath.SetLength(Sector + 1);
        await using var stream = Open(beneath);
        Assert.Equal(Sector, await stream.ReadAsync(new byte[2 * Sector], Token));
        await Assert.ThrowsAsync<EndOfStreamException>(() => stream.ReadAsync(new byte[2], Token).AsTask());
        await Assert.ThrowsAsync<EndOfStreamException>(() => stream.WriteAsync(new byte[2], Token).AsTask());
        stream.Position = 2 * Sector;
        await Assert.ThrowsAsync<EndOfStreamException>(() => stream.WriteAsync(new byte[Sector], Token).AsTask());
    }

    [Fact]
    public async Task Asynchronous_calls_do_not_wait_and_agree()
    {
        var beneath = new StreamBeneath { IsLate = true, MostBytes = 100 };
        var stream = new AesXtsStream(beneath, s_key, Sector, leaveOpen: true);
        await stream.WriteAsync(s_text.AsMemory(0, 100), Token);
        await stream.WriteAsync(s_text.AsMemory(100, s_text.Length - 300), Token);
        stream.Position = s_text.Length + Sector;
        await stream.WriteAsync(s_text, 0, 5, Token);
        await stream.FlushAsync(Token);
        Assert.Equal(1, beneath.Flushes);
        stream.Position = s_text.Length - 200;
        await stream.WriteAsync(s_text.AsMemory(s_text.Length - 200), Token);
        await stream.DisposeAsync();
        await stream.DisposeAsync();
        Assert.False(beneath.IsDisposed);

        stream = new AesXtsStream(beneath, s_key, Sector);
        var read = new byte[s_text.Length];
        await stream.ReadExactlyAsync(read.AsMemory(0, 1000), Token);
        Assert.Equal(s_text.Length - 1000, await stream.ReadAsync(read, 1000, s_text.Length - 1000, Token));
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
        var before = beneath.ToArray();
        stream.WriteByte(1);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.ReadAsync(new byte[9], cancelled).AsTask());
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.WriteAsync(new byte[9], cancelled).AsTask());
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.FlushAsync(cancelled));
        Assert.Equal(1, stream.Position);
        Assert.Equal(before, beneath.ToArray());
        await stream.FlushAsync(Token);
        Assert.NotEqual(before, beneath.ToArray());
    }

    [Fact]
    public void Failed_write_keeps_the_position_and_the_buffered_sector()
    {
        var beneath = Filled();
        using var stream = Open(beneath);
        stream.Position = 3;
        stream.WriteByte((byte)~s_text[3]);
        beneath.WritesToSucceed = 0;
        Assert.Throws<IOException>(() => stream.Flush());
        Assert.Throws<IOException>(() => stream.Write(new byte[3 * Sector], 0, 3 * Sector));
        Assert.Throws<IOException>(() => stream.SetLength(0));
        Assert.Equal(4, stream.Position);
        beneath.WritesToSucceed = int.MaxValue;
        stream.Flush();
        stream.Position = Sector;
        Assert.Equal(s_text[Sector..], Bytes(stream, s_text.Length));
        stream.Position = 0;
        Assert.Equal(s_text[0], stream.ReadByte());
    }

    [Fact]
    public void Disposal_writes_the_buffered_sector_and_ends_the_stream_beneath_unless_that_stays_open()
    {
        foreach (var leaveOpen in new[] { true, false })
        {
            var beneath = Filled();
            var stream = new AesXtsStream(beneath, s_key.AsSpan(), Sector, leaveOpen);
            stream.Write([1, 2, 3], 0, 3);
            stream.Dispose();
            stream.Dispose();
            Assert.Equal(!leaveOpen, beneath.IsDisposed);
            using var xts = new AesXts(s_key);
            Assert.Equal([1, 2, 3, .. s_text[3..Sector]], xts.Decrypt(0, beneath.ToArray()[..Sector]));
            CheckRefused(stream);
        }
    }

    [Fact]
    public async Task Disposal_ends_all_even_if_the_buffered_sector_cannot_be_written()
    {
        foreach (var isAsync in new[] { false, true })
        {
            var beneath = Filled();
            var stream = Open(beneath);
            stream.WriteByte(1);
            beneath.WritesToSucceed = 0;
            if (isAsync)
                await Assert.ThrowsAsync<IOException>(() => stream.DisposeAsync().AsTask());
            else
                Assert.Throws<IOException>(stream.Dispose);
            Assert.True(beneath.IsDisposed);
            CheckRefused(stream);
            stream.Dispose();
        }
    }

    [Fact]
    public void Calls_allocate_nothing()
    {
        using var stream = Open(Filled());
        var buffer = new byte[s_text.Length];
        foreach (var (position, count) in new[] { (0, s_text.Length), (5, 100), (100, 3 * Sector) })
        {
            Assert.Equal(0, Outcome.Allocated(() =>
            {
                stream.Position = position;
                stream.ReadExactly(buffer.AsSpan(0, count));
                stream.ReadByte();
                stream.Position = position;
                stream.Write(buffer.AsSpan(0, count));
                stream.WriteByte(1);
            }));
        }
    }

    [Fact]
    public void Text_may_end_where_the_last_sector_does_and_no_further()
    {
        const long End = long.MaxValue - (long.MaxValue % Sector);
        var beneath = new LongStream(End - Sector);
        using var stream = Open(beneath);
        stream.Position = End - Sector;
        Outcome.Throws<ArgumentOutOfRangeException>("buffer", () => stream.Write(s_text.AsSpan(0, Sector + 1)));
        Assert.Equal(End - Sector, stream.Position);
        stream.Write(s_text.AsSpan(0, Sector));
        stream.Flush();

        using var xts = new AesXts(s_key);
        Assert.Equal(End, stream.Position);
        Assert.Equal(End - Sector, beneath.WrittenAt);
        Assert.Equal(xts.Encrypt((End / Sector) - 1, s_text.AsSpan(0, Sector).ToArray()), beneath.Written);
    }

    private static void CheckRefused(AesXtsStream stream)
    {
        Assert.False(stream.CanRead || stream.CanWrite || stream.CanSeek);
        Action[] calls =
        [
            () => stream.ReadByte(), () => stream.WriteByte(1), () => stream.Flush(), () => stream.Seek(0, SeekOrigin.Begin),
            () => stream.SetLength(0), () => stream.Position = 0, () => _ = stream.Position, () => _ = stream.Length,
            () => _ = stream.ReadAsync(new byte[1], 0, 1), () => _ = stream.WriteAsync(new byte[1], 0, 1),
            () => stream.FlushAsync().GetAwaiter().GetResult(),
        ];
        foreach (var call in calls)
            Assert.Equal(typeof(AesXtsStream).FullName, Assert.Throws<ObjectDisposedException>(call).ObjectName);
    }

    private static AesXtsStream Open(Stream beneath) => new(beneath, s_key, Sector);

    private static StreamBeneath Filled()
    {
        var beneath = new StreamBeneath();
        using var xts = new AesXts(s_key);
        for (var sector = 0; sector < s_text.Length / Sector; sector++)
            beneath.Write(xts.Encrypt(sector, s_text.AsSpan(sector * Sector, Sector).ToArray()), 0, Sector);
        return beneath;
    }

    /// <summary>A stream that is longer than any disk, and keeps what was written last.</summary>
    private sealed class LongStream(long length) : Stream
    {
        public long WrittenAt { get; private set; }

        public byte[] Written { get; private set; } = [];

        public override bool CanRead => true;

        public override bool CanWrite => true;

        public override bool CanSeek => true;

        public override long Length => length;

        public override long Position { get; set; }

        public override void Write(byte[] buffer, int offset, int count) =>
            (WrittenAt, Written, Position) = (Position, buffer.AsSpan(offset, count).ToArray(), Position + count);

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();
    }

    private static byte[] Bytes(Stream stream, int count)
    {
        var bytes = new byte[count];
        return bytes[..stream.Read(bytes, 0, count)];
    }
}
