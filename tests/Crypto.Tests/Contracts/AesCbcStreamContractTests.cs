using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

#pragma warning disable CA1835, CA2022 // Overloads with arrays are tested, too, and what they return.

/// <summary>What the streams in CBC promise besides right bytes: errors, ends, disposal, memory.</summary>
public class AesCbcStreamContractTests
{
    private const int Batch = 32 * 1024;

    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_iv = TestBytes.Random(16, 2);
    private static readonly byte[] s_text = TestBytes.Random(150_001, 3);
    private static readonly byte[] s_ciphertext = Encrypted(s_text);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public void Bad_arguments_are_refused()
    {
        var beneath = new StreamBeneath();
        var mute = new StreamBeneath { IsReadable = false, IsWritable = false };
        Outcome.Throws<ArgumentNullException>("destination", () => new AesCbcEncryptingStream(null!, s_key, s_iv).Dispose());
        Outcome.Throws<ArgumentException>("destination", () => new AesCbcEncryptingStream(mute, s_key, s_iv).Dispose());
        Outcome.Throws<ArgumentNullException>("source", () => new AesCbcDecryptingStream(null!, s_key, s_iv).Dispose());
        Outcome.Throws<ArgumentException>("source", () => new AesCbcDecryptingStream(mute, s_key, s_iv).Dispose());
        foreach (var open in new Func<byte[], byte[], PaddingMode, Stream>[]
        {
            (key, iv, padding) => new AesCbcEncryptingStream(beneath, key, iv, padding),
            (key, iv, padding) => new AesCbcDecryptingStream(beneath, key, iv, padding),
        })
        {
            Outcome.Throws<ArgumentNullException>("key", () => open(null!, s_iv, PaddingMode.PKCS7).Dispose());
            Outcome.Throws<ArgumentNullException>("iv", () => open(s_key, null!, PaddingMode.PKCS7).Dispose());
            foreach (var bytes in new[] { 0, 12, 15, 17 })
                Outcome.Throws<ArgumentException>("iv", () => open(s_key, new byte[bytes], PaddingMode.PKCS7).Dispose());
            foreach (var bytes in new[] { 0, 15, 31, 64 })
                Assert.Throws<CryptographicException>(() => open(new byte[bytes], s_iv, PaddingMode.PKCS7).Dispose());
            foreach (var padding in new[] { 0, 6 })
                Outcome.Throws<ArgumentOutOfRangeException>("paddingMode", () => open(s_key, s_iv, (PaddingMode)padding).Dispose());
        }

        using var encrypting = new AesCbcEncryptingStream(beneath, s_key, s_iv);
        using var decrypting = Open(Filled());
        var array = new byte[10];
        foreach (var (offset, count, name) in Outcome.PartsOutsideTenBytes)
        {
            Outcome.Throws<ArgumentOutOfRangeException>(name, () => decrypting.Read(array, offset, count));
            Outcome.Throws<ArgumentOutOfRangeException>(name, () => decrypting.ReadAsync(array, offset, count));
            Outcome.Throws<ArgumentOutOfRangeException>(name, () => encrypting.Write(array, offset, count));
            Outcome.Throws<ArgumentOutOfRangeException>(name, () => encrypting.WriteAsync(array, offset, count));
        }

        Outcome.Throws<ArgumentNullException>("buffer", () => decrypting.Read(null!, 0, 0));
        Outcome.Throws<ArgumentNullException>("buffer", () => encrypting.Write(null!, 0, 0));
        Outcome.Throws<ArgumentOutOfRangeException>("value", () => decrypting.Position = -1);
        Outcome.Throws<ArgumentException>("origin", () => decrypting.Seek(0, (SeekOrigin)3));
        Assert.Throws<IOException>(() => decrypting.Seek(-1, SeekOrigin.Begin));
        Assert.Equal(0, decrypting.Position);
        Assert.Equal(s_text[0], decrypting.ReadByte());
    }

