using System;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>Messages that end just below the longest that a span has. The memory before their ends is reserved, and never touched.</summary>
public sealed unsafe class LongMessageTests : IDisposable
{
    private const int Block = 16, Tail = 2 * Block;

    private readonly byte* _memory = (byte*)NativeMemory.Alloc(int.MaxValue);
    private readonly AesKernel _kernel = Algorithms.Aes.Kernels.Best;
    private readonly byte* _schedule;

    public LongMessageTests()
    {
        _schedule = (byte*)NativeMemory.AlignedAlloc((nuint)_kernel.ScheduleBytes, 64);
        var key = TestBytes.Random(Block, seed: 1);
        fixed (byte* keyBytes = key)
            _kernel.ExpandKey(keyBytes, key.Length, _schedule);
        _kernel.ExpandDecryptionKey(_schedule, AesKernel.RoundsFor(key.Length));
    }

    public void Dispose()
    {
        NativeMemory.Free(_memory);
        NativeMemory.AlignedFree(_schedule);
    }

    /// <summary>That block tells the padding. With the IV before it, the message is longer than an int holds.</summary>
    [Theory]
    [InlineData((int)AesMode.Ecb)]
    [InlineData((int)AesMode.Cbc)]
    [InlineData((int)AesMode.Cfb8)]
    [InlineData((int)AesMode.Cfb128)]
    public void Last_block_is_decrypted_at_each_of_the_longest_lengths(int mode)
    {
        const int Lengths = 40;
        var cipher = new AesCipher(_kernel, (AesMode)mode, _schedule, AesKernel.RoundsFor(Block));
        var end = TestBytes.Random(Tail, seed: 2);
        var iv = stackalloc byte[Block];
        AesTail expected, found;
        fixed (byte* shortMessage = end)
            Assert.Equal(Block, cipher.DecryptLast(iv, Block, shortMessage, Tail, &expected));

        for (var length = int.MaxValue - Lengths; length < int.MaxValue; length++)
        {
            end.CopyTo(new Span<byte>(_memory + length - Tail, Tail));
            found = default;
            Assert.Equal(Block, cipher.DecryptLast(iv, Block, _memory, length, &found));
            Assert.True(
                new ReadOnlySpan<byte>(&expected.Text, Block).SequenceEqual(new ReadOnlySpan<byte>(&found.Text, Block)), $"{length}");
        }
    }

    /// <summary>
    /// Whole messages, in place, with the longest ciphertexts that a span has. CFB8 encrypts byte by byte, and so only the longest of
    /// all. Explicit: minutes, and 2 GiB of memory.
    /// </summary>
    [ExplicitTheory, Trait("run", "nightly")]
    [InlineData(0, 40)]
    [InlineData(1, 40)]
    [InlineData(2, 1)]
    [InlineData(3, 40)]
    public void Longest_messages_are_encrypted_and_decrypted(int modeIndex, int lengths)
    {
        const int Sample = 4096, Longest = int.MaxValue;
        var mode = AesMatrix.Modes[modeIndex];
        using var aes = new Aes { Key = TestBytes.Random(Block, seed: 3) };
        byte[] iv = TestBytes.Random(Block, seed: 4), sample = TestBytes.Random(Sample, seed: 5);
        var buffer = new Span<byte>(_memory, Longest);
        buffer.Clear();
        for (var length = Longest - lengths; length < Longest; length++)
        {
            // PKCS #7 adds a unit at least, which may not fit any more.
            var padded = ((long)length / mode.Unit * mode.Unit) + mode.Unit;
            sample.CopyTo(buffer);
            sample.CopyTo(buffer[(length - Sample)..]);
            if (padded > Longest)
            {
                Assert.False(mode.TryEncrypt(aes, buffer[..length], iv, buffer, PaddingMode.PKCS7, out _));
                continue;
            }

            Assert.True(mode.TryEncrypt(aes, buffer[..length], iv, buffer, PaddingMode.PKCS7, out var written), $"{length}");
            Assert.Equal(padded, written);
            Assert.False(buffer[..Sample].SequenceEqual(sample));
            Assert.True(mode.TryDecrypt(aes, buffer[..written], iv, buffer, PaddingMode.PKCS7, out written), $"{length}");
            Assert.Equal(length, written);
            Assert.True(buffer[..Sample].SequenceEqual(sample));
            Assert.True(buffer[(length - Sample)..length].SequenceEqual(sample));
        }
    }
}
