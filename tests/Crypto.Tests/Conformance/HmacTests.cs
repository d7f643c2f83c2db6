using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Tests.Conformance;

#pragma warning disable CA5350 // SHA-1 is tested like the rest.

public class HmacSha1Tests()
    : HmacTests(Algorithms.Sha1, Bcl.HMACSHA1.HashData, HMACSHA1.HashData, (kernel, key) => new HMACSHA1(kernel, key));

public class HmacSha256Tests()
    : HmacTests(Algorithms.Sha256, Bcl.HMACSHA256.HashData, HMACSHA256.HashData, (kernel, key) => new HMACSHA256(kernel, key));

public class HmacSha384Tests()
    : HmacTests(Algorithms.Sha384, Bcl.HMACSHA384.HashData, HMACSHA384.HashData, (kernel, key) => new HMACSHA384(kernel, key));

public class HmacSha512Tests()
    : HmacTests(Algorithms.Sha512, Bcl.HMACSHA512.HashData, HMACSHA512.HashData, (kernel, key) => new HMACSHA512(kernel, key));

/// <summary>HMAC over every kernel of the SHA family. The oracle is the BCL.</summary>
public abstract class HmacTests
{
    private protected delegate int OneShot(
        ShaKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    private readonly ShaAlgorithm _sha;
    private readonly Func<byte[], byte[], byte[]> _bcl;
    private readonly OneShot _oneShot;
    private readonly Func<ShaKernel, byte[], Bcl.HMAC> _create;

    private protected HmacTests(
        ShaAlgorithm sha, Func<byte[], byte[], byte[]> bcl, OneShot oneShot, Func<ShaKernel, byte[], Bcl.HMAC> create)
    {
        _sha = sha;
        _bcl = bcl;
        _oneShot = oneShot;
        _create = create;
    }

    private IEnumerable<ShaKernel> Kernels => _sha.Kernels.Runnable;

    [Fact]
    public void Every_length_of_key_to_three_blocks_gives_the_code_of_the_BCL()
    {
        var random = new Random(1);
        for (var length = 0; length <= 3 * _sha.BlockBytes; length++)
        {
            var key = TestBytes.Random(length, seed: length);
            Check(key, TestBytes.Random(random.Next(500), seed: -length), $"key of {length} bytes");
        }
    }

    [Fact]
    public void Every_length_of_message_to_4096_gives_the_code_of_the_BCL()
    {
        var key = TestBytes.Random(_sha.DigestBytes, seed: 1);
        for (var length = 0; length <= 4096; length++)
            Check(key, TestBytes.Random(length, seed: length), $"message of {length} bytes");
    }

    [Fact]
    public void Nothing_is_read_or_written_outside_the_buffers()
    {
        using var keys = new GuardedBuffer(512);
        using var messages = new GuardedBuffer(1024);
        using var codes = new GuardedBuffer(64);
        foreach (var kernel in Kernels)
        {
            for (var length = 0; length <= 2 * _sha.BlockBytes; length++)
            {
                var key = TestBytes.Random(length, seed: length);
                var message = TestBytes.Random(length * 3, seed: length);
                key.CopyTo(keys.AtStart(length));
                message.CopyTo(messages.AtEnd(message.Length));
                _oneShot(kernel, keys.AtStart(length), messages.AtEnd(message.Length), codes.AtEnd(_sha.DigestBytes));
                ShaTests.AssertEqual(_bcl(key, message), codes.AtEnd(_sha.DigestBytes), $"{kernel.Id}, first ends");

                key.CopyTo(keys.AtEnd(length));
                message.CopyTo(messages.AtStart(message.Length));
                _oneShot(kernel, keys.AtEnd(length), messages.AtStart(message.Length), codes.AtStart(_sha.DigestBytes));
                ShaTests.AssertEqual(_bcl(key, message), codes.AtStart(_sha.DigestBytes), $"{kernel.Id}, last ends");
            }
        }
    }

    [Fact]
    public void The_destination_may_overlap_key_and_message()
    {
        var bytes = TestBytes.Random(300, seed: 2);
        foreach (var kernel in Kernels)
        {
            for (var at = 0; at < 200; at += 5)
            {
                var memory = bytes.ToArray();
                var expected = _bcl(bytes.Take(70).ToArray(), bytes.Skip(50).Take(180).ToArray());
                _oneShot(kernel, memory.AsSpan(0, 70), memory.AsSpan(50, 180), memory.AsSpan(at));
                ShaTests.AssertEqual(expected, memory.AsSpan(at, _sha.DigestBytes), $"{kernel.Id}, code at {at}");
            }
        }
    }

    [Fact]
    public void A_key_serves_many_messages_and_is_replaced_whole()
    {
        foreach (var kernel in Kernels)
        {
            var key = TestBytes.Random(20, seed: 3);
            using var hmac = _create(kernel, key);
            for (var n = 0; n < 300; n++)
            {
                if (n % 7 == 0)
                    hmac.Key = key = TestBytes.Random(n, seed: n);
                var message = TestBytes.Random(n, seed: 2 * n);
                ShaTests.AssertEqual(_bcl(key, message), hmac.ComputeHash(message), $"{kernel.Id}, message {n}");
            }
        }
    }

    /// <summary>Two compressions for a short message under an expanded key, four for a one-shot.</summary>
    [Fact]
    public void A_short_message_costs_two_compressions_under_an_expanded_key()
    {
        var counting = new HookedKernel(_sha.Kernels.Best);
        using var hmac = _create(counting, new byte[_sha.DigestBytes]);
        Assert.Equal(2, counting.Blocks);
        hmac.ComputeHash(new byte[20]);
        Assert.Equal(4, counting.Blocks);
        _oneShot(counting, new byte[20], new byte[20], new byte[64]);
        Assert.Equal(8, counting.Blocks);
    }

    private void Check(byte[] key, byte[] message, string what)
    {
        var expected = _bcl(key, message);
        foreach (var kernel in Kernels)
        {
            var code = new byte[_sha.DigestBytes];
            Assert.Equal(code.Length, _oneShot(kernel, key, message, code));
            ShaTests.AssertEqual(expected, code, $"{kernel.Id}, {what}, at once");

            using var hash = new RunningHash(_sha, kernel, this, key);
            hash.Append(message.AsSpan(0, message.Length / 2));
            hash.Append(message.AsSpan(message.Length / 2));
            ShaTests.AssertEqual(expected, hash.FinishAndReset(), $"{kernel.Id}, {what}, in two");
        }
    }
}
