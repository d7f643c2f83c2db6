using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Many messages at once, on every kernel with lanes: each digest is that of .NET's class, in the order of the messages.</summary>
public unsafe class HashManyTests
{
    private const int MostMessages = 40, MostBytes = 300, RandomLists = 60;

    private static readonly byte[] s_bytes = TestBytes.Random(1 << 20, seed: 1);

    public static IEnumerable<TheoryDataRow<string, string>> Kernels =>
        from function in LanesSubject.Functions
        from kernel in TestedKernels.Of(function.Kernels)
        select new TheoryDataRow<string, string>(function.Name, kernel.Id);

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Messages_of_one_length_give_their_digests(string function, string kernel)
    {
        var subject = LanesSubject.Find(function, kernel);
        for (var count = 0; count <= MostMessages; count++)
        {
            foreach (var length in Lengths(count))
                AssertEqualLengths(subject, count, length);
        }

        // Every length on as many messages as there are lanes, and one more.
        foreach (var length in TestBytes.LengthsTo(MostBytes).Skip(1))
            AssertEqualLengths(subject, subject.Kernel.Lanes + 1, length);
    }

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Messages_of_any_lengths_give_their_digests(string function, string kernel)
    {
        var subject = LanesSubject.Find(function, kernel);
        for (var count = 0; count <= MostMessages; count++)
        {
            AssertList(subject, Enumerable.Repeat(0, count));
            AssertList(subject, Enumerable.Range(0, count));
            AssertList(subject, Enumerable.Range(0, count).Select(i => 64 * (i % 5)));
            AssertList(subject, Enumerable.Range(0, count).Select(i => i * 997 % (MostBytes + 1)));
            AssertList(subject, Enumerable.Range(0, count).Select(i => i == count / 2 ? 20_000 : i % 3));
        }

        AssertList(subject, Enumerable.Range(0, MostBytes + 1));
    }

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Random_lists_of_lengths_give_their_digests(string function, string kernel)
    {
        var subject = LanesSubject.Find(function, kernel);
        var random = new Random(1);
        for (var i = 0; i < RandomLists; i++)
        {
            var most = random.Next(2) == 0 ? 130 : 2000;
            AssertList(subject, Enumerable.Range(0, random.Next(MostMessages)).Select(_ => random.Next(most)));
        }
    }

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Nothing_is_touched_around_messages_and_digests(string function, string kernel)
    {
        var subject = LanesSubject.Find(function, kernel);
        using var source = new GuardedBuffer(MostMessages * MostBytes);
        using var digests = new GuardedBuffer(MostMessages * subject.DigestBytes);
        foreach (var count in new[] { 1, 2, 3, 7, 8, 9, 16, 17, 33 })
        {
            foreach (var length in new[] { 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 192, 256 })
            {
                var expected = Expected(subject, Enumerable.Repeat(length, count).ToArray());
                foreach (var (message, digest) in new[] { (false, true), (true, false) })
                {
                    var text = message ? source.AtStart(count * length) : source.AtEnd(count * length);
                    var result = digest ? digests.AtStart(expected.Length) : digests.AtEnd(expected.Length);
                    s_bytes.AsSpan(0, count * length).CopyTo(text);
                    subject.Many.Hash(text, length, result);
                    Assert.Equal(expected, result.ToArray());
                }
            }
        }
    }

    /// <summary>The kernel itself, whose lanes the padding of messages never has at more than two blocks.</summary>
    [Theory]
    [MemberData(nameof(Kernels))]
    public void Kernel_compresses_blocks_of_each_lane(string function, string kernel)
    {
        var subject = LanesSubject.Find(function, kernel);
        var (lanes, block) = (subject.Kernel.Lanes, subject.Many.BlockBytes);
        using var source = new GuardedBuffer(lanes * 40 * block);
        byte** states = stackalloc byte*[lanes], sources = stackalloc byte*[lanes];
        foreach (var blocks in new[] { 0, 1, 2, 3, 5, 40 })
        {
            var text = source.AtEnd(lanes * blocks * block);
            s_bytes.AsSpan(0, text.Length).CopyTo(text);
            var (chains, expected) = (new HashChain[lanes], new HashChain[lanes]);
            fixed (HashChain* chain = chains, other = expected)
            fixed (byte* message = text)
            {
                for (var i = 0; i < lanes; i++)
                {
                    chain[i].First = other[i].First = subject.Function.Construction.InitialWords;
                    states[i] = (byte*)(chain + i);
                    sources[i] = message + (i * blocks * block);
                    HashArguments compression;
                    compression.State = other + i;
                    compression.Source = sources[i];
                    compression.SourceBlocks = blocks;
                    compression.TailBlocks = 0;
                    compression.BlockBytes = block;
                    subject.Function.Kernels.All[^1].Compress(&compression);
                }

                HashLanesArguments arguments;
                arguments.States = states;
                arguments.Sources = sources;
                arguments.Blocks = blocks;
                arguments.BlockBytes = block;
                subject.Kernel.Compress(&arguments);
            }

            Assert.Equal(expected, chains);
        }
    }

    private static IEnumerable<int> Lengths(int count) =>
        [1, 8, 55, 56, 64, 100, 111, 112, 119, 120, 128, 150, 239, 240, 256, 1 + (count * 7)];

    private static void AssertEqualLengths(LanesSubject subject, int count, int length)
    {
        var digests = new byte[(count * subject.DigestBytes) + 1];
        digests[^1] = 0xA5;
        subject.Many.Hash(s_bytes.AsSpan(0, count * length), length, digests);
        Assert.Equal([.. Expected(subject, Enumerable.Repeat(length, count).ToArray()), 0xA5], digests);
    }

    private static void AssertList(LanesSubject subject, IEnumerable<int> lengths)
    {
        int[] all = [.. lengths];
        var messages = new List<ReadOnlyMemory<byte>>();
        var at = 0;
        foreach (var length in all)
        {
            messages.Add(s_bytes.AsMemory(at, length));
            at += length;
        }

        var digests = new byte[(all.Length * subject.DigestBytes) + 1];
        digests[^1] = 0xA5;
        subject.Many.Hash(messages, digests);
        Assert.Equal([.. Expected(subject, all), 0xA5], digests);
    }

    private static byte[] Expected(LanesSubject subject, int[] lengths)
    {
        var digests = new byte[lengths.Length * subject.DigestBytes];
        var at = 0;
        for (var i = 0; i < lengths.Length; i++)
        {
            var message = s_bytes.AsSpan(at, lengths[i]);
            var digest = digests.AsSpan(i * subject.DigestBytes, subject.DigestBytes);
            at += lengths[i];
#if NET9_0_OR_GREATER
            // Not every system has SHA-3.
            if (subject.Function.Construction is MerkleDamgard)
            {
                OracleOperations.HashData(new System.Security.Cryptography.HashAlgorithmName(subject.Function.HashName), message, digest);
                continue;
            }

#endif
            // One message at a time, which is compared with .NET's own and with references elsewhere.
            subject.Function.Best.Hash(message, digest);
        }

        return digests;
    }
}
