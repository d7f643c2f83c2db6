using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

#pragma warning disable CA1835, CA2022 // Overloads with arrays are tested, too, and what they return.

/// <summary>
/// Cobblestone against a reference on the oracles' AES-GCM: in one call, with any split of writes and reads, at any position, with one
/// thread or more. What was changed is refused at or before its place.
/// </summary>
public class CobblestoneTests
{
    private const int Chunk = 16 * 1024, Sealed = Chunk + 16, Header = 56;

    /// <summary>Where the reference goes bit by bit, a message takes a second.</summary>
    private static readonly Config s_quietly =
        RandomCases.Quietly(typeof(OracleGcm) == typeof(ReferenceGcm) ? 3 : 40);

    private static readonly byte[] s_salt = TestBytes.Random(24, 1);
    private static readonly byte[] s_text = TestBytes.Random((70 * Chunk) + 5, 2);
    private static readonly byte[] s_context = TestBytes.Random(300, 3);

    public static TheoryData<int> Threads => new(1, 2, 5);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(16)]
    [InlineData(32)]
    public void One_call_agrees_with_the_reference(int keyBytes)
    {
        var key = TestBytes.Random(keyBytes, 4);
        foreach (var length in new[] { 0, 1, Chunk - 1, Chunk, Chunk + 1, (2 * Chunk) - 1, 2 * Chunk, (5 * Chunk) + 77 })
        {
            foreach (var contextBytes in new[] { 0, 1, 300 })
            {
                byte[] message = s_text[..length], context = s_context[..contextBytes];
                var expected = ReferenceCobblestone.Seal(key, s_salt, context, message);
                for (var threads = 1; threads < 4; threads++)
                {
                    var options = new CobblestoneOptions { Parallelism = threads };
                    var ciphertext = new byte[expected.Length + 3];
                    var kernel = Algorithms.AesGcm.Kernels.Best;
                    Assert.Equal(expected.Length, CobblestoneMessage.Seal(kernel, key, message, ciphertext, context, options, s_salt));
                    Assert.True(ciphertext.AsSpan().SequenceEqual((byte[])[.. expected, 0, 0, 0]));
                    Assert.True(message.AsSpan().SequenceEqual(Cobblestone.OpenToArray(key, expected, context, options)));
                }
            }
        }
    }

    [Theory, MemberData(nameof(Threads))]
    public void Any_split_of_writes_and_reads_gives_the_same(int threads) =>
        Check.One(s_quietly, Prop.ForAll<byte[]>(schedule => WriteAndRead(threads, schedule)));

    /// <summary>Files are read while chunks are opened.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Files_are_sealed_opened_and_read_anywhere(int threads)
    {
        var key = TestBytes.Random(16, 11);
        var options = new CobblestoneOptions { Parallelism = threads };
        var text = TestBytes.Random((300 * Chunk) + 77, 12);
        var path = Path.GetTempFileName();
        try
        {
            for (var round = 0; round < 8; round++)
            {
                var (length, isAsync) = (round < 4 ? text.Length : round * 28 * Chunk, round % 2 == 1);
                var step = (round + 1) * 50_001;
                using (var stream = new CobblestoneSealingStream(
                    Algorithms.AesGcm.Kernels.Best, File.Create(path), key, s_context, leaveOpen: false, options, s_salt))
                {
                    for (var done = 0; done < length; done += step)
                    {
                        var count = Math.Min(step, length - done);
                        if (isAsync)
                            await stream.WriteAsync(text, done, count, Token);
                        else
                            stream.Write(text, done, count);
                        if (done % 7 == 0)
                            stream.Flush();
                    }

                    stream.Complete();
                }

                if (round % 4 == 0)
                    Assert.True(ReferenceCobblestone.Seal(key, s_salt, s_context, text[..length]).AsSpan().SequenceEqual(File.ReadAllBytes(path)));

                using var opening = Cobblestone.CreateOpeningStream(File.OpenRead(path), key, s_context, options: options);
                var random = new Random(round);
                var actual = new byte[step];
                for (var read = -1; read != 0;)
                {
                    var position = opening.Position;
                    read = isAsync ? await opening.ReadAsync(actual, 0, step, Token) : opening.Read(actual, 0, step);
                    Assert.True(actual.AsSpan(0, read).SequenceEqual(text.AsSpan((int)position, read)));
                    Assert.True(read > 0 || position == length);
                    if (random.Next(9) == 0)
                        opening.Position = random.Next(length);
                    if (random.Next(9) == 0)
                        Assert.Equal(length, opening.Length);
                }
            }
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Theory, MemberData(nameof(Threads))]
    public void Reads_anywhere_agree_with_a_plain_stream(int threads) =>
        Check.One(s_quietly, Prop.ForAll<byte[]>(schedule => ReadAnywhere(threads, schedule)));

    [Theory, MemberData(nameof(Threads))]
    public void Changed_chunk_is_refused_at_or_before_its_place(int threads)
    {
        var key = TestBytes.Random(16, 5);
        var genuine = ReferenceCobblestone.Seal(key, s_salt, [], s_text[..((40 * Chunk) + 9)]);
        var random = new Random(6);
        for (var round = 0; round < 60; round++)
        {
            var forged = genuine.ToArray();
            var (chunk, other) = (random.Next(40), random.Next(40));
            Span<byte> first = forged.AsSpan(Header + (chunk * Sealed), Sealed), second = forged.AsSpan(Header + (other * Sealed), Sealed);
            switch (round % 5)
            {
                case 0:
                    first[random.Next(Sealed)] ^= (byte)(1 << random.Next(8));
                    break;
                case 1:
                    forged = [.. forged[..(Header + (chunk * Sealed))], .. forged[(Header + ((chunk + 1) * Sealed))..]];
                    break;
                case 2:
                    forged = [.. forged[..(Header + ((chunk + 1) * Sealed))], .. forged[(Header + (chunk * Sealed))..]];
                    chunk++;
                    break;
                case 3:
                    other = (other == chunk) ? (chunk + 1) % 40 : other;
                    var kept = first.ToArray();
                    second = forged.AsSpan(Header + (other * Sealed), Sealed);
                    second.CopyTo(first);
                    kept.CopyTo(second);
                    chunk = Math.Min(chunk, other);
                    break;
                default:
                    forged = forged[..(Header + (chunk * Sealed) + random.Next(Sealed))];
                    break;
            }

            Assert.Throws<AuthenticationTagMismatchException>(() => Cobblestone.OpenToArray(key, forged, options: new() { Parallelism = threads }));
            using var stream = Open(new StreamBeneath(), forged, key, threads);
            var buffer = new byte[random.Next(1, 6 * Chunk)];
            var given = 0;
            Assert.Throws<AuthenticationTagMismatchException>(() =>
            {
                for (int read; (read = stream.Read(buffer, 0, buffer.Length)) > 0; given += read)
                    Assert.True(s_text.AsSpan(given, read).SequenceEqual(buffer.AsSpan(0, read)));
            });
            Assert.InRange(given, 0, chunk * Chunk);
            Assert.DoesNotContain(buffer, value => value != 0);
            Assert.Throws<AuthenticationTagMismatchException>(() => stream.ReadByte());
            stream.Position = 0;
            Assert.Throws<AuthenticationTagMismatchException>(() => stream.ReadByte());
            Assert.Throws<AuthenticationTagMismatchException>(() => stream.Length);
        }
    }

    [Fact]
    public void Reads_and_length_are_right_past_4_GiB_and_at_the_longest_message()
    {
        var key = TestBytes.Random(32, 7);
        var text = new byte[Chunk];
        foreach (var length in new[] { (1L << 32) + 5, (1L << 45) + Chunk, (1L << 52) - 1 })
        {
            using var stream = Cobblestone.CreateOpeningStream(new VirtualCiphertext(key, length), key);
            foreach (var position in new[] { 0, (1L << 32) - 3, (1L << 32) + 1, length - 3, length - Chunk - 7, length / 3 })
            {
                stream.Position = position;
                VirtualCiphertext.Fill(position / Chunk, text);
                Assert.Equal(text[position % Chunk], stream.ReadByte());
                Assert.Equal(position + 1, stream.Position);
            }

            Assert.Equal(length, stream.Length);
            Assert.Equal(length, stream.Seek(0, SeekOrigin.End));
            Assert.Equal(-1, stream.ReadByte());
            stream.Position = long.MaxValue;
            Assert.Equal(-1, stream.ReadByte());
        }
    }

    [Theory]
    [InlineData(long.MaxValue)]
    [InlineData(1L << 52)]
    [InlineData(100_000)]
    public void Nothing_is_behind_an_end_that_nobody_has_asked_for(long position)
    {
        var key = new byte[16];
        using var stream = Cobblestone.CreateOpeningStream(new MemoryStream(Cobblestone.SealToArray(key, new byte[20_000])), key);
        stream.Position = position;
        Assert.Equal(-1, stream.ReadByte());
        Assert.Equal(20_000, stream.Length);
    }

    [Fact]
    public void Chunk_numbers_end_before_two_to_the_38()
    {
        using var slot = new KeySlot(CobblestoneKey.ExpandedBytes(Algorithms.AesGcm.Kernels.Best), typeof(Cobblestone));
        var key = new CobblestoneKey(Algorithms.AesGcm.Kernels.Best, new byte[16], new byte[12], slot.Hold());
        var sealedChunk = new byte[16];
        key.Seal(slot.Hold(), (1L << 38) - 1, default, sealedChunk);
        Assert.Throws<CryptographicException>(() => key.Seal(slot.Hold(), 1L << 38, default, sealedChunk));
        Assert.Throws<CryptographicException>(() => key.Open(slot.Hold(), 1L << 38, sealedChunk, default));
    }

#if NET
    /// <summary>Takes ten seconds or so: through both streams, as one goes along, with no more memory than at the beginning.</summary>
    [ExplicitTheory]
    [InlineData(1)]
    [InlineData(2)]
    public void Memory_stays_flat_over_64_GiB(int threads)
    {
        var key = TestBytes.Random(16, 8);
        var options = new CobblestoneOptions { Parallelism = threads };
        using var opening = Cobblestone.CreateOpeningStream(new VirtualCiphertext(key, 1L << 36, canSeek: false), key, options: options);
        using var sealing = Cobblestone.CreateSealingStream(Stream.Null, key, options: options);
        var buffer = new byte[1 << 20];
        long given = 0, before = 0;
        for (int read; (read = opening.Read(buffer, 0, buffer.Length)) > 0; given += read)
        {
            sealing.Write(buffer, 0, read);
            if (given < 1L << 28)
                before = GC.GetTotalAllocatedBytes();
        }

        Assert.Equal(1L << 36, given);

        // An object for each chunk would be more.
        const int ObjectBytes = 24;
        Assert.InRange(GC.GetTotalAllocatedBytes() - before, 0, given / CobblestoneLayout.ChunkBytes * ObjectBytes - 1);
    }
#endif

    /// <summary>Two bytes a step: how much, and how.</summary>
    private static void WriteAndRead(int threads, byte[] schedule)
    {
        var key = TestBytes.Random(threads % 2 == 0 ? 16 : 32, 9);
        var destination = new StreamBeneath { IsLate = true };
        var options = new CobblestoneOptions { Parallelism = threads };
        var total = 0;
        using (var stream = new CobblestoneSealingStream(
            Algorithms.AesGcm.Kernels.Best, destination, key, s_context, leaveOpen: true, options, s_salt))
        {
            for (var i = 0; i + 1 < schedule.Length && total < s_text.Length; i += 2)
            {
                var count = Math.Min(Count(schedule[i]), s_text.Length - total);
                switch (schedule[i + 1] % 5)
                {
                    case 0:
                        stream.Write(s_text, total, count);
                        break;
                    case 1:
                        stream.WriteAsync(s_text, total, count, Token).GetAwaiter().GetResult();
                        break;
                    case 2:
                        count = 1;
                        stream.WriteByte(s_text[total]);
                        break;
                    case 3:
                        stream.Write(s_text, total, count);
                        stream.Flush();
                        break;
                    default:
                        stream.Write(s_text, total, count);
                        stream.FlushAsync(Token).GetAwaiter().GetResult();
                        break;
                }

                total += count;
            }

            stream.Complete();
        }

        var ciphertext = destination.ToArray();
        Assert.True(ciphertext.AsSpan().SequenceEqual(ReferenceCobblestone.Seal(key, s_salt, s_context, s_text[..total])));

        var source = new StreamBeneath { IsLate = true, IsSeekable = schedule.Length % 2 == 0, MostBytes = 1 + (schedule.Length * 997) };
        using var opening = Open(source, ciphertext, key, threads, s_context);
        byte[] actual = new byte[total + 1], buffer = new byte[70 * Chunk];
        var done = 0;
        for (var i = 0; ; i++)
        {
            var count = Math.Max(1, Count(schedule.Length == 0 ? (byte)9 : schedule[i % schedule.Length]));
            var read = i % 2 == 0 ? opening.Read(buffer, 0, count)
                : opening.ReadAsync(buffer, 0, count, Token).GetAwaiter().GetResult();
            if (read == 0)
                break;
            Array.Copy(buffer, 0, actual, done, read);
            done += read;
            Assert.Equal(done, opening.Position);
        }

        Assert.Equal(total, done);
        Assert.True(actual.AsSpan(0, total).SequenceEqual(s_text.AsSpan(0, total)));
    }

    /// <summary>Three bytes a step: where, how much, and how.</summary>
    private static void ReadAnywhere(int threads, byte[] schedule)
    {
        var key = TestBytes.Random(16, 10);
        var length = (schedule.Length * 7 % 70 * Chunk) + (schedule.Length % 3 * 100);
        var text = s_text[..length];
        using var stream = Open(new StreamBeneath { IsLate = true }, ReferenceCobblestone.Seal(key, s_salt, [], text), key, threads);
        using var model = new MemoryStream(text);
        byte[] expected = new byte[70 * Chunk], actual = new byte[70 * Chunk];
        for (var i = 0; i + 2 < schedule.Length; i += 3)
        {
            if (schedule[i + 2] % 4 != 0)
                model.Position = stream.Position = (schedule[i] % 80 * Chunk) + (schedule[i] % 3 * 777);
            if (schedule[i + 2] % 16 == 1)
                Assert.Equal(model.Length, stream.Length);
            if (schedule[i + 2] % 16 == 2)
                Assert.Equal(model.Seek(-Math.Min(5, length), SeekOrigin.End), stream.Seek(-Math.Min(5, length), SeekOrigin.End));
            var count = Count(schedule[i + 1]);
            var read = schedule[i + 2] % 2 == 0 ? stream.Read(actual, 0, count)
                : stream.ReadAsync(actual, 0, count, Token).GetAwaiter().GetResult();
            Assert.True(read > 0 || count == 0 || model.Position >= length);
            Assert.Equal(read, model.Read(expected, 0, read));
            Assert.True(expected.AsSpan(0, read).SequenceEqual(actual.AsSpan(0, read)));
            Assert.Equal(model.Position, stream.Position);
        }
    }

    private static CobblestoneOpeningStream Open(
        StreamBeneath source, byte[] ciphertext, byte[] key, int threads, byte[]? context = null)
    {
        source.Write(ciphertext, 0, ciphertext.Length);
        ((MemoryStream)source).Seek(0, SeekOrigin.Begin);
        return Cobblestone.CreateOpeningStream(source, key, context, options: new() { Parallelism = threads });
    }

    /// <summary>From nothing to many chunks, often at their borders.</summary>
    private static int Count(byte choice) => (choice % 4) switch
    {
        0 => choice * 3,
        1 => choice % 7 * Chunk,
        2 => (choice % 40 * Chunk) + 1,
        _ => Chunk - 1,
    };
}
