using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Tests.Conformance;

public class Crc32Tests() : ChecksumTests(
    Algorithms.Crc32, ReferenceChecksum.Crc32(), Crc32.HashData, kernel => new Crc32(kernel));

public class Crc32CTests() : ChecksumTests(
    Algorithms.Crc32C, ReferenceChecksum.Crc32C(), Crc32C.HashData, kernel => new Crc32C(kernel));

public class Adler32Tests() : ChecksumTests(
    Algorithms.Adler32, ReferenceChecksum.Adler32(), Adler32.HashData, kernel => new Adler32(kernel));

/// <summary>What every kernel of a checksum must do, alone and under its public type.</summary>
public abstract unsafe class ChecksumTests
{
    private protected delegate int OneShot(ChecksumKernel kernel, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Longer than any stretch that a kernel covers without a reduction or in one piece.</summary>
    private const int LongBytes = (5 << 20) + 4321;

    // Lengths at which vector loops begin, end and leave something over lie below this.
    private const int ShortBytes = 1100;

    private readonly ChecksumAlgorithm _algorithm;
    private readonly ReferenceChecksum _reference;
    private readonly OneShot _oneShot;
    private readonly Func<ChecksumKernel, Bcl.HashAlgorithm> _create;

    private protected ChecksumTests(
        ChecksumAlgorithm algorithm, ReferenceChecksum reference, OneShot oneShot, Func<ChecksumKernel, Bcl.HashAlgorithm> create)
    {
        _algorithm = algorithm;
        _reference = reference;
        _oneShot = oneShot;
        _create = create;
    }

    private IEnumerable<ChecksumKernel> Kernels => _algorithm.Kernels.Runnable;

    [Fact]
    public void Every_length_to_1100_and_longer_ones_give_the_digest_of_the_reference()
    {
        int[] longer = [2047, 2048, 3071, 3072, 3073, 4096, 5551, 5552, 5553, 11104, 65535, 65536 + 17, 1 << 20, (1 << 20) + 255];
        foreach (var length in Enumerable.Range(0, ShortBytes + 1).Concat(longer))
        {
            var message = TestBytes.Random(length, seed: length);
            var expected = _reference.ComputeHash(message);
            foreach (var kernel in Kernels)
                ShaTests.AssertEqual(expected, Digest(kernel, message), $"{kernel.Id}, {length} bytes");
        }
    }

    /// <summary>The sums of Adler-32 grow most of all bytes by these, and a CRC is left alone by zeros only if it is zero.</summary>
    [Theory]
    [InlineData((byte)0)]
    [InlineData((byte)255)]
    public void Long_messages_of_one_byte_from_every_extreme_value_give_the_value_of_the_reference(byte content)
    {
        var message = new byte[LongBytes];
        message.AsSpan().Fill(content);
        uint[] values = [_algorithm.Initial, 0, _algorithm == Algorithms.Adler32 ? 0xFFF0FFF0 : 0x80000001];
        foreach (var value in values)
        {
            foreach (var length in new[] { 5552, 5553, 100_000, LongBytes })
                AssertUpdate(value, message.AsSpan(0, length));
        }
    }

    [Fact]
    public void Every_length_from_a_random_value_gives_the_value_of_the_reference()
    {
        var random = new Random(1);
        for (var length = 0; length <= ShortBytes; length++)
        {
            var value = ((uint)random.Next(65521) << 16) | (uint)random.Next(65521);
            AssertUpdate(value, TestBytes.Random(length, seed: length));
        }
    }

    [Fact]
    public void Every_alignment_of_source_and_destination_gives_the_same_digest()
    {
        var memory = TestBytes.Random(4096 + 64, seed: 1);
        var digest = new byte[64 + ChecksumAlgorithm.DigestBytes];
        foreach (var length in TestBytes.TwentyLengths.Append(3500))
        {
            for (var offset = 0; offset < 64; offset++)
            {
                var message = memory.AsSpan(offset, length);
                var expected = _reference.ComputeHash(message.ToArray());
                foreach (var kernel in Kernels)
                {
                    var destination = digest.AsSpan(63 - offset, ChecksumAlgorithm.DigestBytes);
                    _oneShot(kernel, message, destination);
                    ShaTests.AssertEqual(expected, destination, $"{kernel.Id}, {length} bytes at {offset}");
                }
            }
        }
    }

    [Fact]
    public void Every_split_of_a_message_to_300_bytes_gives_the_same_digest()
    {
        var message = TestBytes.Random(300, seed: 2);
        for (var length = 0; length <= message.Length; length++)
        {
            var expected = _reference.ComputeHash(message, 0, length);
            foreach (var kernel in Kernels)
            {
                var hash = new RunningChecksum(_algorithm, kernel);
                for (var split = 0; split <= length; split++)
                {
                    hash.Append(message.AsSpan(0, split));
                    hash.Append(message.AsSpan(split, length - split));
                    ShaTests.AssertEqual(expected, hash.FinishAndReset(), $"{kernel.Id}, {split} of {length} bytes first");
                }
            }
        }
    }

    [Fact]
    public void Any_schedule_of_updates_gives_the_same_digest()
    {
        foreach (var kernel in Kernels)
        {
            var random = new Random(3);
            var hash = new RunningChecksum(_algorithm, kernel);
            for (var n = 0; n < 500; n++)
            {
                var message = TestBytes.Random(random.Next(12_000), seed: n);
                var parts = new List<int>();
                for (int done = 0, part; done < message.Length; done += part)
                {
                    part = Math.Min(message.Length - done, random.Next(random.Next(4) == 0 ? 20 : 4000));
                    parts.Add(part);
                    hash.Append(message.AsSpan(done, part));
                }

                ShaTests.AssertEqual(
                    _reference.ComputeHash(message), hash.FinishAndReset(), $"{kernel.Id}, {string.Join("+", parts)} bytes");
            }
        }
    }

    [Fact]
    public void Nothing_is_read_or_written_outside_the_buffers()
    {
        using var source = new GuardedBuffer(8192);
        using var destination = new GuardedBuffer(64);
        for (var length = 0; length <= 4096; length += length < ShortBytes ? 1 : 97)
        {
            var message = TestBytes.Random(length, seed: length);
            var expected = _reference.ComputeHash(message);
            message.CopyTo(source.AtStart(length));
            Check(source.AtStart(length), destination.AtEnd(ChecksumAlgorithm.DigestBytes));
            message.CopyTo(source.AtEnd(length));
            Check(source.AtEnd(length), destination.AtStart(ChecksumAlgorithm.DigestBytes));

            void Check(ReadOnlySpan<byte> guarded, Span<byte> digest)
            {
                foreach (var kernel in Kernels)
                {
                    _oneShot(kernel, guarded, digest);
                    ShaTests.AssertEqual(expected, digest, $"{kernel.Id}, {length} bytes");
                }
            }
        }
    }

    [Fact]
    public void A_crypto_stream_through_the_type_gives_the_digest()
    {
        var random = new Random(4);
        foreach (var kernel in Kernels)
        {
            using var hash = _create(kernel);
            for (var n = 0; n < 20; n++)
            {
                var message = TestBytes.Random(random.Next(20_000), seed: n);
                using (var stream = new Bcl.CryptoStream(System.IO.Stream.Null, hash, Bcl.CryptoStreamMode.Write))
                {
                    for (int done = 0, part; done < message.Length; done += part)
                        stream.Write(message, done, part = Math.Min(message.Length - done, random.Next(3000)));
                }

                var expected = _reference.ComputeHash(message);
                ShaTests.AssertEqual(expected, hash.Hash!, $"{kernel.Id}, {message.Length} bytes");
                ShaTests.AssertEqual(expected, hash.ComputeHash(message), $"{kernel.Id}, {message.Length} bytes, the object reused");
            }
        }
    }

    private void AssertUpdate(uint value, ReadOnlySpan<byte> message)
    {
        _reference.BeginAt(value);
        _reference.Append(message);
        foreach (var kernel in Kernels)
        {
            var actual = _algorithm.Finish(ChecksumAlgorithm.Append(kernel, value, message));
            Assert.True(
                _reference.Value == actual,
                $"{kernel.Id}, {message.Length} bytes from {value:X8}: expected {_reference.Value:X8}, got {actual:X8}.");
        }
    }

    private byte[] Digest(ChecksumKernel kernel, ReadOnlySpan<byte> message)
    {
        var digest = new byte[ChecksumAlgorithm.DigestBytes];
        Assert.Equal(digest.Length, _oneShot(kernel, message, digest));
        return digest;
    }
}
