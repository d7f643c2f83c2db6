using System;
using System.IO;
using System.Linq;
using System.Numerics;
using System.Security.Cryptography;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Counter mode on every AES kernel; the oracle is the framework's AES over counter blocks made here.</summary>
public class AesCtrTests
{
    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_counter = TestBytes.Random(16, 2);
    private static readonly byte[] s_message = TestBytes.Random(5000, 3);
    private static readonly byte[] s_expected = Reference(s_counter, 0, s_message);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    [Theory, MemberData(nameof(Kernels))]
    public void Ciphertext_of_every_length_is_right(string id)
    {
        foreach (var keyBytes in new[] { 16, 24, 32 })
        {
            var expected = Reference(s_counter, 0, s_message, keyBytes);
            using var ctr = Ctr(id, keyBytes);
            foreach (var length in TestBytes.LengthsTo(4096))
            {
                var output = new byte[length + 1];
                ctr.Transform(s_counter, s_message.AsSpan(0, length), output);
                Assert.True(output.AsSpan(0, length).SequenceEqual(expected.AsSpan(0, length)), $"{length} bytes");
                Assert.Equal(0, output[length]);
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Ciphertext_from_every_position_is_right(string id)
    {
        using var ctr = Ctr(id);
        for (var position = 0; position <= 300; position++)
        {
            foreach (var length in TestBytes.TwentyLengths)
            {
                var output = new byte[length];
                ctr.Transform(s_counter, s_message.AsSpan(position, length), output, position);
                Assert.True(s_expected.AsSpan(position, length).SequenceEqual(output), $"{length} bytes from {position}");
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Ciphertext_at_every_alignment_is_right(string id)
    {
        using var ctr = Ctr(id);
        var output = new byte[2000];
        for (var offset = 0; offset < 64; offset++)
        {
            foreach (var length in TestBytes.TwentyLengths)
            {
                var to = output.AsSpan(63 - offset, length);
                ctr.Transform(s_counter, s_message.AsSpan(offset, length), to, offset);
                Assert.True(to.SequenceEqual(s_expected.AsSpan(offset, length)), $"{length} bytes at {offset}");
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Counter_after_any_number_of_blocks_carries_across_all_128_bits(string id)
    {
        using var ctr = Ctr(id);
        var message = s_message.AsSpan(0, (25 * 16) - 5).ToArray();
        foreach (var carryBits in new[] { 8, 16, 32, 64, 96, 128 })
        {
            for (var beforeCarry = 0; beforeCarry <= 20; beforeCarry++)
            {
                var counter = Add(new byte[16], BigInteger.Pow(2, carryBits) - 1 - beforeCarry);
                Assert.Equal(Reference(counter, 0, message), ctr.Transform(counter, message));
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Counter_at_any_position_carries_across_all_128_bits(string id)
    {
        using var ctr = Ctr(id);
        var counter = new byte[16];
        counter.AsSpan().Fill(0xFF);
        var message = s_message.AsSpan(0, 100).ToArray();
        foreach (var position in new[] { 15, 16, 1L << 36, (1L << 36) - 17, (1L << 62) + 5, long.MaxValue - 100 })
            Assert.Equal(Reference(counter, position, message), ctr.Transform(counter, message, position));
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Output_in_the_memory_of_the_input_is_right(string id)
    {
        using var ctr = Ctr(id);
        for (var length = 0; length <= 600; length++)
        {
            var buffer = s_message.AsSpan(3, length).ToArray();
            ctr.Transform(s_counter, buffer, buffer, 3);
            Assert.True(buffer.AsSpan().SequenceEqual(s_expected.AsSpan(3, length)), $"{length} bytes");
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Memory_outside_the_buffers_is_not_touched(string id)
    {
        using GuardedBuffer input = new(300), output = new(300), counter = new(16), key = new(32);
        for (var length = 0; length <= 300; length++)
        {
            Check(input.AtStart(length), output.AtStart(length), counter.AtStart(16), key.AtStart(32));
            Check(input.AtEnd(length), output.AtEnd(length), counter.AtEnd(16), key.AtEnd(32));
        }

        void Check(Span<byte> source, Span<byte> destination, Span<byte> counterAt, Span<byte> keyAt)
        {
            var position = source.Length % 17;
            s_message.AsSpan(position, source.Length).CopyTo(source);
            s_counter.CopyTo(counterAt);
            s_key.CopyTo(keyAt);
            AesCtr.Transform(KernelMatrix.Find(Algorithms.Aes.Kernels, id), keyAt, counterAt, source, destination, position);
            Assert.True(destination.SequenceEqual(s_expected.AsSpan(position, source.Length)), $"{source.Length} bytes");
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Transform_split_anywhere_gives_the_same(string id)
    {
        using var ctr = Ctr(id);
        using var transform = ctr.CreateTransform(s_counter);
        var cases = from parts in Gen.Choose(1, 60).ListOf()
                    from start in Gen.Choose(0, 100)
                    select (parts: parts.ToArray(), start);
        Prop.ForAll(cases.ToArbitrary(), c =>
        {
            var total = Math.Min(c.parts.Sum(), 4000);
            var output = new byte[total];
            transform.Position = c.start;
            var done = 0;
            foreach (var part in c.parts)
            {
                var count = Math.Min(part, total - done);
                if (count > 0)
                    done += transform.TransformBlock(s_message, c.start + done, count, output, done);
                Assert.Equal(c.start + done, transform.Position);
            }

            var last = transform.TransformFinalBlock(s_message, c.start + done, 33);
            Assert.Equal(s_expected.AsSpan(c.start + done, 33).ToArray(), last);
            Assert.Equal(s_expected.AsSpan(c.start, total).ToArray(), output);
            Assert.Equal(c.start + done + 33, transform.Position);
        }).Check(RandomCases.Quietly(200));
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Stream_of_any_length_is_not_padded(string id)
    {
        using var ctr = Ctr(id);
        foreach (var length in TestBytes.TwentyLengths)
        {
            using var encrypted = new MemoryStream();
            using var encryptor = ctr.CreateTransform(s_counter, 5);
            using (var writer = new CryptoStream(encrypted, encryptor, CryptoStreamMode.Write, leaveOpen: true))
            {
                for (int done = 0, part = 1; done < length; done += part, part = Math.Min((2 * part) + 1, length - done))
                {
                    writer.Write(s_message, 5 + done, part);
                    Assert.Equal(done + part, encrypted.Length);
                }
            }

            Assert.Equal(s_expected.AsSpan(5, length).ToArray(), encrypted.ToArray());

            encrypted.Position = 0;
            using var decrypted = new MemoryStream();
            using var decryptor = ctr.CreateTransform(s_counter, 5);
            using (var reader = new CryptoStream(encrypted, decryptor, CryptoStreamMode.Read))
                reader.CopyTo(decrypted, 1 + (length / 3));
            Assert.Equal(s_message.AsSpan(5, length).ToArray(), decrypted.ToArray());
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Transform_after_its_final_block_is_refused_until_its_position_is_set_and_outlives_its_maker(string id)
    {
        AesCtrTransform transform;
        using (var ctr = Ctr(id))
            transform = ctr.CreateTransform(s_counter, 7);
        using (transform)
        {
            for (var round = 0; round < 3; round++)
            {
                Assert.Equal(7, transform.Position);
                Assert.Equal(s_expected.AsSpan(7, 40).ToArray(), transform.TransformFinalBlock(s_message, 7, 40));
                Assert.Equal(47, transform.Position);
                var output = new byte[10];
                Assert.Throws<CryptographicException>(() => transform.TransformBlock(s_message, 0, 10, output, 0));
                Assert.Throws<CryptographicException>(() => transform.TransformFinalBlock(s_message, 0, 10));
                Assert.Equal(new byte[10], output);
                transform.Position = 7;
            }

            var buffer = s_message.AsSpan(0, 50).ToArray();
            transform.Position = 0;
            Assert.Equal(50, transform.TransformBlock(buffer, 0, 50, buffer, 0));
            Assert.Equal(s_expected.AsSpan(0, 50).ToArray(), buffer);
        }
    }

    [Fact]
    public void One_shot_with_arrays_agrees()
    {
        using var ctr = new AesCtr(s_key);
        byte[] source = s_message.AsSpan(9, 100).ToArray(), expected = s_expected.AsSpan(9, 100).ToArray();
        Assert.Equal(expected, ctr.Transform(s_counter, source, 9));
        Assert.Equal(expected, AesCtr.Transform(s_key, s_counter, source, 9));
    }

    private static AesCtr Ctr(string id, int keyBytes = 32) =>
        new(KernelMatrix.Find(Algorithms.Aes.Kernels, id), s_key.AsSpan(0, keyBytes));

    private static byte[] Reference(byte[] initialCounter, long position, byte[] text, int keyBytes = 32)
    {
        using var aes = OracleAes.Create();
        aes.Key = s_key.AsSpan(0, keyBytes).ToArray();
        var before = (int)(position % 16);
        var counters = new byte[(before + text.Length + 15) / 16 * 16];
        var counter = Add(initialCounter, position / 16);
        for (var i = 0; i < counters.Length; i += 16)
        {
            counter.CopyTo(counters, i);
            GcmReference.Increment(counter, 16);
        }

        var keystream = aes.EncryptEcb(counters, PaddingMode.None);
        return text.Select((b, i) => (byte)(b ^ keystream[before + i])).ToArray();
    }

    /// <summary>Adds to a big-endian counter modulo 2^128.</summary>
    private static byte[] Add(byte[] counter, BigInteger amount)
    {
        var sum = amount + counter.Aggregate(BigInteger.Zero, (number, b) => (number << 8) + b);
        var result = new byte[16];
        for (var i = 15; i >= 0; i--, sum >>= 8)
            result[i] = (byte)(sum & 0xFF);
        return result;
    }
}
