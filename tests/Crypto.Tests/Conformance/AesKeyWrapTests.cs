using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// Key wrap on every kernel: with padding the examples of RFC 5649, section 6, and the framework; without it those of RFC 3394,
/// section 4, and a reference.
/// </summary>
public unsafe class AesKeyWrapTests
{
    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    private static Aes Ours(string kernel, byte[] key) => new(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel)) { Key = key };

    [Theory, MemberData(nameof(Kernels))]
    public void Examples_of_the_RFC_wrap_and_unwrap(string kernel)
    {
        using var ours = Ours(kernel, Convert.FromHexString("5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8"));
        foreach (var (plain, wrapped) in new[]
        {
            ("c37b7e6492584340bed12207808941155068f738", "138bdeaa9b8fa7fc61f97742e72248ee5ae6ae5360d1ae6a5f54f373fa543b6a"),
            ("466f7250617369", "afbeb0f07dfbf5419200f2ccb50bb24f"),
        })
        {
            Assert.Equal(Convert.FromHexString(wrapped), ours.EncryptKeyWrapPadded(Convert.FromHexString(plain)));
            Assert.Equal(Convert.FromHexString(plain), ours.DecryptKeyWrapPadded(Convert.FromHexString(wrapped)));
        }
    }

#if NET10_0_OR_GREATER
    [Theory, MemberData(nameof(Kernels))]
    public void Plaintext_of_every_length_wraps_as_with_the_framework(string kernel)
    {
        foreach (var keyBytes in AesMatrix.KeyBytes)
        {
            var key = TestBytes.Random(keyBytes, keyBytes);
            using var ours = Ours(kernel, key);
            using var theirs = OracleAes.Create();
            theirs.Key = key;
            for (var length = 1; length <= 70; length++)
            {
                var plaintext = TestBytes.Random(length, length);
                var wrapped = theirs.EncryptKeyWrapPadded(plaintext);
                Assert.Equal(wrapped.Length, Aes.GetKeyWrapPaddedLength(length));
                Assert.Equal(wrapped, ours.EncryptKeyWrapPadded(plaintext));
                Assert.Equal(plaintext, ours.DecryptKeyWrapPadded(wrapped));
            }
        }
    }
