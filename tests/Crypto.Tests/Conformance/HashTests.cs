using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>What everything that hashes must do, keyed or not, on every kernel: the types come from the catalogue.</summary>
public class HashTests
{
    // Lengths at which vector loops begin, end and leave something over lie below this, and so do brief calls of machine code.
    private const int ShortBytes = 1100;

    private static readonly int[] s_longer =
        [2047, 2048, 3071, 3072, 3073, 4096, 5551, 5552, 5553, 11104, 65535, 65536 + 17, 1 << 20, (1 << 20) + 255];

    private static readonly byte[] s_key = TestBytes.Random(30, seed: 1);

    /// <summary>An environment variable may name the types to test, such as <c>SHA256,Crc32</c>, where all take too long.</summary>
    public static IEnumerable<TheoryDataRow<string, string>> Subjects
    {
        get
        {
            var chosen = Environment.GetEnvironmentVariable("CRYPTO_TESTS_HASHES")?.Split(',');
            return HashSubject.All.Where(subject => chosen?.Contains(subject.Name) ?? true)
                .Select(subject => new TheoryDataRow<string, string>(subject.Name, subject.Kernel.Id));
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Message_of_every_length_gives_the_right_digest(string name, string kernel)
    {
        var subject = HashSubject.Find(name, kernel);
        foreach (var length in TestBytes.LengthsTo(ShortBytes).Concat(s_longer))
        {
            var message = TestBytes.Random(length, seed: length);
            AssertEqual(subject.Expected(s_key, message), subject.Hash(s_key, message), $"{subject}, {length} bytes");
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Message_at_every_alignment_gives_the_same_digest(string name, string kernel)
    {
        var subject = HashSubject.Find(name, kernel);
        var memory = TestBytes.Random(4096 + 64, seed: 1);
        var digest = new byte[64 + subject.DigestBytes];
        var ofBlocks = Enumerable.Range(0, 20).Select(n => (n * subject.BlockBytes / 4) + (n * n) + (n % 3));
        foreach (var length in TestBytes.TwentyLengths.Concat(ofBlocks).Append(3500))
        {
            for (var offset = 0; offset < 64; offset++)
            {
                var message = memory.AsSpan(offset, length);
                var destination = digest.AsSpan(63 - offset, subject.DigestBytes);
                subject.Hash(s_key, message, destination);
                AssertEqual(subject.Expected(s_key, message.ToArray()), destination, $"{subject}, {length} bytes at {offset}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Message_split_anywhere_gives_the_same_digest(string name, string kernel)
    {
        var subject = HashSubject.Find(name, kernel);
        using var hash = subject.Begin(s_key);
        // Of lengths beyond a block, every seventh; at night, all.
        for (var length = 0; length <= Math.Max(3 * subject.BlockBytes, 300); length += length > subject.BlockBytes && !TestBytes.AllLengths ? 7 : 1)
        {
            var message = TestBytes.Random(length, seed: length);
            var expected = subject.Hash(s_key, message);
            for (var split = 0; split <= length; split++)
            {
                hash.Append(message.AsSpan(0, split));
                hash.Append(message.AsSpan(split));
                AssertEqual(expected, hash.FinishAndReset(), $"{subject}, {split} of {length} bytes first");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Message_in_any_schedule_of_parts_gives_the_same_digest(string name, string kernel)
    {
        var subject = HashSubject.Find(name, kernel);
        var random = new Random(2);
        using var hash = subject.Begin(s_key);
        for (var n = 0; n < (TestBytes.AllLengths ? 1000 : 400); n++)
        {
            var message = TestBytes.Random(random.Next(random.Next(10) == 0 ? 12_000 : 40 * subject.BlockBytes), seed: n);
            var parts = new List<int>();
            for (int done = 0, part; done < message.Length; done += part)
            {
                part = Math.Min(message.Length - done, random.Next(random.Next(4) == 0 ? 3 : 6 * subject.BlockBytes));
                parts.Add(part);
                hash.Append(message.AsSpan(done, part));
            }

            AssertEqual(
                subject.Expected(s_key, message), hash.FinishAndReset(), $"{subject}, {string.Join("+", parts)} bytes");
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Memory_outside_the_buffers_is_not_touched(string name, string kernel)
    {
        var subject = HashSubject.Find(name, kernel);
        using GuardedBuffer keys = new(512), source = new(8192), destination = new(64);
        for (var length = 0; length <= 4096; length += length < (3 * subject.BlockBytes) + 2 ? 1 : 97)
        {
            var key = TestBytes.Random(length % 300, seed: length);
            var message = TestBytes.Random(length, seed: length);
            var expected = subject.Expected(key, message);
            message.CopyTo(source.AtStart(length));
            key.CopyTo(keys.AtEnd(key.Length));
            Check(keys.AtEnd(key.Length), source.AtStart(length), destination.AtEnd(subject.DigestBytes));
            message.CopyTo(source.AtEnd(length));
            key.CopyTo(keys.AtStart(key.Length));
            Check(keys.AtStart(key.Length), source.AtEnd(length), destination.AtStart(subject.DigestBytes));

            using var hash = subject.Begin(key);
            hash.Append(source.AtEnd(length).Slice(0, length / 3));
            hash.Append(source.AtEnd(length).Slice(length / 3));
            AssertEqual(expected, hash.FinishAndReset(), $"{subject}, {length} bytes in two");

            void Check(ReadOnlySpan<byte> guardedKey, ReadOnlySpan<byte> guarded, Span<byte> digest)
            {
                subject.Hash(guardedKey, guarded, digest);
                AssertEqual(expected, digest, $"{subject}, {length} bytes");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Destination_that_overlaps_key_or_message_gets_the_right_digest(string name, string kernel)
    {
        var subject = HashSubject.Find(name, kernel);
        var bytes = TestBytes.Random(300, seed: 2);
        var expected = subject.Expected(bytes.Take(70).ToArray(), bytes.Skip(50).Take(180).ToArray());
        for (var at = 0; at <= bytes.Length - subject.DigestBytes; at++)
        {
            var memory = bytes.ToArray();
            subject.Hash(memory.AsSpan(0, 70), memory.AsSpan(50, 180), memory.AsSpan(at));
            AssertEqual(expected, memory.AsSpan(at, subject.DigestBytes), $"{subject}, digest at {at}");
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void CryptoStream_through_the_type_gives_the_same_digest(string name, string kernel)
    {
        var subject = HashSubject.Find(name, kernel);
        var random = new Random(4);
        using var hash = subject.Create(s_key);
        for (var n = 0; n < 20; n++)
        {
            var message = TestBytes.Random(random.Next(20_000), seed: n);
            using (var stream = new CryptoStream(System.IO.Stream.Null, hash, CryptoStreamMode.Write))
            {
                for (int done = 0, part; done < message.Length; done += part)
                    stream.Write(message, done, part = Math.Min(message.Length - done, random.Next(3000)));
            }

            var expected = subject.Expected(s_key, message);
            AssertEqual(expected, hash.Hash!, $"{subject}, {message.Length} bytes");
            AssertEqual(expected, hash.ComputeHash(message), $"{subject}, {message.Length} bytes, the object reused");
        }
    }

    internal static void AssertEqual(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, string what)
    {
        if (!expected.SequenceEqual(actual))
            Assert.Fail($"{what}: expected {Convert.ToHexString(expected)}, got {Convert.ToHexString(actual)}.");
    }
}
