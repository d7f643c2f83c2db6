using System;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using Xunit;
using Framework = System.Security.Cryptography.Aes;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>The one-shots of AES on every kernel; the framework's own are the oracle.</summary>
public class AesTests
{
    private static readonly byte[] s_key = AesMatrix.Bytes(32, 1);
    private static readonly byte[] s_iv = AesMatrix.Bytes(16, 2);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(AesKernels.List);

    private static Aes Ours(string kernel, int keyBytes = 32) =>
        new(KernelMatrix.Find(AesKernels.List, kernel)) { Key = s_key.Take(keyBytes).ToArray() };

    private static Framework Theirs(int keyBytes = 32)
    {
        var theirs = Framework.Create();
        theirs.Key = s_key.Take(keyBytes).ToArray();
        return theirs;
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Every_mode_padding_key_and_length_agrees_with_the_framework(string kernel)
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

                    var plaintext = AesMatrix.Bytes(length, length);
                    var ciphertext = mode.Encrypt(ours, plaintext, s_iv, padding);
                    if (padding != PaddingMode.ISO10126)
                        AssertSame(mode.Encrypt(theirs, plaintext, s_iv, padding), ciphertext, $"{mode} {padding} {length}");
                    else
                        AssertSame(plaintext, mode.Decrypt(theirs, ciphertext, s_iv, padding), $"{mode} {padding} {length}");
                    AssertSame(mode.Decrypt(theirs, ciphertext, s_iv, padding), mode.Decrypt(ours, ciphertext, s_iv, padding), $"{mode} {padding} {length}");
                    compared++;
                }
            }
        }

        Assert.Equal(3 * ((16 * 101) + (3 * 7) + 101), compared);
    }

    private static void AssertSame(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, string what) =>
        Assert.True(expected.SequenceEqual(actual), what);
}
