using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Key wrap with padding on every kernel: the examples of RFC 5649, section 6, and the framework.</summary>
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
            Assert.Equal(length is >= 1 and <= 8 ? length : -1, AesKeyWrap.Unwrap(cipher, block, 16, (byte*)&plaintext));
        }

        Assert.True(held.IsAlive);
    }
}