    [Fact]
    public void Each_stream_has_one_direction()
    {
        using var encrypting = new AesCbcEncryptingStream(new StreamBeneath(), s_key, s_iv);
        Assert.Equal((false, true, false), (encrypting.CanRead, encrypting.CanWrite, encrypting.CanSeek));
        using var decrypting = Open(Filled());
        Assert.Equal((true, false, true), (decrypting.CanRead, decrypting.CanWrite, decrypting.CanSeek));
        Action[] calls =
        [
            () => encrypting.ReadByte(), () => encrypting.Seek(0, SeekOrigin.Begin), () => encrypting.SetLength(0),
            () => encrypting.Position = 0, () => _ = encrypting.Position, () => _ = encrypting.Length,
            () => decrypting.WriteByte(1), () => decrypting.SetLength(0),
        ];
        foreach (var call in calls)
            Assert.Throws<NotSupportedException>(call);

        using var unseekable = Open(new StreamBeneath { IsSeekable = false });
        Assert.False(unseekable.CanSeek);
        Assert.Throws<NotSupportedException>(() => unseekable.Position = 0);
        Assert.Throws<NotSupportedException>(() => unseekable.Seek(0, SeekOrigin.Begin));
        Assert.Throws<NotSupportedException>(() => _ = unseekable.Length);
        Assert.Equal(0, unseekable.Position);
    }

    [Fact]
    public void Whole_blocks_go_on_at_once_in_large_pieces()
    {
        var beneath = new StreamBeneath();
        using var stream = new AesCbcEncryptingStream(beneath, s_key, s_iv);
        stream.Write(s_text, 0, 15);
        Assert.Equal(0, beneath.Writes);
        stream.WriteByte(s_text[15]);
        Assert.Equal((1, 16), (beneath.Writes, beneath.Length));
        stream.Write(s_text, 16, 3 * Batch);
        Assert.Equal((4, 16 + (3 * Batch)), (beneath.Writes, beneath.Length));
        stream.Flush();
        Assert.Equal(1, beneath.Flushes);
    }

    [Fact]
    public void Message_is_completed_once()
    {
        var beneath = new StreamBeneath();
        using var stream = new AesCbcEncryptingStream(beneath, s_key, s_iv, leaveOpen: true);
        stream.Write(s_text, 0, s_text.Length);
        stream.Complete();
        Assert.Equal(s_ciphertext, beneath.ToArray());
        Assert.False(stream.CanWrite);
        stream.Complete();
        stream.Flush();
        Assert.Throws<InvalidOperationException>(() => stream.WriteByte(1));
        stream.Dispose();
        Assert.Equal(s_ciphertext, beneath.ToArray());
        Assert.Throws<ObjectDisposedException>(stream.Complete);
    }

    [Fact]
    public void Text_that_is_not_whole_blocks_needs_padding()
    {
        var beneath = new StreamBeneath();
        var stream = new AesCbcEncryptingStream(beneath, s_key, s_iv, PaddingMode.None);
        stream.Write(s_text, 0, 40);
        Assert.Throws<CryptographicException>(stream.Complete);
        stream.Write(s_text, 40, 8);
        stream.Complete();
        Assert.Equal(s_ciphertext[..48], beneath.ToArray());

        stream = new AesCbcEncryptingStream(beneath, s_key, s_iv, PaddingMode.None);
        stream.WriteByte(1);
        stream.Dispose();
        Assert.True(beneath.IsDisposed);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Message_that_is_disposed_of_stays_incomplete(bool isAsync)
    {
        var beneath = new StreamBeneath();
        var stream = new AesCbcEncryptingStream(beneath, s_key, s_iv);
        stream.Write(s_text, 0, 40);
        if (isAsync)
            await stream.DisposeAsync();
        else
            stream.Dispose();
        Assert.True(beneath.IsDisposed);
        Assert.Equal(s_ciphertext[..32], beneath.ToArray());
    }

    [Fact]
    public async Task Failed_write_ends_the_message()
    {
        foreach (var isAsync in new[] { false, true })
        {
            var beneath = new StreamBeneath { WritesToSucceed = 1 };
            var stream = new AesCbcEncryptingStream(beneath, s_key, s_iv, leaveOpen: true);
            if (isAsync)
                await Assert.ThrowsAsync<IOException>(() => stream.WriteAsync(s_text, Token).AsTask());
            else
                Assert.Throws<IOException>(() => stream.Write(s_text, 0, s_text.Length));
            beneath.WritesToSucceed = int.MaxValue;
            Assert.False(stream.CanWrite);
            Assert.Throws<InvalidOperationException>(() => stream.WriteByte(1));
            Assert.Throws<InvalidOperationException>(stream.Complete);
            Assert.Throws<InvalidOperationException>(stream.Flush);
            await stream.DisposeAsync();
            Assert.Equal(s_ciphertext[..Batch], beneath.ToArray());
        }
    }

    [Fact]
    public async Task Asynchronous_calls_do_not_wait_and_agree()
    {
        var beneath = new StreamBeneath { IsLate = true, MostBytes = 1000 };
        var stream = new AesCbcEncryptingStream(beneath, s_key, s_iv, leaveOpen: true);
        await stream.WriteAsync(s_text.AsMemory(0, 100), Token);
        await stream.WriteAsync(s_text, 100, s_text.Length - 100, Token);
        await stream.FlushAsync(Token);
        Assert.Equal(1, beneath.Flushes);
        await stream.CompleteAsync(Token);
        await stream.CompleteAsync(Token);
        await stream.DisposeAsync();
        await stream.DisposeAsync();
        Assert.False(beneath.IsDisposed);
        Assert.Equal(s_ciphertext, beneath.ToArray());

        foreach (var canSeek in new[] { true, false })
        {
            beneath.Position = 0;
            beneath.IsSeekable = canSeek;
            var reading = new AesCbcDecryptingStream(beneath, s_key, s_iv, leaveOpen: canSeek);
            var text = new byte[s_text.Length];
            await reading.ReadExactlyAsync(text, Token);
            Assert.Equal(s_text, text);
            Assert.Equal(0, await reading.ReadAsync(text, 0, 9, Token));
            await reading.DisposeAsync();
            await reading.DisposeAsync();
            Assert.Equal(!canSeek, beneath.IsDisposed);
        }
    }

    [Fact]
    public async Task Cancelled_call_changes_nothing_it_had_not_begun()
    {
        var beneath = new StreamBeneath();
        await using var encrypting = new AesCbcEncryptingStream(beneath, s_key, s_iv);
        var cancelled = new CancellationToken(canceled: true);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => encrypting.WriteAsync(new byte[99], cancelled).AsTask());
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => encrypting.CompleteAsync(cancelled));
        Assert.True(encrypting.CanWrite);
        Assert.Equal(0, beneath.Length);