#endif

    [Theory, MemberData(nameof(Kernels))]
    public void Examples_without_padding_wrap_and_unwrap(string kernel)
    {
        var keys = Convert.FromHexString("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
        var plain = Convert.FromHexString("00112233445566778899aabbccddeeff000102030405060708090a0b0c0d0e0f");
        foreach (var (keyBytes, plainBytes, wrapped) in new[]
        {
            (16, 16, "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5"),
            (24, 16, "96778b25ae6ca435f92b5b97c050aed2468ab8a17ad84e5d"),
            (32, 16, "64e8c3f9ce0f5ba263e9777905818a2a93c8191e7d6e8ae7"),
            (24, 24, "031d33264e15d33268f24ec260743edce1c6c7ddee725a936ba814915c6762d2"),
            (32, 24, "a8f9bc1612c68b3ff6e6f4fbe30e71e4769c8b80a32cb8958cd5d17d6b254da1"),
            (32, 32, "28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21"),
        })
        {
            using var ours = Ours(kernel, keys[..keyBytes]);
            Assert.Equal(Convert.FromHexString(wrapped), ours.EncryptKeyWrap(plain[..plainBytes]));
            Assert.Equal(plain[..plainBytes], ours.DecryptKeyWrap(Convert.FromHexString(wrapped)));
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Plaintext_of_every_length_without_padding_wraps_as_with_the_reference(string kernel)
    {
        foreach (var keyBytes in AesMatrix.KeyBytes)
        {
            var key = TestBytes.Random(keyBytes, keyBytes);
            using var ours = Ours(kernel, key);
            for (var length = 16; length <= 512; length += 8)
            {
                var plaintext = TestBytes.Random(length, length);
                var wrapped = ReferenceKeyWrap.Wrap(key, plaintext);
                Assert.Equal(wrapped.Length, Aes.GetKeyWrapLength(length));
                Assert.Equal(wrapped, ours.EncryptKeyWrap(plaintext));
                Assert.Equal(plaintext, ours.DecryptKeyWrap(wrapped));
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Unwrap_without_padding_with_any_bit_changed_is_refused_with_its_destination_zeroed(string kernel)
    {
        using var ours = Ours(kernel, TestBytes.Random(16, 1));
        foreach (var length in new[] { 16, 24, 40 })
        {
            var wrapped = ours.EncryptKeyWrap(TestBytes.Random(length, 2));
            for (var i = 0; i < wrapped.Length * 8; i++)
            {
                wrapped[i / 8] ^= (byte)(1 << (i % 8));
                var destination = TestBytes.Random(length + 1, 3);
                Assert.Throws<CryptographicException>(() => ours.DecryptKeyWrap(wrapped, destination));
                Assert.Equal(new byte[length], destination[..length]);
                Assert.Equal(TestBytes.Random(length + 1, 3)[length], destination[length]);
                wrapped[i / 8] ^= (byte)(1 << (i % 8));
            }
        }
    }

    /// <summary>As .NET 11 has them, of which these are the exceptions and the names of parameters.</summary>
    [Fact]
    public void Arguments_without_padding_that_are_wrong_are_refused()
    {
        using var ours = new Aes { Key = new byte[16] };
        var memory = new byte[64];
        Assert.Throws<ArgumentNullException>("plaintext", () => ours.EncryptKeyWrap(null!));
        Assert.Throws<ArgumentNullException>("ciphertext", () => ours.DecryptKeyWrap(null!));
        for (var length = 0; length <= 40; length++)
        {
            if (length < 16 || length % 8 != 0)
            {
                Assert.Throws<ArgumentException>("plaintext", () => ours.EncryptKeyWrap(new byte[length]));
                Assert.Throws<ArgumentException>("plaintext", () => ours.EncryptKeyWrap(new byte[length], memory));
                Assert.Throws<ArgumentOutOfRangeException>("plaintextLengthInBytes", () => Aes.GetKeyWrapLength(length));
            }

            if (length < 24 || length % 8 != 0)
            {
                Assert.Throws<ArgumentException>("ciphertext", () => ours.DecryptKeyWrap(new byte[length]));
                Assert.Throws<ArgumentException>("ciphertext", () => ours.TryDecryptKeyWrap(new byte[length], memory, out _));
            }

            if (length != 24)
                Assert.Throws<ArgumentException>("destination", () => ours.EncryptKeyWrap(new byte[16], new byte[length]));
        }

        Assert.Equal(0x7FFF_FFF8, Aes.GetKeyWrapLength(0x7FFF_FFF0));
        foreach (var length in new[] { int.MinValue, -8, 0x7FFF_FFF1, 0x7FFF_FFF8, int.MaxValue })
            Assert.Throws<ArgumentOutOfRangeException>("plaintextLengthInBytes", () => Aes.GetKeyWrapLength(length));

        var wrapped = ours.EncryptKeyWrap(new byte[16]);
        Assert.False(ours.TryDecryptKeyWrap(wrapped, new byte[15], out var written));
        Assert.Equal(0, written);
        Assert.Throws<ArgumentException>("destination", () => ours.DecryptKeyWrap(wrapped, new byte[15]));
        for (var at = 1; at < 40; at++)
        {
            Assert.Throws<CryptographicException>(() => ours.EncryptKeyWrap(memory.AsSpan(24, 16), memory.AsSpan(at, 24)));
            Assert.Throws<CryptographicException>(() => ours.DecryptKeyWrap(memory.AsSpan(16, 24), memory.AsSpan(at, 16)));
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Unwrap_with_any_byte_changed_is_refused_with_its_destination_zeroed(string kernel)
    {
        using var ours = Ours(kernel, TestBytes.Random(16, 1));
        foreach (var length in new[] { 5, 8, 9, 24 })
        {
            var wrapped = ours.EncryptKeyWrapPadded(TestBytes.Random(length, 2));
            for (var i = 0; i < wrapped.Length; i++)
            {
                wrapped[i] ^= 0x10;
                var destination = TestBytes.Random(wrapped.Length - 8, 3);
                Assert.Throws<CryptographicException>(() => ours.DecryptKeyWrapPadded(wrapped, destination));
                Assert.Equal(new byte[destination.Length], destination);
                wrapped[i] ^= 0x10;
            }
        }
    }

    /// <summary>Each bit of the initial value, the length and the padding made wrong under the wrapping.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Unwrap_of_a_wrong_length_or_padding_is_refused(string kernel)
    {
        using var ours = Ours(kernel, TestBytes.Random(16, 1));
        byte[] block = [0xA6, 0x59, 0x59, 0xA6, 0, 0, 0, 5, 1, 2, 3, 4, 5, 0, 0, 0];
        Assert.Equal(new byte[] { 1, 2, 3, 4, 5 }, ours.DecryptKeyWrapPadded(ours.EncryptEcb(block, PaddingMode.None)));
        var right = (byte[])block.Clone();
        int refused = 0, taken = 0;
        for (var i = 0; i < block.Length; i++)
        {
            for (var bit = 0; bit < 8; bit++)
            {
                block[i] ^= (byte)(1 << bit);
                var wrapped = ours.EncryptEcb(block, PaddingMode.None);
                if (block.AsSpan(0, 7).SequenceEqual(right.AsSpan(0, 7))
                    && block[7] is > 0 and <= 8 && block.AsSpan(8 + block[7]).IndexOfAnyExcept((byte)0) < 0)
                {
                    Assert.Equal(block.AsSpan(8, block[7]).ToArray(), ours.DecryptKeyWrapPadded(wrapped));
                    taken++;
                }
                else
                {
                    Assert.Throws<CryptographicException>(() => ours.DecryptKeyWrapPadded(wrapped));
                    refused++;
                }

                block[i] ^= (byte)(1 << bit);
            }
        }

        Assert.Equal((87, 41), (refused, taken));
    }

    /// <summary>The framework's base class refuses some of these itself, so the unwrapping is called without it.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Unwrap_of_a_length_outside_the_last_semiblock_is_refused(string kernel)
    {
        var aesKernel = KernelMatrix.Find(Algorithms.Aes.Kernels, kernel);
        using var key = new AesKey(aesKernel, new byte[16]);
        var held = key.Hold();
        var cipher = new AesCipher(aesKernel, AesMode.Ecb, held.Bytes + AesKey.ScheduleOffset, key.Rounds);
        var block = stackalloc byte[16];
        for (var length = 0; length <= 255; length++)
        {
            new Span<byte>(block, 16).Clear();
            BigEndian.Write32(block, 0xA65959A6);
            BigEndian.Write32(block + 4, (uint)length);
            cipher.Encrypt(null, block, block, 16);
            var plaintext = 0UL;
            Assert.Equal(length is >= 1 and <= 8 ? length : -1, AesKeyWrap.Unwrap(cipher, block, 16, (byte*)&plaintext, isPadded: true));
        }

        Assert.True(held.IsAlive);
    }
}
