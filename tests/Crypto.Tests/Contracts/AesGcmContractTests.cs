using System;
using ManagedCrypto.Tests.Conformance;
using Xunit;
using FrameworkGcm = System.Security.Cryptography.AesGcm;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What AES-GCM alone promises, besides <see cref="AeadContractTests"/>.</summary>
public class AesGcmContractTests
{
    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.AesGcm.Kernels);

    [Fact]
    public void Bad_keys_and_tag_sizes_are_refused_as_the_framework_does()
    {
        var calls = 0;
        foreach (var keyBytes in new int?[] { null, 0, 1, 15, 16, 17, 23, 24, 25, 31, 32, 33, 128 })
        {
            var key = keyBytes is { } bytes ? new byte[bytes] : null!;
            foreach (var tagBytes in new int?[] { null, int.MinValue, -1, 0, 4, 11, 12, 16, 17, int.MaxValue })
            {
                var theirs = Outcome.Of(() => Theirs(key, tagBytes));
                Outcome.Of(() => Ours(key, tagBytes)).AssertSameAs(theirs, $"key {keyBytes}, tag {tagBytes}");
                calls++;
            }
        }

        Assert.Equal(130, calls);

#pragma warning disable SYSLIB0053 // The constructors without a tag size are part of the comparison.
        static void Ours(byte[] key, int? tagBytes)
        {
            using var gcm = tagBytes is { } size ? new AesGcm(key, size) : new AesGcm(key);
            using var fromSpan = tagBytes is { } ? new AesGcm(key.AsSpan(), tagBytes.Value) : new AesGcm(key.AsSpan());
            Assert.Equal(tagBytes, gcm.TagSizeInBytes);
            gcm.Dispose();
            Assert.Equal(tagBytes, gcm.TagSizeInBytes);
        }

        static void Theirs(byte[] key, int? tagBytes)
        {
            using var gcm = tagBytes is { } size ? new FrameworkGcm(key, size) : new FrameworkGcm(key);
        }
#pragma warning restore SYSLIB0053
    }

    [Theory]
    [InlineData(16)]
    [InlineData(24)]
    [InlineData(32)]
    public void Key_size_is_that_of_the_key(int bytes)
    {
        var key = new byte[bytes];
        using AesGcm fromArray = new(key, 16), fromSpan = new(key.AsSpan(), 12);
        using AesGcm anyNonce = AesGcm.CreateForAnyNonce(key, 16), anyNonceFromSpan = AesGcm.CreateForAnyNonce(key.AsSpan(), 12);
        Assert.All([fromArray, fromSpan, anyNonce, anyNonceFromSpan], gcm => Assert.Equal(bytes, gcm.KeySizeInBytes));
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Key_holds_at_most_10_KiB_with_everything_counted(string id)
    {
        const int SlabBytes = 64 * 1024, QueueEntryBytes = 16;
        var kernel = KernelMatrix.Find(Algorithms.AesGcm.Kernels, id);
        var slotBytes = SlotPool.For(kernel.KeyBytes).SlotBytes;
        var slabShare = SlabBytes / (SlabBytes / slotBytes);
        var objects = Outcome.Allocated(() => new AesGcm(kernel, new byte[16], 16).Dispose());
        Assert.InRange(slabShare + QueueEntryBytes + objects, slotBytes, 10 * 1024);
    }
}
