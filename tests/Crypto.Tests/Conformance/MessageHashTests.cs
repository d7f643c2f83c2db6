using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Blocks over every kernel, and the construction of Merkle and Damgard by the words of FIPS 180-4.</summary>
public unsafe class MessageHashTests
{
    public static IEnumerable<TheoryDataRow<string, string>> Kernels => Rows<HashConstruction>();

    public static IEnumerable<TheoryDataRow<string, string>> KernelsOfMerkleDamgard => Rows<MerkleDamgard>();

    /// <summary>Lengths in bits that carry out of 32, 35 and 64 bits; SHA-1 and SHA-256 keep the lower 64.</summary>
    [Theory]
    [MemberData(nameof(KernelsOfMerkleDamgard))]
    public void Length_that_carries_out_of_32_or_64_bits_is_padded_right(string name, string kernel)
    {
        var hash = Find(name, kernel);
        var isLittleEndian = ((MerkleDamgard)HashSubject.Find(name, kernel).Function!.Construction).IsLittleEndian;
        foreach (var power in new[] { 29, 32, 61 })
        {
            for (var before = -3 * hash.BlockBytes; before <= 0; before += hash.BlockBytes)
            {
                for (var length = 0; length <= 4 * hash.BlockBytes; length += 7)
                {
                    var message = TestBytes.Random(length, seed: length);
                    var done = (1ul << power) + (ulong)(long)before;
                    var (expected, actual) = (ReferenceAfter(hash, isLittleEndian, done, message), DigestAfter(hash, done, message));
                    HashTests.AssertEqual(expected, actual, $"{kernel}, {done} + {length} bytes");
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Blocks_at_source_and_tail_are_compressed_in_this_order(string name, string kernel)
    {
        var hash = Find(name, kernel);
        var blocks = TestBytes.Random(4 * hash.BlockBytes, seed: 3);
        var expected = ChainAfter(hash, blocks, 4, 0);
        for (var first = 0; first < 4; first++)
            Assert.Equal(expected, ChainAfter(hash, blocks, first, 4 - first));
        Assert.Equal(ChainAfter(hash, blocks, 0, 0), ChainAfter(hash, Array.Empty<byte>(), 0, 0));
    }

    private static IEnumerable<TheoryDataRow<string, string>> Rows<T>()
        where T : HashConstruction =>
        from subject in HashSubject.All
        where subject.Function?.Construction is T && !subject.IsKeyed
        select new TheoryDataRow<string, string>(subject.Name, subject.Kernel.Id);

    private static MessageHash Find(string name, string kernel)
    {
        var function = HashSubject.Find(name, kernel).Function!;
        return function.With(KernelMatrix.Find(function.Kernels, kernel));
    }

    /// <summary>The digest when <paramref name="done"/> bytes count as hashed without a change to the initial value.</summary>
    private static byte[] DigestAfter(MessageHash hash, ulong done, byte[] message)
    {
        HashState state;
        var digest = new byte[hash.DigestBytes];
        hash.Begin(&state);
        state.Length = done;
        fixed (byte* source = message, destination = digest)
        {
            hash.Append(&state, source, message.Length);
            hash.Finish(&state, null, 0, destination);
        }

        return digest;
    }

    /// <summary>The same by the words of FIPS 180-4, section 5.1: one bit, zeros, and the length in bits in two words.</summary>
    private static byte[] ReferenceAfter(MessageHash hash, bool isLittleEndian, ulong done, byte[] message)
    {
        var padded = message.Append((byte)0x80).ToList();
        while ((padded.Count + (hash.BlockBytes / 8)) % hash.BlockBytes != 0)
            padded.Add(0);
        var bits = (new BigInteger(done) + message.Length) * 8;
        var length = Enumerable.Range(0, hash.BlockBytes / 8).Select(i => (byte)((bits >> (8 * i)) & 0xff));
        padded.AddRange(isLittleEndian ? length : length.Reverse());

        var words = ChainAfter(hash, padded.ToArray(), padded.Count / hash.BlockBytes, 0);
        var wordBytes = hash.BlockBytes / 16;
        var digest = Enumerable.Range(0, hash.DigestBytes / wordBytes).Select(i => words.Skip(i * wordBytes).Take(wordBytes));
        return digest.SelectMany(word => BitConverter.IsLittleEndian == isLittleEndian ? word : word.Reverse()).ToArray();
    }

    private static byte[] ChainAfter(MessageHash hash, byte[] blocks, int sourceBlocks, int tailBlocks)
    {
        HashState state;
        hash.Begin(&state);
        fixed (byte* source = blocks)
            hash.Compress(&state, source, sourceBlocks, source + (sourceBlocks * hash.BlockBytes), tailBlocks);
        return new ReadOnlySpan<byte>(&state.Chain, hash.StateBytes - (int)((byte*)&state.Chain - (byte*)&state)).ToArray();
    }
}
