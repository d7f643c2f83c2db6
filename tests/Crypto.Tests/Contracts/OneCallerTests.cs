using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

#pragma warning disable CA1835, CA1849, CA2022 // Every overload is called, wherever it is; what it reads does not matter.

/// <summary>
/// A stream serves one call at a time. The underlying stream calls the one above while that waits for it, as another thread would at the
/// worst moment: each such call is refused, and the one under way does not notice.
/// </summary>
public class OneCallerTests
{
    /// <summary>As many as a stream has room for that two threads work for.</summary>
    private const int Chunks = 30;

    private static readonly byte[] s_key = TestBytes.Random(32, seed: 1);
    private static readonly byte[] s_iv = TestBytes.Random(16, seed: 2);
    private static readonly byte[] s_text = TestBytes.Random(800_000, seed: 3);

    private static readonly byte[] s_sealed = Cobblestone.SealToArray(s_key, s_text);

    private static readonly string[] s_readers = ["opening", "opening, a copy", "CBC decrypting"];

    /// <summary>A call that has to do with the underlying stream, of each sort of stream.</summary>
    private static readonly Dictionary<string, (Func<Stream, Stream> Open, byte[] Beneath, Action<Stream> Call, Func<Stream, Task> CallAsync)>
        s_calls = new()
        {
            ["sealing"] = (beneath => Sealing(beneath, threads: 1), [], Write, WriteAsync),
            ["sealing by three"] = (beneath => Sealing(beneath, threads: 3), [], Write, WriteAsync),
            ["opening"] = (beneath => Cobblestone.CreateOpeningStream(beneath, s_key, leaveOpen: true), s_sealed, Read, ReadAsync),
            ["opening, a copy"] = (beneath => Cobblestone.CreateOpeningStream(beneath, s_key, leaveOpen: true), s_sealed, Copy, CopyAsync),
            ["CBC decrypting"] =
                (beneath => new AesCbcDecryptingStream(beneath, s_key, s_iv, PaddingMode.None, leaveOpen: true), s_text, Read, ReadAsync),
            ["CTR"] = (beneath => new AesCtrStream(beneath, s_key, s_iv, leaveOpen: true), s_text, Write, WriteAsync),
            ["CTR, a read"] = (beneath => new AesCtrStream(beneath, s_key, s_iv, leaveOpen: true), s_text, Read, ReadAsync),
            ["XTS"] = (beneath => new AesXtsStream(beneath, s_text.AsSpan(0, 64), 512, leaveOpen: true), [], Write, WriteAsync),
            ["XTS, a read"] = (beneath => new AesXtsStream(beneath, s_text.AsSpan(0, 64), 512, leaveOpen: true), s_text[..4096], Read, ReadAsync),
            ["CBC encrypting"] = (beneath => new AesCbcEncryptingStream(beneath, s_key, s_iv, leaveOpen: true), [], Write, WriteAsync),
        };

    /// <summary>Every member that uses the stream. Those that it does not support are not among what is refused.</summary>
    private static readonly Dictionary<string, Func<Stream, Task>> s_members = new()
    {
        ["Read(array)"] = Sync(stream => stream.Read(new byte[9], 1, 7)),
        ["Read(span)"] = Sync(stream => stream.Read(new byte[9])),
        ["ReadAsync(array)"] = stream => stream.ReadAsync(new byte[9], 1, 7, Token),
        ["ReadAsync(memory)"] = stream => stream.ReadAsync(new byte[9], Token).AsTask(),
        ["ReadByte"] = Sync(stream => stream.ReadByte()),
        ["CopyTo"] = Sync(stream => stream.CopyTo(Stream.Null)),
        ["CopyToAsync"] = stream => stream.CopyToAsync(Stream.Null, Token),
        ["Write(array)"] = Sync(stream => stream.Write(s_text, 1, 300_000)),
        ["Write(span)"] = Sync(stream => stream.Write(s_text.AsSpan())),
        ["WriteAsync(array)"] = stream => stream.WriteAsync(s_text, 1, 300_000, Token),
        ["WriteAsync(memory)"] = stream => stream.WriteAsync(s_text, Token).AsTask(),
        ["WriteByte"] = Sync(stream => stream.WriteByte(1)),
        ["Flush"] = Sync(stream => stream.Flush()),
        ["FlushAsync"] = stream => stream.FlushAsync(Token),
        ["Complete"] = Sync(stream => Complete(stream)),
        ["CompleteAsync"] = CompleteAsync,
        ["Length"] = Sync(stream => _ = stream.Length),
        ["SetLength"] = Sync(stream => stream.SetLength(512)),
        ["get Position"] = Sync(stream => _ = stream.Position),
        ["set Position"] = Sync(stream => stream.Position = 1),
        ["Seek"] = Sync(stream => stream.Seek(1, SeekOrigin.Current)),
    };

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string, bool> Calls => new(s_calls.Keys.SelectMany(call => new[] { (call, false), (call, true) }));

