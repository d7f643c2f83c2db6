using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using ManagedCrypto.Intrinsics;
using Xunit;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Tests.Conformance;

#pragma warning disable CA5350 // SHA-1 is tested like the rest.

public class Sha1Tests() : ShaTests(Algorithms.Sha1, Bcl.SHA1.HashData, SHA1.HashData, kernel => new SHA1(kernel));

public class Sha256Tests() : ShaTests(Algorithms.Sha256, Bcl.SHA256.HashData, SHA256.HashData, kernel => new SHA256(kernel));

public class Sha384Tests() : ShaTests(Algorithms.Sha384, Bcl.SHA384.HashData, SHA384.HashData, kernel => new SHA384(kernel));

public class Sha512Tests() : ShaTests(Algorithms.Sha512, Bcl.SHA512.HashData, SHA512.HashData, kernel => new SHA512(kernel));

/// <summary>What every kernel of the SHA family must do, alone and under its public type. The oracle is the BCL.</summary>
public abstract unsafe class ShaTests
{
    private protected delegate int OneShot(ShaKernel kernel, ReadOnlySpan<byte> source, Span<byte> destination);

    private readonly ShaAlgorithm _sha;
    private readonly Func<byte[], byte[]> _bcl;
    private readonly OneShot _oneShot;
    private readonly Func<ShaKernel, Bcl.HashAlgorithm> _create;

    private protected ShaTests(
        ShaAlgorithm sha, Func<byte[], byte[]> bcl, OneShot oneShot, Func<ShaKernel, Bcl.HashAlgorithm> create)
    {
        _sha = sha;
        _bcl = bcl;
        _oneShot = oneShot;
        _create = create;
    }

    private IEnumerable<ShaKernel> Kernels => _sha.Kernels.Runnable;

    [Fact]
    public void Every_length_to_4096_gives_the_digest_of_the_BCL()
    {
        for (var length = 0; length <= 4096; length++)
        {
            var message = TestBytes.Random(length, seed: length);
            var expected = _bcl(message);
            foreach (var kernel in Kernels)
                AssertEqual(expected, Digest(kernel, message), $"{kernel.Id}, {length} bytes");
        }
    }

    [Fact]
    public void Every_alignment_of_source_and_destination_gives_the_same_digest()
    {
        var memory = TestBytes.Random(4096 + 64, seed: 1);
        var digest = new byte[64 + _sha.DigestBytes];
        for (var n = 0; n < 20; n++)
        {
            var length = (n * _sha.BlockBytes / 4) + (n * n) + (n % 3);
            for (var offset = 0; offset < 64; offset++)
            {
                var message = memory.AsSpan(offset, length);
                var expected = _bcl(message.ToArray());
                foreach (var kernel in Kernels)
                {
                    var destination = digest.AsSpan(63 - offset, _sha.DigestBytes);
                    _oneShot(kernel, message, destination);
                    AssertEqual(expected, destination, $"{kernel.Id}, {length} bytes at {offset}");
                }
            }
        }
    }

    [Fact]
    public void Every_split_of_a_message_to_three_blocks_gives_the_same_digest()
    {
        foreach (var kernel in Kernels)
        {
            using var hash = new RunningHash(_sha, kernel, this);
            for (var length = 0; length <= 3 * _sha.BlockBytes; length++)
            {
                var message = TestBytes.Random(length, seed: length);
                var expected = Digest(kernel, message);
                for (var split = 0; split <= length; split++)
                {
                    hash.Append(message.AsSpan(0, split));
                    hash.Append(message.AsSpan(split));
                    AssertEqual(expected, hash.FinishAndReset(), $"{kernel.Id}, {split} of {length} bytes first");
                }
            }
        }
    }

    [Fact]
    public void Sampled_splits_of_longer_messages_give_the_same_digest()
    {
        foreach (var kernel in Kernels)
        {
            var random = new Random(2);
            using var hash = new RunningHash(_sha, kernel, this);
            for (var n = 0; n < 2000; n++)
            {
                var message = TestBytes.Random(random.Next(4 * _sha.BlockBytes, 40 * _sha.BlockBytes), seed: n);
                var parts = new List<int>();
                for (int done = 0, part; done < message.Length; done += part)
                {
                    part = Math.Min(message.Length - done, random.Next(random.Next(4) == 0 ? 3 : 6 * _sha.BlockBytes));
                    parts.Add(part);
                    hash.Append(message.AsSpan(done, part));
                }

                AssertEqual(_bcl(message), hash.FinishAndReset(), $"{kernel.Id}, {string.Join("+", parts)} bytes");
            }
        }
    }

    [Fact]
    public void Nothing_is_read_or_written_outside_the_buffers()
    {
        using var source = new GuardedBuffer(8192);
        using var destination = new GuardedBuffer(64);
        foreach (var kernel in Kernels)
        {
            for (var length = 0; length <= 4096; length += length < (3 * _sha.BlockBytes) + 2 ? 1 : 97)
            {
                var message = TestBytes.Random(length, seed: length);
                var expected = _bcl(message);
                message.CopyTo(source.AtStart(length));
                message.CopyTo(source.AtEnd(length));
                Check(source.AtStart(length), destination.AtEnd(_sha.DigestBytes));
                Check(source.AtEnd(length), destination.AtStart(_sha.DigestBytes));
                AppendedInTwo(source.AtEnd(length));

                void Check(ReadOnlySpan<byte> guarded, Span<byte> digest)
                {
                    _oneShot(kernel, guarded, digest);
                    AssertEqual(expected, digest, $"{kernel.Id}, {length} bytes");
                }

                void AppendedInTwo(ReadOnlySpan<byte> guarded)
                {
                    using var hash = new RunningHash(_sha, kernel, this);
                    hash.Append(guarded.Slice(0, length / 3));
                    hash.Append(guarded.Slice(length / 3));
                    AssertEqual(expected, hash.FinishAndReset(), $"{kernel.Id}, {length} bytes in two");
                }
            }
        }
    }

