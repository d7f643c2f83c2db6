using System;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Contracts;
using Xunit;
using Framework = System.Security.Cryptography.Aes;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>The one-shots of AES on every kernel; the framework's own are the oracle.</summary>
public class AesTests
{
    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_iv = TestBytes.Random(16, 2);
    private static readonly int[] s_endingLengths = [16, 48, 1, 5, 15, 17, 40];

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    private static Aes Ours(string kernel, int keyBytes = 32) =>
        new(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel)) { Key = s_key.Take(keyBytes).ToArray() };

    private static Framework Theirs(int keyBytes = 32)
    {
        var theirs = OracleAes.Create();
        theirs.Key = s_key.Take(keyBytes).ToArray();
        return theirs;
    }

    [Theory, MemberData(nameof(Kernels))]
    public void One_shot_with_every_mode_padding_key_and_length_agrees_with_the_framework(string kernel)
    {
        var compared = 0;
        foreach (var keyBytes in AesMatrix.KeyBytes)
        {
            using var ours = Ours(kernel, keyBytes);
            using var theirs = Theirs(keyBytes);
            foreach (var (mode, padding) in AesMatrix.ModesAndPaddings())
            {
                for (var length = 0; length <= 100; length++)
                {
                    if (padding == PaddingMode.None && length % mode.Unit != 0)
                        continue;

                    var plaintext = TestBytes.Random(length, length);
                    var ciphertext = mode.Encrypt(ours, plaintext, s_iv, padding);
                    if (padding != PaddingMode.ISO10126)
                        AssertSame(mode.Encrypt(theirs, plaintext, s_iv, padding), ciphertext, $"{mode} {padding} {length}");
                    else
                        AssertSame(plaintext, mode.Decrypt(theirs, ciphertext, s_iv, padding), $"{mode} {padding} {length}");
                    var decrypted = mode.Decrypt(theirs, ciphertext, s_iv, padding);
                    AssertSame(decrypted, mode.Decrypt(ours, ciphertext, s_iv, padding), $"{mode} {padding} {length}");
                    compared++;
                }
            }
        }

        Assert.Equal(3 * ((16 * 101) + (3 * 7) + 101), compared);
    }

    /// <summary>A message that ends at an unreadable page, or begins after one, shows reads and writes outside it.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Memory_outside_the_buffers_is_not_touched(string kernel)
    {
        using var ours = Ours(kernel);
        using GuardedBuffer from = new(1), to = new(1);
        foreach (var (mode, padding) in AesMatrix.ModesAndPaddings())
        {
            for (var length = 0; length <= 50; length++)
            {
                if (padding == PaddingMode.None && length % mode.Unit != 0)
                    continue;

                var plaintext = TestBytes.Random(length, length);
                var ciphertext = mode.Encrypt(ours, plaintext, s_iv, padding);
                foreach (var atEnd in new[] { false, true })
                {
                    Span<byte> source = Place(from, length), destination = Place(to, ciphertext.Length);
                    plaintext.CopyTo(source);
                    Assert.True(mode.TryEncrypt(ours, source, s_iv, destination, padding, out var written));
                    Assert.Equal(ciphertext.Length, written);

                    source = Place(from, ciphertext.Length);
                    ciphertext.CopyTo(source);
                    Assert.True(mode.TryDecrypt(ours, source, s_iv, destination, padding, out written));
                    AssertSame(plaintext, destination.Slice(0, length), $"{mode} {padding} {length}");

                    Span<byte> Place(GuardedBuffer buffer, int bytes) => atEnd ? buffer.AtEnd(bytes) : buffer.AtStart(bytes);
                }
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Destination_of_every_size_is_filled_or_refused_as_by_the_framework(string kernel)
    {
        using var ours = Ours(kernel);
        using var theirs = Theirs();
        foreach (var (mode, padding) in AesMatrix.ModesAndPaddings())
        {
            foreach (var length in new[] { 0, 1, 15, 16, 17, 32, 143, 144, 150 })
            {
                if (padding == PaddingMode.None && length % mode.Unit != 0)
                    continue;

                var plaintext = TestBytes.Random(length, length);
                var ciphertext = mode.Encrypt(theirs, plaintext, s_iv, padding);
                for (var room = Math.Max(0, length - 20); room <= ciphertext.Length + 2; room++)
                {
                    byte[] expected = Filled(room), actual = Filled(room);
                    var fits = mode.TryEncrypt(theirs, plaintext, s_iv, expected, padding, out var expectedBytes);
                    Assert.Equal(fits, mode.TryEncrypt(ours, plaintext, s_iv, actual, padding, out var actualBytes));
                    Assert.Equal(expectedBytes, actualBytes);
                    if (padding != PaddingMode.ISO10126)
                        AssertSame(expected, actual, $"{mode} {padding} {length} encrypted into {room}");

                    expected = Filled(room);
                    actual = Filled(room);
                    fits = mode.TryDecrypt(theirs, ciphertext, s_iv, expected, padding, out expectedBytes);
                    Assert.Equal(fits, mode.TryDecrypt(ours, ciphertext, s_iv, actual, padding, out actualBytes));
                    Assert.Equal(expectedBytes, actualBytes);
                    AssertSame(fits ? expected : Filled(room), actual, $"{mode} {padding} {length} decrypted into {room}");
                }
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Buffers_that_overlap_at_any_offset_give_what_separate_ones_give(string kernel)
    {
        const int Reach = 40;
        using var ours = Ours(kernel);
        using var theirs = Theirs();
        foreach (var (mode, padding) in AesMatrix.ModesAndPaddings())
        {
            foreach (var length in new[] { 1, 16, 31, 48, 64, 100 })
            {
                if (padding == PaddingMode.None && length % mode.Unit != 0)
                    continue;

                var plaintext = TestBytes.Random(length, length);
                var ciphertext = mode.Encrypt(theirs, plaintext, s_iv, padding);
                for (var offset = -Reach; offset <= Reach; offset++)
                {
                    var what = $"{mode} {padding} {length} at {offset}";
                    var memory = new byte[Reach + ciphertext.Length + Reach];
                    var destination = memory.AsSpan(Reach + offset, ciphertext.Length);
                    plaintext.CopyTo(memory, Reach);
                    Assert.True(mode.TryEncrypt(ours, memory.AsSpan(Reach, length), s_iv, destination, padding, out _));
                    if (padding == PaddingMode.ISO10126)
                        AssertSame(plaintext, mode.Decrypt(theirs, destination.ToArray(), s_iv, padding), what);
                    else
                        AssertSame(ciphertext, destination, what);

                    // Room for the plaintext alone, so that the padding has no place to go.
                    ciphertext.CopyTo(memory, Reach);
                    destination = memory.AsSpan(Reach + offset, padding == PaddingMode.Zeros ? ciphertext.Length : length);
                    var source = memory.AsSpan(Reach, ciphertext.Length);
                    Assert.True(mode.TryDecrypt(ours, source, s_iv, destination, padding, out _));
                    AssertSame(plaintext, destination.Slice(0, length), what);
                }
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void IV_inside_the_destination_is_read_before_it_is_overwritten(string kernel)
    {
        using var ours = Ours(kernel);
        var plaintext = TestBytes.Random(48, 5);
        foreach (var mode in AesMatrix.Modes)
        {
            var ciphertext = mode.Encrypt(ours, plaintext, s_iv, PaddingMode.PKCS7);
            var memory = new byte[ciphertext.Length];
            s_iv.CopyTo(memory, 0);
            Assert.True(mode.TryEncrypt(ours, plaintext, memory.AsSpan(0, 16), memory, PaddingMode.PKCS7, out _));
            AssertSame(ciphertext, memory, $"{mode}");
            s_iv.CopyTo(memory, 16);
            Assert.True(mode.TryDecrypt(ours, ciphertext, memory.AsSpan(16, 16), memory, PaddingMode.PKCS7, out var written));
            AssertSame(plaintext, memory.AsSpan(0, written), $"{mode}");
        }
    }

    /// <summary>
    /// Every last byte, after fillers that are right for it, wrong in one place, or arbitrary. No kernel sees padding: on all but the best one,
    /// the last bytes about which something differs; at night, all.
    /// </summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Wrong_padding_is_refused_where_the_framework_refuses_it(string kernel)
    {
        using var ours = Ours(kernel);
        using var theirs = Theirs();
        var isWhole = TestBytes.AllLengths || kernel == Algorithms.Aes.Kernels.Best.Id;
        int right = 0, wrong = 0;
        foreach (var mode in AesMatrix.Modes)
        {
            foreach (var padding in AesMatrix.RemovablePaddings)
            {
                foreach (var length in s_endingLengths.Where(length => length % mode.Unit == 0))
                {
                    foreach (var last in Enumerable.Range(0, 256).Where(last => isWhole || last is <= 2 or (>= 15 and <= 17) or 127 or 128 or 255))
                    {
                        foreach (var plaintext in Endings(length, (byte)last))
                        {
                            var ciphertext = mode.Encrypt(theirs, plaintext, s_iv, PaddingMode.None);
                            byte[]? expected = null;
                            try
                            {
                                expected = mode.Decrypt(theirs, ciphertext, s_iv, padding);
                            }
                            catch (Exception refusal) when (refusal is CryptographicException || (length < 16 && last <= 16))
                            {
                                // In CFB8 the framework runs off messages that are shorter than the padding that they claim.
                            }

                            var actual = Filled(length + 1);
                            if (expected is null)
                            {
                                Assert.Throws<CryptographicException>(
                                    () => mode.TryDecrypt(ours, ciphertext, s_iv, actual, padding, out _));
                                AssertSame(new byte[length], actual.AsSpan(0, length), "the destination is zeroed");
                                Assert.Equal(0xAA, actual[length]);
                                Assert.Throws<CryptographicException>(() => mode.Decrypt(ours, ciphertext, s_iv, padding));
                                wrong++;
                            }
                            else
                            {
                                Assert.True(mode.TryDecrypt(ours, ciphertext, s_iv, actual, padding, out var written));
                                AssertSame(expected, actual.AsSpan(0, written), $"{mode} {padding} {length}");
                                right++;
                            }
                        }
                    }
                }
            }
        }

        Assert.InRange(right, isWhole ? 500 : 100, int.MaxValue);
        Assert.InRange(wrong, isWhole ? 5000 : 300, int.MaxValue);
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Random_padding_is_random_except_for_its_length(string kernel)
    {
        using var ours = Ours(kernel);
        var tails = Enumerable.Range(0, 8).Select(_ =>
            ours.DecryptEcb(ours.EncryptEcb(new byte[3], PaddingMode.ISO10126), PaddingMode.None)).ToArray();
        Assert.All(tails, tail => Assert.Equal(13, tail[15]));
        Assert.All(tails, tail => AssertSame(new byte[3], tail.AsSpan(0, 3), "the plaintext"));
        Assert.Equal(8, tails.Select(tail => Convert.ToBase64String(tail, 3, 12)).Distinct().Count());
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Span_overload_allocates_nothing_and_array_overload_the_result(string kernel)
    {
        using var ours = Ours(kernel);
        var plaintext = TestBytes.Random(160, 7);
        var room = new byte[200];
        foreach (var (mode, padding) in AesMatrix.ModesAndPaddings())
        {
            var ciphertext = mode.Encrypt(ours, plaintext, s_iv, padding);
            var result = Outcome.Allocated(() => GC.KeepAlive(new byte[ciphertext.Length]));
            Assert.Equal(0, Outcome.Allocated(() => mode.TryEncrypt(ours, plaintext, s_iv, room, padding, out _)));
            Assert.Equal(0, Outcome.Allocated(() => mode.TryDecrypt(ours, ciphertext, s_iv, room, padding, out _)));
            Assert.Equal(result, Outcome.Allocated(() => mode.Encrypt(ours, plaintext, s_iv, padding)));

            // Elsewhere the base class decrypts into an array of the ciphertext's length first, and resizes that.
            result = Outcome.Allocated(() => GC.KeepAlive(new byte[plaintext.Length]));
            if (mode == AesMatrix.Cbc || ciphertext.Length == plaintext.Length)
                Assert.Equal(result, Outcome.Allocated(() => mode.Decrypt(ours, ciphertext, s_iv, padding)));
        }

        var wrapped = new byte[24];
        Assert.Equal(0, Outcome.Allocated(() => ours.EncryptKeyWrapPadded(plaintext.AsSpan(0, 16), wrapped)));
        Assert.Equal(0, Outcome.Allocated(() => ours.DecryptKeyWrapPadded(wrapped, room.AsSpan(0, 16))));
        Assert.Equal(0, Outcome.Allocated(() => ours.EncryptKeyWrap(plaintext.AsSpan(0, 16), wrapped)));
        Assert.Equal(0, Outcome.Allocated(() => ours.DecryptKeyWrap(wrapped, room.AsSpan(0, 16))));
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Key_holds_no_more_memory_than_its_limit(string kernel)
    {
        var aesKernel = KernelMatrix.Find(Algorithms.Aes.Kernels, kernel);
        Aes? ours = null;
        var objects = Outcome.Allocated(() => ours = new Aes(aesKernel) { Key = s_key });
        ours!.Dispose();

        var slot = SlotPool.For(s_key.Length + aesKernel.ScheduleBytes).SlotBytes;
        Assert.InRange(objects + slot, 1, aesKernel.Tier == Intrinsics.KernelTier.Portable ? 10 * 1024 : 1536);
    }

    private static byte[][] Endings(int length, byte last)
    {
        var byCount = new byte[length];
        var zeros = new byte[length];
        var any = TestBytes.Random(length, last);
        byCount.AsSpan().Fill(last);
        byCount[0] = any[0];
        var changed = (byte[])byCount.Clone();
        changed[length * last / 256] ^= 0x40;
        var atEdge = (byte[])zeros.Clone();
        atEdge[Math.Max(0, length - Math.Max((int)last, 1))] = 1;
        byte[][] endings = [byCount, zeros, any, changed, atEdge];
        foreach (var ending in endings)
            ending[length - 1] = last;
        return endings;
    }

    private static byte[] Filled(int bytes)
    {
        var filled = new byte[bytes];
        filled.AsSpan().Fill(0xAA);
        return filled;
    }

    private static void AssertSame(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, string what) =>
        Assert.True(expected.SequenceEqual(actual), what);
}
