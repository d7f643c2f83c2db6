using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

#pragma warning disable CA1835 // Overloads with arrays are tested, too.

/// <summary>Streams whose asynchronous calls are given up before they end: a timeout, then disposal.</summary>
public class GivenUpCallTests
{
    private static readonly byte[] s_key = TestBytes.Random(16, 1);
    private static readonly byte[] s_text = TestBytes.Random(600_000, 2);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Sealing_stream_disposed_during_a_write_stays_so_and_gives_nobody_its_buffer()
    {
        var gate = new TaskCompletionSource<bool>();
        var destination = new StreamBeneath { Gate = gate.Task };
        var stream = Cobblestone.CreateSealingStream(destination, s_key);
        var write = stream.WriteAsync(s_text, 0, s_text.Length, Token);
        stream.Dispose();
        AssertNobodyGets(destination.Given!);
        gate.SetResult(true);
        Assert.NotNull(await Record.ExceptionAsync(() => write));
        Assert.False(stream.CanWrite);
        Assert.Throws<ObjectDisposedException>(() => stream.WriteByte(1));
        stream.Dispose();
    }

    [Fact]
    public async Task Encrypting_stream_disposed_during_a_write_stays_so()
    {
        var gate = new TaskCompletionSource<bool>();
        var stream = new AesCbcEncryptingStream(new StreamBeneath { Gate = gate.Task }, s_key, new byte[16], leaveOpen: true);
        var write = stream.WriteAsync(s_text, 0, s_text.Length, Token);
        stream.Dispose();
        gate.SetResult(true);
        await Assert.ThrowsAsync<ObjectDisposedException>(() => write);
        Assert.False(stream.CanWrite);
        Assert.Throws<ObjectDisposedException>(() => stream.WriteByte(1));
    }

    [Fact]
    public async Task Opening_stream_refuses_a_second_read_and_gives_nobody_its_buffer()
    {
        var gate = new TaskCompletionSource<bool>();
        var source = Sealed();
        var stream = Cobblestone.CreateOpeningStream(source, s_key);
        var text = new byte[s_text.Length];
        Assert.Equal(s_text[0], stream.ReadByte());
        source.Gate = gate.Task;
        stream.Position = 400_000;
        var read = stream.ReadAsync(text, 0, text.Length, Token);
        Assert.Throws<CryptographicException>(() => { _ = stream.ReadAsync(text, 0, 1, Token); });
        Assert.Throws<CryptographicException>(() => stream.ReadByte());
        Assert.Throws<CryptographicException>(() => stream.Length);
        stream.Dispose();
        AssertNobodyGets(source.Given!);
        gate.SetResult(true);
        Assert.NotNull(await Record.ExceptionAsync(() => read));
        Assert.Throws<ObjectDisposedException>(() => stream.ReadByte());
    }

    [Fact]
    public async Task Read_that_was_refused_or_has_ended_is_in_nobodys_way()
    {
        var gate = new TaskCompletionSource<bool>();
        var source = Sealed();
        source.Gate = gate.Task;
        using var stream = Cobblestone.CreateOpeningStream(source, s_key);
        var text = new byte[s_text.Length];
        var read = stream.ReadAsync(text, 0, 100, Token);
        Assert.Throws<CryptographicException>(() => stream.ReadByte());
        gate.SetResult(true);
        Assert.Equal(100, await read);
        Assert.Equal(s_text[100], stream.ReadByte());
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.ReadAsync(text, 0, 1, cancelled.Token));
        Assert.Equal(s_text[101], stream.ReadByte());
    }

    /// <summary>A stream that gives up a read or write may still use the array of it: nobody else gets that, and it is wiped.</summary>
    [Theory]
    [InlineData("sealing")]
    [InlineData("opening")]
    [InlineData("opening, waiting")]
    [InlineData("opening, waiting for a chunk")]
    [InlineData("copy")]
    [InlineData("copy, not waiting")]
    [InlineData("GCM")]
    [InlineData("GCM, not waiting")]
    [InlineData("hash")]
    [InlineData("hash, not waiting")]
    public async Task Array_of_a_call_that_was_given_up_goes_to_nobody(string use)
    {
        var beneath = Sealed();
        var source = new MemoryStream(s_text);
        var aead = new AesGcm(s_key, 16);
        var (nonce, tag, ciphertext) = (new byte[12], new byte[16], new byte[100]);
        aead.Encrypt(nonce, new byte[100], ciphertext, tag);
        var ctr = new AesCtrStream(source, s_key, new byte[16]);
        var sealing = Cobblestone.CreateSealingStream(beneath, s_key);
        var opening = Cobblestone.CreateOpeningStream(beneath, s_key);
        if (use == "opening, waiting for a chunk")
            Assert.Equal(s_text.Length, opening.Length);
        beneath.During = () => throw new TimeoutException();
        Func<Task> call = use switch
        {
            "sealing" => () => sealing.WriteAsync(s_text, Token).AsTask(),
            "opening" => () => opening.ReadAsync(new byte[10], Token).AsTask(),
            "opening, waiting" or "opening, waiting for a chunk" => () => Waiting(() => opening.ReadByte()),
            "copy" => () => Waiting(() => ctr.CopyTo(beneath)),
            "copy, not waiting" => () => ctr.CopyToAsync(beneath, Token),
            "GCM" => () => Waiting(() => aead.Decrypt(nonce, new MemoryStream(ciphertext), tag, beneath)),
            "GCM, not waiting" => () => aead.DecryptAsync(nonce, new MemoryStream(ciphertext), tag, beneath, cancellationToken: Token).AsTask(),
            "hash" => () => Waiting(() => SHA256.HashData(beneath)),
            _ => () => SHA256.HashDataAsync(beneath, Token).AsTask(),
        };
        await Assert.ThrowsAsync<TimeoutException>(call);
        if (use == "sealing")
            sealing.Dispose();
        opening.Dispose();
        Assert.All(beneath.Given!, each => Assert.Equal(0, each));
        AssertNobodyGets(beneath.Given!);

        static Task Waiting(Action call)
        {
            call();
            return Task.CompletedTask;
        }
    }

    private static StreamBeneath Sealed()
    {
        var ciphertext = Cobblestone.SealToArray(s_key, s_text);
        var beneath = new StreamBeneath();
        beneath.Write(ciphertext, 0, ciphertext.Length);
        beneath.Position = 0;
        return beneath;
    }

    /// <summary>What is returned to the pool is what the next renter of that size gets.</summary>
    private static void AssertNobodyGets(byte[] array)
    {
        var rented = new List<byte[]>();
        for (var i = 0; i < 100; i++)
            rented.Add(ArrayPool<byte>.Shared.Rent(array.Length));
        Assert.DoesNotContain(rented, each => ReferenceEquals(each, array));
        rented.ForEach(each => ArrayPool<byte>.Shared.Return(each));
    }
}