    /// <summary>Lengths in bits that carry out of 32, 35 and 64 bits; SHA-1 and SHA-256 keep the lower 64.</summary>
    [Theory]
    [InlineData(29)]
    [InlineData(32)]
    [InlineData(61)]
    public void The_length_carries(int powerOfBytes)
    {
        foreach (var kernel in Kernels)
        {
            for (var before = -3 * _sha.BlockBytes; before <= 0; before += _sha.BlockBytes)
            {
                for (var length = 0; length <= 4 * _sha.BlockBytes; length += 7)
                {
                    var message = TestBytes.Random(length, seed: length);
                    var done = (1ul << powerOfBytes) + (ulong)(long)before;
                    var digest = DigestBehind(kernel, done, message);
                    AssertEqual(ReferenceBehind(kernel, done, message), digest, $"{kernel.Id}, {done} + {length} bytes");
                }
            }
        }
    }

    [Fact]
    public void Blocks_at_source_and_tail_are_compressed_in_this_order()
    {
        var blocks = TestBytes.Random(4 * _sha.BlockBytes, seed: 3);
        foreach (var kernel in Kernels)
        {
            var expected = ChainAfter(kernel, blocks, 4, 0);
            for (var first = 0; first < 4; first++)
                Assert.Equal(expected, ChainAfter(kernel, blocks, first, 4 - first));
            Assert.Equal(ChainAfter(kernel, blocks, 0, 0), ChainAfter(kernel, Array.Empty<byte>(), 0, 0));
        }
    }

    [Fact]
    public void A_crypto_stream_through_the_type_gives_the_digest()
    {
        var random = new Random(4);
        foreach (var kernel in Kernels)
        {
            using var hash = _create(kernel);
            for (var n = 0; n < 50; n++)
            {
                var message = TestBytes.Random(random.Next(20_000), seed: n);
                using (var stream = new Bcl.CryptoStream(System.IO.Stream.Null, hash, Bcl.CryptoStreamMode.Write))
                {
                    for (int done = 0, part; done < message.Length; done += part)
                        stream.Write(message, done, part = Math.Min(message.Length - done, random.Next(3000)));
                }

                AssertEqual(_bcl(message), hash.Hash!, $"{kernel.Id}, {message.Length} bytes");
                AssertEqual(_bcl(message), hash.ComputeHash(message), $"{kernel.Id}, {message.Length} bytes, the object reused");
            }
        }
    }

    internal static void AssertEqual(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, string what)
    {
        if (!expected.SequenceEqual(actual))
            Assert.Fail($"{what}: expected {Convert.ToHexString(expected)}, got {Convert.ToHexString(actual)}.");
    }

    private byte[] Digest(ShaKernel kernel, ReadOnlySpan<byte> message)
    {
        var digest = new byte[_sha.DigestBytes];
        Assert.Equal(digest.Length, _oneShot(kernel, message, digest));
        return digest;
    }

    /// <summary>The digest when <paramref name="done"/> bytes count as hashed without a change to the initial value.</summary>
    private byte[] DigestBehind(ShaKernel kernel, ulong done, byte[] message)
    {
        ShaState state;
        var digest = new byte[_sha.DigestBytes];
        _sha.Begin(&state);
        state.Length = done;
        fixed (byte* source = message, destination = digest)
        {
            _sha.Append(kernel, &state, source, message.Length);
            _sha.Finish(kernel, &state, null, 0, destination);
        }

        return digest;
    }

    /// <summary>The same by the words of FIPS 180-4, section 5.1: one bit, zeros, and the length in bits in two words.</summary>
    private byte[] ReferenceBehind(ShaKernel kernel, ulong done, byte[] message)
    {
        var padded = message.Append((byte)0x80).ToList();
        while ((padded.Count + (_sha.BlockBytes / 8)) % _sha.BlockBytes != 0)
            padded.Add(0);
        var bits = (new BigInteger(done) + message.Length) * 8;
        for (var i = (_sha.BlockBytes / 8) - 1; i >= 0; i--)
            padded.Add((byte)((bits >> (8 * i)) & 0xff));

        var words = ChainAfter(kernel, padded.ToArray(), padded.Count / _sha.BlockBytes, 0);
        var wordBytes = _sha.BlockBytes / 16;
        var digest = Enumerable.Range(0, _sha.DigestBytes / wordBytes).Select(i => words.Skip(i * wordBytes).Take(wordBytes));
        return digest.SelectMany(word => BitConverter.IsLittleEndian ? word.Reverse() : word).ToArray();
    }

    private byte[] ChainAfter(ShaKernel kernel, byte[] blocks, int sourceBlocks, int tailBlocks)
    {
        ShaState state;
        _sha.Begin(&state);
        fixed (byte* source = blocks)
        {
            var arguments = new ShaArguments
            {
                State = &state.Chain,
                Source = source,
                SourceBlocks = sourceBlocks,
                Tail = source + (sourceBlocks * _sha.BlockBytes),
                TailBlocks = tailBlocks,
            };
            kernel.Compress(&arguments);
        }

        return new ReadOnlySpan<byte>(&state.Chain, sizeof(ShaChain)).ToArray();
    }
}
