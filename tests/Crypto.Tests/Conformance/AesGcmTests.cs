using System;
using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;
using FrameworkGcm = System.Security.Cryptography.AesGcm;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>AES-GCM as a whole on every kernel; the framework's own is the oracle.</summary>
public class AesGcmTests
{
    private const int TagBytes = 16;

    private static readonly byte[] s_key = Bytes(32, 1);
    private static readonly byte[] s_nonce = Bytes(12, 2);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(GcmKernels.List);

    private static GcmKernel Kernel(string id) => KernelMatrix.Find(GcmKernels.List, id);

    private static byte[] Bytes(int count, int seed)
    {
        var bytes = new byte[count];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Every_length_seals_and_opens_as_the_framework_does(string kernel)
    {
        foreach (var keyBytes in new[] { 16, 24, 32 })
        {
            var key = s_key.AsSpan(0, keyBytes);
            using var ours = new AesGcm(Kernel(kernel), key, TagBytes);
            using var theirs = new FrameworkGcm(key, TagBytes);
            var message = Bytes(4096, 3);
            var expected = new byte[4096];
            var actual = new byte[4096];
            var opened = new byte[4096];
            byte[] expectedTag = new byte[TagBytes], actualTag = new byte[TagBytes];
            for (var length = 0; length <= 4096; length++)
            {
                var plaintext = message.AsSpan(0, length);
                theirs.Encrypt(s_nonce, plaintext, expected.AsSpan(0, length), expectedTag);
                ours.Encrypt(s_nonce, plaintext, actual.AsSpan(0, length), actualTag);
                Assert.True(expected.AsSpan(0, length).SequenceEqual(actual.AsSpan(0, length)), $"ciphertext of {length} bytes");
                Assert.True(expectedTag.AsSpan().SequenceEqual(actualTag), $"tag of {length} bytes");

                ours.Decrypt(s_nonce, actual.AsSpan(0, length), actualTag, opened.AsSpan(0, length));
                Assert.True(plaintext.SequenceEqual(opened.AsSpan(0, length)), $"plaintext of {length} bytes");
            }
        }
    }
}