    [Theory]
    [MemberData(nameof(Calls))]
    public async Task Every_member_is_refused_during_a_call_which_goes_on(string call, bool isAsync)
    {
        var expected = await Run(call, isAsync, _ => Task.CompletedTask);
        var refused = new List<string>();
        foreach (var (name, member) in s_members)
        {
            Exception? thrown = null;
            var found = await Run(call, isAsync, async stream => thrown = await Record.ExceptionAsync(() => member(stream)));
            Assert.Equal(expected, found);
            if ((name.StartsWith("Flush", StringComparison.Ordinal) && s_readers.Contains(call)) || thrown is NotSupportedException)
                continue;
            Assert.Equal(
                (name, "Another thread is using this object: it serves one call at a time."),
                (name, Assert.IsType<CryptographicException>(thrown).Message));
            refused.Add(name);
        }

        Assert.InRange(refused.Count, 9, s_members.Count);
        TestContext.Current.SendDiagnosticMessage($"{call}: {refused.Count} members refused: {string.Join(", ", refused)}");
    }

    /// <summary>The array stays with the call until that ends, and the stream is wiped then, once.</summary>
    [Theory]
    [MemberData(nameof(Calls))]
    public async Task Disposal_during_a_call_is_carried_out_as_it_ends(string call, bool isAsync)
    {
        Stream? used = null;
        byte[]? during = null;
        var (open, bytes, sync, async) = s_calls[call];
        var beneath = Beneath(bytes, isAsync);
        used = open(beneath);
        beneath.During = () =>
        {
            var before = (byte[])beneath.Given!.Clone();
            used.Dispose();
            used.Dispose();
            Assert.Equal(before, beneath.Given);
            during = beneath.Given;
            Assert.False(used.CanRead || used.CanWrite || used.CanSeek);
            Action[] calls = [() => used.ReadByte(), () => used.WriteByte(1)];
            Assert.Contains(calls.Select(Record.Exception), thrown => thrown is ObjectDisposedException);
        };
        var thrown = await Record.ExceptionAsync(() => isAsync ? async(used) : Sync(sync)(used));
        Assert.True(thrown is null or ObjectDisposedException, $"{thrown}");
        Assert.NotNull(during);
        await used.DisposeAsync();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => isAsync ? async(used) : Sync(sync)(used));
    }

    /// <summary>
    /// While a thread that helps has a chunk to write, to the stream's memory or the caller's, the caller waits for it, and nobody else
    /// gets that memory: disposed of or not.
    /// </summary>
    [Theory]
    [InlineData("Read", 500_000)]
    [InlineData("Read", 1000)]
    [InlineData("Write", Chunks * 16 * 1024)]
    public void Disposal_during_a_call_waits_for_the_threads_that_help_it(string call, int bytes)
    {
        Stream? stream = null;
        bool hasReturned = false, wasWaitedFor = false, isLent = false;
        var kernel = new LateHelpersKernel(Algorithms.AesGcm.Kernels.Best);
        kernel.AtFirst = () =>
        {
            var core = Field(typeof(MessageStream), "_core", stream!);
            var array = ((ChunkBuffer)Field(core.GetType(), "_buffer", core)).Bytes;
            stream!.Dispose();

            // What this thread gave to the pool, it would get back.
            var rented = ArrayPool<byte>.Shared.Rent(array.Length);
            isLent = rented == array;
            ArrayPool<byte>.Shared.Return(rented);
        };
        kernel.MayWork = () =>
        {
            wasWaitedFor = kernel.IsCallerWaiting;
            return wasWaitedFor || (Volatile.Read(ref hasReturned) ? throw new InvalidOperationException("Nobody waited.") : false);
        };
        var options = new CobblestoneOptions { Parallelism = 2 };
        var beneath = Beneath(call == "Read" ? s_sealed : [], isLate: false);
        stream = call == "Read" ? new CobblestoneOpeningStream(kernel, beneath, s_key, default, leaveOpen: true, options)
            : new CobblestoneSealingStream(kernel, beneath, s_key, default, leaveOpen: true, options, s_sealed.AsSpan(0, 24));
        var (text, read) = (new byte[bytes], 0);
        var thrown = Record.Exception(() =>
        {
            if (call == "Read")
                read = stream.Read(text);
            else
                stream.Write(s_text, 0, bytes);
        });
        Volatile.Write(ref hasReturned, true);
        Assert.True(wasWaitedFor && !isLent, $"{thrown}");

        // The call that was under way did its work: a write asks at its end whether it may go on.
        if (call == "Read")
        {
            Assert.Null(thrown);
            Assert.Equal(s_text[..read], text[..read]);
            Assert.NotEqual(0, read);
        }
        else
        {
            Assert.IsType<ObjectDisposedException>(thrown);
            Assert.Equal(s_sealed[..(56 + (Chunks * 16_400))], beneath.ToArray());
        }
    }

    /// <summary>As in a forked child, whose memory of secrets is zeros: the state is gone, and the stream was not disposed.</summary>
    [Theory]
    [InlineData("CBC encrypting")]
    [InlineData("XTS")]
    public void Refusal_names_the_stream_and_not_its_core(string call)
    {
        var stream = s_calls[call].Open(Beneath(s_text[..4096], isLate: false));
        ((IDisposable)Field(typeof(MessageStream), "_core", stream)).Dispose();
        var refusal = Assert.Throws<ObjectDisposedException>(() => stream.Write(s_text, 0, 100));
        Assert.Equal(stream.GetType().FullName, refusal.ObjectName);
    }

    /// <summary>Whoever disposes of a buffer at the same time as another finds it empty: its array is taken by an exchange, and nothing else.</summary>
    [Fact]
    public void Buffer_of_chunks_gives_its_array_away_once()
    {
        var dispose = typeof(ChunkBuffer).GetMethod(nameof(ChunkBuffer.Dispose))!;
        Assert.Contains(IntermediateCode.Mentioned(dispose), called => called.DeclaringType == typeof(Interlocked) && called.Name == "Exchange");
        Assert.DoesNotContain(IntermediateCode.Of(dispose), instruction => instruction.OpCode == OpCodes.Stfld);
    }

    [Fact]
    public void Stream_that_is_claimed_ends_once_as_its_call_ends()
    {
        var ends = 0;
        var claim = new StreamClaim(Stream.Null, () => ends++);
        using (claim.Enter())
        {
            Assert.Throws<CryptographicException>(() => claim.Enter());
            Assert.False(claim.TryEnter(out _));
            claim.RequireUndisposed();
            Assert.True(claim.Dispose());
            Assert.False(claim.Dispose());
            Assert.Throws<ObjectDisposedException>(() => claim.Enter());
            Assert.Throws<ObjectDisposedException>(claim.RequireUndisposed);
            Assert.Equal(0, ends);
        }

        Assert.Equal(1, ends);
        Assert.False(claim.Dispose());
        Assert.Throws<ObjectDisposedException>(() => claim.Enter());
        Assert.Equal(1, ends);
    }

    /// <summary>Disposal takes two steps. A call that comes between them is refused, and takes the second one itself.</summary>
    [Fact]
    public void Call_in_the_midst_of_a_disposal_is_refused()
    {
        var ends = 0;
        var claim = new StreamClaim(Stream.Null, () => ends++);
        typeof(StreamClaim).GetField("_isDisposed", BindingFlags.NonPublic | BindingFlags.Instance)!.SetValue(claim, 1);
        Assert.Throws<ObjectDisposedException>(() => claim.Enter());
        Assert.Equal(1, ends);
    }

    /// <summary>A source that is shorter by the time its last block is read has another last block.</summary>
    [Fact]
    public void Decrypting_stream_whose_source_shrinks_reads_nothing_before_its_window()
    {
        using var aes = Aes.Create();
        aes.Key = s_key;
        var ciphertext = aes.EncryptCbc(s_text.AsSpan(0, 40), s_iv);
        var beneath = Beneath([.. ciphertext, .. ciphertext.AsSpan(0, 16)], isLate: false);
        beneath.During = () => beneath.SetLength(48);
        var stream = new AesCbcDecryptingStream(beneath, s_key, s_iv);
        Assert.Equal(40, stream.Length);
    }

    [Theory]
    [InlineData(512)]
    [InlineData(528)]
    public async Task Sectors_end_below_two_to_the_63(int sectorBytes)
    {
        var end = long.MaxValue - (long.MaxValue % sectorBytes);
        var stream = new AesXtsStream(new StreamBeneath(), s_text.AsSpan(0, 64), sectorBytes);
        foreach (var position in new[] { long.MaxValue, end, end - 8 })
        {
            stream.Position = position;
            var bytes = new byte[9];
            Assert.Throws<ArgumentOutOfRangeException>("buffer", () => stream.Write(bytes, 0, 9));
            Assert.Throws<ArgumentOutOfRangeException>("buffer", () => stream.Read(bytes, 0, 9));
            await Assert.ThrowsAsync<ArgumentOutOfRangeException>("buffer", () => stream.WriteAsync(bytes, 0, 9, Token));
            await Assert.ThrowsAsync<ArgumentOutOfRangeException>("buffer", () => stream.ReadAsync(bytes, 0, 9, Token));
            Assert.Equal(position, stream.Position);
        }
    }

    /// <summary>What an underlying stream says of its length overflows nothing.</summary>
    [Theory]
    [InlineData(512)]
    [InlineData(528)]
    public async Task Length_that_no_stream_of_sectors_has_is_refused(int sectorBytes)
    {
        var end = long.MaxValue - (long.MaxValue % sectorBytes);
        Assert.Equal(end, new AesXtsStream(new LongStream(end), s_text.AsSpan(0, 64), sectorBytes).Length);
        Assert.Equal(end, new AesXtsStream(new LongStream(end - 1), s_text.AsSpan(0, 64), sectorBytes).Length);
        foreach (var length in new[] { end + 1, long.MaxValue, -1, long.MinValue })
        {
            var stream = new AesXtsStream(new LongStream(length), s_text.AsSpan(0, 64), sectorBytes) { Position = 4 * sectorBytes };
            Assert.Throws<IOException>(() => stream.Length);
            Assert.Throws<IOException>(() => stream.Seek(0, SeekOrigin.End));
            Assert.Throws<IOException>(() => stream.Write(s_text, 0, sectorBytes));
            await Assert.ThrowsAsync<IOException>(() => stream.WriteAsync(s_text, 0, sectorBytes, Token));
            Assert.Equal(4 * sectorBytes, stream.Position);
        }
    }

    /// <summary>Makes the call, and another one in the midst of it; then ends the message.</summary>
    /// <returns>What the underlying stream has in the end.</returns>
    private static async Task<byte[]> Run(string call, bool isAsync, Func<Stream, Task> during)
    {
        var (open, bytes, sync, async) = s_calls[call];
        var beneath = Beneath(bytes, isAsync);
        var stream = open(beneath);
        beneath.During = () => Task.Run(() => during(stream)).GetAwaiter().GetResult();
        if (isAsync)
            await async(stream);
        else
            sync(stream);
        Assert.Null(beneath.During);
        if (stream is CobblestoneSealingStream or AesCbcEncryptingStream)
            await CompleteAsync(stream);
        var position = stream.CanSeek ? stream.Position : 0;
        await stream.DisposeAsync();
        return [.. beneath.ToArray(), .. BitConverter.GetBytes(position)];
    }

    private static object Field(Type type, string name, object of) =>
        type.GetField(name, BindingFlags.NonPublic | BindingFlags.Instance)!.GetValue(of)!;

    private static StreamBeneath Beneath(byte[] bytes, bool isLate)
    {
        var beneath = new StreamBeneath { IsLate = isLate };
        beneath.Write(bytes, 0, bytes.Length);
        beneath.Position = 0;
        return beneath;
    }

    /// <summary>With a salt that is not random, so that the same message is sealed the same way again.</summary>
    private static CobblestoneSealingStream Sealing(Stream beneath, int threads) => new(
        Algorithms.AesGcm.Kernels.Best, beneath, s_key, default, leaveOpen: true, new() { Parallelism = threads }, new byte[24]);

    private static void Write(Stream stream) => stream.Write(s_text, 0, s_text.Length);

    private static Task WriteAsync(Stream stream) => stream.WriteAsync(s_text, 0, s_text.Length, Token);

    private static void Read(Stream stream) => Assert.NotEqual(0, stream.Read(new byte[1000], 0, 1000));

    private static async Task ReadAsync(Stream stream) => Assert.NotEqual(0, await stream.ReadAsync(new byte[1000], Token));

    private static void Copy(Stream stream) => stream.CopyTo(Stream.Null, 81_920);

    private static Task CopyAsync(Stream stream) => stream.CopyToAsync(Stream.Null, 81_920, Token);

    private static void Complete(Stream stream) => (stream switch
    {
        CobblestoneSealingStream sealing => sealing.Complete,
        AesCbcEncryptingStream encrypting => encrypting.Complete,
        _ => (Action)(() => throw new NotSupportedException()),
    })();

    private static Task CompleteAsync(Stream stream) => stream switch
    {
        CobblestoneSealingStream sealing => sealing.CompleteAsync(Token),
        AesCbcEncryptingStream encrypting => encrypting.CompleteAsync(Token),
        _ => Task.FromException(new NotSupportedException()),
    };

    private static Func<Stream, Task> Sync(Action<Stream> call) => stream =>
    {
        call(stream);
        return Task.CompletedTask;
    };

    private sealed class LongStream(long length) : MemoryStream
    {
        public override long Length => length;
    }
}