        await using var decrypting = Open(Filled());
        decrypting.Position = 77;
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => decrypting.ReadAsync(new byte[9], cancelled).AsTask());
        Assert.Equal(77, decrypting.Position);
        Assert.Equal(s_text[77], decrypting.ReadByte());
    }

    /// <summary>
    /// Where the end can be sought, no text is given out before, however little a read gives, and also where one read has both; else it comes
    /// until the last block.
    /// </summary>
    [Fact]
    public void Wrong_end_is_refused_every_time()
    {
        var tampered = (byte[])s_ciphertext.Clone();
        tampered[^17] ^= 255;
        foreach (var ciphertext in new[] { tampered, s_ciphertext[..^1], s_ciphertext[..^16], s_ciphertext[..96], s_ciphertext[..95], [] })
        {
            foreach (var bytesOfRead in new[] { 16, int.MaxValue })
            {
                var sought = new StreamBeneath { MostBytes = bytesOfRead };
                sought.Write(ciphertext, 0, ciphertext.Length);
                sought.Position = 0;
                using var seekable = Open(sought);
                for (var i = 0; i < 2; i++)
                {
                    Assert.Throws<CryptographicException>(() => seekable.ReadByte());
                    Assert.Throws<CryptographicException>(() => _ = seekable.Length);
                    Assert.Throws<CryptographicException>(() => seekable.Seek(0, SeekOrigin.End));
                }

                Assert.Equal(0, seekable.Position);
            }

            var beneath = new StreamBeneath { IsSeekable = false };
            beneath.Write(ciphertext, 0, ciphertext.Length);
            beneath.Position = 0;
            using var unseekable = Open(beneath);
            var text = new MemoryStream();
            Assert.Throws<CryptographicException>(() => unseekable.CopyTo(text));
            Assert.Throws<CryptographicException>(() => unseekable.ReadByte());
            Assert.Equal(Math.Max(0, (ciphertext.Length & -16) - 16), text.Length);
            Assert.True(s_text.AsSpan(0, Math.Min((int)text.Length, 100_000)).SequenceEqual(text.ToArray().AsSpan(0, Math.Min((int)text.Length, 100_000))));
        }
    }

    [Fact]
    public void Empty_ciphertext_is_an_empty_text_only_without_padding()
    {
        using var none = new AesCbcDecryptingStream(new MemoryStream(), s_key, s_iv, PaddingMode.None);
        Assert.Equal((0, -1), (none.Length, none.ReadByte()));
        using var unseekable = new AesCbcDecryptingStream(new StreamBeneath { IsSeekable = false }, s_key, s_iv, PaddingMode.Zeros);
        Assert.Equal(-1, unseekable.ReadByte());
    }

    [Fact]
    public void Message_begins_where_the_stream_beneath_stands()
    {
        var beneath = new StreamBeneath();
        beneath.Write(new byte[9], 0, 9);
        using (var encrypting = new AesCbcEncryptingStream(beneath, s_key.AsSpan(), s_iv, leaveOpen: true))
        {
            encrypting.Write(s_text, 0, s_text.Length);
            encrypting.Complete();
        }

        beneath.Position = 9;
        using var decrypting = new AesCbcDecryptingStream(beneath, s_key.AsSpan(), s_iv);
        Assert.Equal(s_text.Length, decrypting.Length);
        decrypting.Position = 5;
        Assert.Equal(s_text[5], decrypting.ReadByte());
        decrypting.Position = long.MaxValue;
        Assert.Equal(-1, decrypting.ReadByte());
    }

    [Fact]
    public void Stream_beneath_that_becomes_shorter_is_noticed()
    {
        var beneath = Filled();
        using var stream = Open(beneath);
        Assert.Equal(s_text.Length, stream.Length);
        beneath.SetLength(1000);
        stream.Position = 2000;
        Assert.Throws<EndOfStreamException>(() => stream.ReadByte());
        Assert.Equal(2000, stream.Position);
    }

    [Fact]
    public void Disposal_ends_the_stream_beneath_unless_that_stays_open()
    {
        foreach (var leaveOpen in new[] { true, false })
        {
            StreamBeneath destination = new(), source = Filled();
            var encrypting = new AesCbcEncryptingStream(destination, s_key, s_iv, leaveOpen: leaveOpen);
            var decrypting = new AesCbcDecryptingStream(source, s_key, s_iv, leaveOpen: leaveOpen);
            for (var i = 0; i < 2; i++)
            {
                encrypting.Dispose();
                decrypting.Dispose();
            }

            Assert.Equal((!leaveOpen, !leaveOpen), (destination.IsDisposed, source.IsDisposed));
            Assert.False(encrypting.CanWrite || decrypting.CanRead || decrypting.CanSeek);
            Action[] calls =
            [
                () => encrypting.WriteByte(1), encrypting.Flush, encrypting.Complete, () => encrypting.CompleteAsync(Token).GetAwaiter().GetResult(),
                () => encrypting.WriteAsync(new byte[1], 0, 1).GetAwaiter().GetResult(), () => encrypting.FlushAsync().GetAwaiter().GetResult(),
                () => decrypting.ReadByte(), () => decrypting.Seek(0, SeekOrigin.Begin), () => decrypting.Position = 0,
                () => _ = decrypting.Position, () => _ = decrypting.Length, () => decrypting.ReadAsync(new byte[1], 0, 1).GetAwaiter().GetResult(),
            ];
            for (var i = 0; i < calls.Length; i++)
            {
                var expected = i < 6 ? typeof(AesCbcEncryptingStream) : typeof(AesCbcDecryptingStream);
                Assert.Equal(expected.FullName, Assert.Throws<ObjectDisposedException>(calls[i]).ObjectName);
            }
        }
    }

    [Fact]
    public void Calls_allocate_nothing()
    {
        using var decrypting = Open(Filled());
        var beneath = new StreamBeneath { Capacity = 1 << 20 };
        using var encrypting = new AesCbcEncryptingStream(beneath, s_key, s_iv);
        var buffer = new byte[s_text.Length];
        Assert.Equal(0, Outcome.Allocated(() =>
        {
            beneath.SetLength(0);
            encrypting.Write(buffer.AsSpan(0, 100_003));
            encrypting.WriteByte(1);
            decrypting.Position = 5;
            decrypting.ReadExactly(buffer.AsSpan(0, 100_000));
            decrypting.ReadByte();
        }));
    }

    private static byte[] Encrypted(byte[] text)
    {
        using var oracle = OracleAes.Create();
        oracle.Key = s_key;
        return oracle.EncryptCbc(text, s_iv);
    }

    private static AesCbcDecryptingStream Open(Stream source) => new(source, s_key, s_iv);

    private static StreamBeneath Filled()
    {
        var beneath = new StreamBeneath();
        beneath.Write(s_ciphertext, 0, s_ciphertext.Length);
        beneath.Position = 0;
        return beneath;
    }
}
