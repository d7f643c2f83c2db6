using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using FsCheck;
using FsCheck.Fluent;
using Xunit;
using Outcome = ManagedCrypto.Tests.Contracts.Outcome;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>The transforms of AES on every kernel; the framework's own, given separate buffers, are the oracle.</summary>
public class AesTransformTests
{
    private const int BlockBytes = 16;

    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_iv = TestBytes.Random(16, 2);
    private static readonly Config s_quietly = RandomCases.Quietly(60);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    /// <summary>Messages of 0 to 49 bytes, each cut into calls in every way: whole blocks, and then the rest.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Transform_split_anywhere_agrees_with_the_framework_call_by_call(string kernel)
    {
        var calls = 0;
        foreach (var keyBytes in AesMatrix.KeyBytes)
        {
            foreach (var pair in Pairs(kernel, keyBytes))
            {
                for (var length = 0; length <= (3 * BlockBytes) + 1; length++)
                {
                    // Bit i of the cut: whether a call ends after block i.
                    var blocks = length / BlockBytes;
                    for (var cut = 0; cut < 1 << blocks; cut++)
                    {
                        var message = TestBytes.Random(length, length);
                        var from = 0;
                        for (var block = 1; block <= blocks; block++)
                        {
                            if ((cut >> (block - 1) & 1) != 0)
                            {
                                pair.Transform(message, from, (block * BlockBytes) - from);
                                from = block * BlockBytes;
                            }
                        }

                        pair.Finish(message, from, length - from, endWell: length % 2 == 0);
                        calls++;
                    }
                }
            }
        }

        Assert.Equal(3 * 40 * ((16 * 1) + (16 * 2) + (16 * 4) + (2 * 8)), calls);
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Calls_at_random_agree_with_the_framework_step_by_step(string kernel)
    {
        foreach (var pair in Pairs(kernel, 32))
            Check.One(s_quietly, Prop.ForAll<byte[]>(schedule => Run(pair, schedule)));
    }

    // Three bytes a step: what to do and how many blocks, where the input begins, where the output begins.
    private static void Run(Pair pair, byte[] schedule)
    {
        var memory = TestBytes.Random(400, schedule.Length);
        for (var i = 0; i + 2 < schedule.Length; i += 3)
        {
            var count = schedule[i] / 4;
            if (schedule[i] % 4 == 0)
                pair.Finish(memory, schedule[i + 1], count, endWell: schedule[i + 2] % 4 != 0);
            else
                pair.TransformWithin(memory, schedule[i + 1] % 100, ((count % 12) + 1) * BlockBytes, schedule[i + 2] % 100);
        }

        pair.Finish(memory, 0, 0, endWell: true);
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Buffers_that_overlap_at_any_offset_give_what_separate_ones_give(string kernel)
    {
        foreach (var pair in Pairs(kernel, 16))
        {
            for (var offset = -40; offset <= 40; offset++)
            {
                var memory = TestBytes.Random(200, offset + 40);
                foreach (var blocks in new[] { 1, 3, 2 })
                    pair.TransformWithin(memory, 60, blocks * BlockBytes, 60 + offset);
                pair.Finish(memory, 60, BlockBytes, endWell: true);
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void CryptoStream_in_chunks_of_any_size_agrees_with_the_framework(string kernel)
    {
        var chunks = new[] { 1, 3, 15, 16, 17, 31, 33, 100 };
        foreach (var (mode, padding) in AesMatrix.ModesAndPaddings())
        {
            using var ours = mode.Set(new Aes(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel)), s_key, s_iv, padding);
            using var theirs = mode.Set(OracleAes.Create(), s_key, s_iv, padding);
            foreach (var length in new[] { 0, 1, 15, 16, 32, 47, 48, 130 })
            {
                if (padding == PaddingMode.None && length % mode.Unit != 0)
                    continue;

                var message = TestBytes.Random(length, length);
                foreach (var chunk in chunks)
                {
                    var expected = Write(theirs.CreateEncryptor(), message, chunk);
                    var actual = Write(ours.CreateEncryptor(), message, chunk);
                    Assert.Equal(expected.Length, actual.Length);
                    if (padding != PaddingMode.ISO10126)
                    {
                        Assert.Equal(expected, actual);
                        Assert.Equal(expected, Read(ours.CreateEncryptor(), message, chunk));
                    }

                    var plaintext = Write(theirs.CreateDecryptor(), actual, chunk);
                    Assert.Equal(message, plaintext.Take(length));
                    Assert.Equal(plaintext, Write(ours.CreateDecryptor(), actual, chunk));
                    Assert.Equal(plaintext, Read(ours.CreateDecryptor(), actual, chunk));
                }
            }
        }
    }

    /// <summary>The framework would go on with what it held back of the message that failed.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Transform_after_wrong_padding_or_a_partial_block_begins_anew(string kernel)
    {
        foreach (var padding in AesMatrix.RemovablePaddings)
        {
            using var aes = AesMatrix.Cbc.Set(new Aes(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel)), s_key, s_iv, padding);
            using var decryptor = aes.CreateDecryptor();
            var message = TestBytes.Random(40, 1);
            var ciphertext = aes.EncryptCbc(message, s_iv, padding);
            var wrong = aes.EncryptCbc(new byte[48], s_iv, PaddingMode.None);

            decryptor.TransformBlock(wrong, 0, 32, new byte[32], 0);
            Assert.Throws<CryptographicException>(() => decryptor.TransformFinalBlock(wrong, 32, 16));
            Assert.Equal(message, decryptor.TransformFinalBlock(ciphertext, 0, ciphertext.Length));

            decryptor.TransformBlock(ciphertext, 0, 32, new byte[32], 0);
            Assert.Throws<CryptographicException>(() => decryptor.TransformFinalBlock(ciphertext, 32, 15));
            Assert.Equal(message.AsSpan(16).ToArray(), decryptor.TransformFinalBlock(ciphertext, 32, 16));
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void TransformBlock_allocates_nothing_and_TransformFinalBlock_the_result(string kernel)
    {
        foreach (var pair in Pairs(kernel, 32))
            pair.MeasureAllocations();
    }

    private static IEnumerable<Pair> Pairs(string kernel, int keyBytes)
    {
        foreach (var (mode, padding) in AesMatrix.ModesAndPaddings())
        {
            var key = s_key.Take(keyBytes).ToArray();
            using var ours = mode.Set(new Aes(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel)), key, s_iv, padding);
            using var theirs = mode.Set(OracleAes.Create(), key, s_iv, padding);
            var name = $"{mode} {padding}";
            using (var pair = new Pair(ours.CreateEncryptor, theirs.CreateEncryptor, [], padding != PaddingMode.ISO10126, name))
                yield return pair;

            // What ends any message in right padding: a block that fixes the IV, and one that was encrypted after it.
            byte[] last = [.. TestBytes.Random(12, 3), 0, 0, 0, 1], ending = [];
            if (AesMatrix.RemovablePaddings.Contains(padding))
                ending = [.. s_iv, .. mode.Encrypt(theirs, last, s_iv, PaddingMode.None)];
            using (var pair = new Pair(ours.CreateDecryptor, theirs.CreateDecryptor, ending, true, name))
                yield return pair;
        }
    }

    private static byte[] Write(ICryptoTransform transform, byte[] message, int chunk)
    {
        using var result = new MemoryStream();
        using (var stream = new CryptoStream(result, transform, CryptoStreamMode.Write))
        {
            for (var i = 0; i < message.Length; i += chunk)
                stream.Write(message, i, Math.Min(chunk, message.Length - i));
        }

        return result.ToArray();
    }

    private static byte[] Read(ICryptoTransform transform, byte[] message, int chunk)
    {
        using var result = new MemoryStream();
        using var stream = new CryptoStream(new MemoryStream(message), transform, CryptoStreamMode.Read);
        var buffer = new byte[chunk];
        for (int read; (read = stream.Read(buffer, 0, chunk)) > 0;)
            result.Write(buffer, 0, read);
        return result.ToArray();
    }

    /// <summary>Our transform and the framework's, at the same point of the same message.</summary>
    private sealed class Pair(
        Func<ICryptoTransform> createOurs, Func<ICryptoTransform> createTheirs, byte[] ending, bool deterministic, string name)
        : IDisposable
    {
        private ICryptoTransform _ours = createOurs();
        private ICryptoTransform _theirs = createTheirs();

        public void Dispose()
        {
            _ours.Dispose();
            _theirs.Dispose();
        }

        public void Transform(byte[] message, int offset, int count)
        {
            byte[] expected = new byte[count + 5], actual = new byte[count + 5];
            var written = _theirs.TransformBlock(message, offset, count, expected, 3);
            Assert.Equal(written, _ours.TransformBlock(message, offset, count, actual, 3));
            AssertSame(expected, actual);
        }

        /// <summary>Input and output are in the same array, for ours.</summary>
        public void TransformWithin(byte[] memory, int inputOffset, int count, int outputOffset)
        {
            var expected = (byte[])memory.Clone();
            var written = _theirs.TransformBlock((byte[])memory.Clone(), inputOffset, count, expected, outputOffset);
            Assert.Equal(written, _ours.TransformBlock(memory, inputOffset, count, memory, outputOffset));
            AssertSame(expected, memory);
        }

        public void Finish(byte[] message, int offset, int count, bool endWell)
        {
            var last = message.Skip(offset).Take(count).Concat(endWell ? ending : []).ToArray();
            byte[] expected;
            try
            {
                expected = _theirs.TransformFinalBlock(last, 0, last.Length);
            }
            catch (Exception refusal) when (refusal is not ObjectDisposedException)
            {
                // The framework keeps what it held back of a message in wrong padding, and ours does not: both are made anew.
                Assert.Throws<CryptographicException>(() => _ours.TransformFinalBlock(last, 0, last.Length));
                Dispose();
                _ours = createOurs();
                _theirs = createTheirs();
                return;
            }

            var actual = _ours.TransformFinalBlock(last, 0, last.Length);
            if (deterministic)
                AssertSame(expected, actual);
            else
                Assert.Equal(expected.Length, actual.Length);
        }

        public void MeasureAllocations()
        {
            var memory = new byte[100];
            var last = memory.Take(48).Concat(ending).ToArray();
            byte[] result = [];
            var inParts = Outcome.Allocated(() =>
            {
                _ours.TransformBlock(memory, 0, 48, memory, 48);
                _ours.TransformBlock(memory, 0, 16, memory, 3);
            });
            Assert.Equal(0, inParts);

            // Random padding comes from the operating system by way of a file.
            if (deterministic)
            {
                var atOnce = Outcome.Allocated(() => result = _ours.TransformFinalBlock(last, 0, last.Length));
                Assert.Equal(Outcome.Allocated(() => GC.KeepAlive(new byte[result.Length])), atOnce);
            }
        }

        private void AssertSame(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual) =>
            Assert.True(expected.SequenceEqual(actual), name);
    }
}
