using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using FsCheck;
using FsCheck.Fluent;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

#pragma warning disable CA2022 // What a read returns is tested.

/// <summary>The streams in CBC against another implementation's whole messages: any splits, any padding, any place.</summary>
public class AesCbcStreamTests
{
    private static readonly byte[] s_iv = TestBytes.Random(16, 1);
    private static readonly byte[] s_text = TestBytes.Random(200_000, 2);
    private static readonly Config s_quietly = RandomCases.Quietly(40);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    [Theory, MemberData(nameof(Kernels))]
    public void Messages_written_and_read_in_any_pieces_agree(string id)
    {
        var kernel = KernelMatrix.Find(Algorithms.Aes.Kernels, id);
        Check.One(s_quietly, Prop.ForAll<byte[]>(schedule => Run(kernel, schedule)));
    }

    [Fact]
    public void Every_short_message_and_those_around_a_batch_agree()
    {
        for (var bytes = 0; bytes <= 66; bytes++)
        {
            for (var padding = PaddingMode.None; padding <= PaddingMode.ISO10126; padding++)
                new Message(Algorithms.Aes.Kernels.Best, 32, bytes, padding).CheckWhole();
        }

        foreach (var around in new[] { 4096, 32_768 })
        {
            for (var bytes = around - 49; bytes <= around + 49; bytes += 7)
                new Message(Algorithms.Aes.Kernels.Best, 32, bytes, PaddingMode.PKCS7).CheckWhole();
        }
    }

    [Fact]
    public void Any_place_is_read_in_any_order()
    {
        var message = new Message(Algorithms.Aes.Kernels.Best, 16, 150_001, PaddingMode.PKCS7);
        using var stream = message.OpenToRead(new MemoryStream(message.Ciphertext));
        var random = new Random(5);
        for (var i = 0; i < 400; i++)
        {
            var place = i % 4 == 0 ? (int)stream.Position : random.Next(150_040);
            var asked = random.Next(1 << random.Next(1, 17));
            var buffer = new byte[asked];
            stream.Position = place;
            var read = stream.Read(buffer, 0, asked);
            var left = Math.Max(0, 150_001 - place);
            Assert.InRange(read, Math.Min(Math.Min(asked, left), 1), Math.Min(asked, left));
            Assert.True(buffer.AsSpan(0, read).SequenceEqual(s_text.AsSpan(place, read)), $"{asked} bytes from {place}");
            Assert.Equal(place + read, stream.Position);
        }

        Assert.Equal(150_001, stream.Length);
        Assert.Equal(149_001, stream.Seek(-1000, SeekOrigin.End));
        Assert.Equal(s_text[149_001], stream.ReadByte());
    }

    /// <summary>The length, what the underlying stream is like, and then two bytes for each write and read: how long it is, and how it is done.</summary>
    private static void Run(AesKernel kernel, byte[] schedule)
    {
        int At(int index) => index < schedule.Length ? schedule[index] : 77;
        var padding = (PaddingMode)((At(0) % 5) + 1);
        var message = new Message(kernel, 16 + (8 * (At(0) % 3)), At(1) * At(2) * 3, padding);

        var written = new StreamBeneath { IsSeekable = At(3) % 2 == 0, IsLate = At(3) % 7 == 0 };
        var stream = message.OpenToWrite(written);
        for (int done = 0, step = 4, count; done < message.Bytes; done += count, step++)
        {
            count = Math.Min(message.Bytes - done, 1 + (At(step) * (At(step) < 200 ? 1 : 300)));
            if (At(step) % 2 == 0)
                stream.Write(s_text, done, count);
            else
                stream.WriteAsync(s_text, done, count, CancellationToken.None).GetAwaiter().GetResult();
        }

        stream.Complete();
        stream.Dispose();
        message.CheckCiphertext(written.ToArray());

        var beneath = new StreamBeneath { IsSeekable = At(3) % 2 == 0, MostBytes = At(3) % 5 == 0 ? At(4) + 1 : int.MaxValue };
        beneath.Write(message.Ciphertext, 0, message.Ciphertext.Length);
        beneath.Position = 0;
        using var reading = message.OpenToRead(beneath);
        var text = new byte[message.Decrypted.Length + 1];
        for (int done = 0, step = 4, count; done < message.Decrypted.Length; done += count, step++)
        {
            var asked = Math.Min(text.Length - done, 1 + (At(step) * (At(step) < 200 ? 1 : 300)));
            count = At(step) % 2 == 0 ? reading.Read(text, done, asked)
                : reading.ReadAsync(text, done, asked, CancellationToken.None).GetAwaiter().GetResult();
            Assert.InRange(count, 1, asked);
        }

        Assert.Equal(-1, reading.ReadByte());
        Assert.True(text.AsSpan(0, message.Decrypted.Length).SequenceEqual(message.Decrypted));
    }

    /// <summary>A text, and what another implementation makes of it.</summary>
    private sealed class Message
    {
        private readonly AesKernel _kernel;
        private readonly byte[] _key;
        private readonly PaddingMode _padding;

        public Message(AesKernel kernel, int keyBytes, int bytes, PaddingMode padding)
        {
            Bytes = padding == PaddingMode.None ? bytes & -16 : bytes;
            _kernel = kernel;
            _key = TestBytes.Random(keyBytes, 3);
            _padding = padding;
            using var oracle = OracleAes.Create();
            oracle.Key = _key;
            Ciphertext = oracle.EncryptCbc(s_text.AsSpan(0, Bytes).ToArray(), s_iv, padding);
            Decrypted = oracle.DecryptCbc(Ciphertext, s_iv, padding);
        }

        public int Bytes { get; }

        public byte[] Ciphertext { get; }

        /// <summary>The text, with what zeros it was padded with.</summary>
        public byte[] Decrypted { get; }

        public AesCbcEncryptingStream OpenToWrite(Stream beneath) => new(_kernel, beneath, _key, s_iv, _padding, leaveOpen: true);

        public AesCbcDecryptingStream OpenToRead(Stream beneath) => new(_kernel, beneath, _key, s_iv, _padding, leaveOpen: true);

        public void CheckCiphertext(byte[] ciphertext)
        {
            Assert.Equal(Ciphertext.Length, ciphertext.Length);

            // The last block of this padding is random.
            var compared = Ciphertext.Length - (_padding == PaddingMode.ISO10126 ? 16 : 0);
            Assert.True(ciphertext.AsSpan(0, compared).SequenceEqual(Ciphertext.AsSpan(0, compared)));
            using var oracle = OracleAes.Create();
            oracle.Key = _key;
            Assert.True(oracle.DecryptCbc(ciphertext, s_iv, _padding).AsSpan().SequenceEqual(Decrypted));
        }

        public void CheckWhole()
        {
            var beneath = new MemoryStream();
            using (var stream = OpenToWrite(beneath))
            {
                stream.Write(s_text, 0, Bytes);
                stream.Complete();
            }

            CheckCiphertext(beneath.ToArray());
            foreach (var canSeek in new[] { false, true })
            {
                var source = new StreamBeneath { IsSeekable = canSeek };
                source.Write(Ciphertext, 0, Ciphertext.Length);
                source.Position = 0;
                using var stream = OpenToRead(source);
                var text = new MemoryStream();
                stream.CopyTo(text);
                Assert.True(text.ToArray().AsSpan().SequenceEqual(Decrypted), $"{Bytes} bytes, {_padding}");
            }
        }
    }
}
