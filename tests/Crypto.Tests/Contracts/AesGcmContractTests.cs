using System;
using System.Linq;
using System.Security.Cryptography;
using System.Threading.Tasks;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using Xunit;
using FrameworkGcm = System.Security.Cryptography.AesGcm;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What AES-GCM promises besides right results: errors, threads, disposal, memory.</summary>
public class AesGcmContractTests
{
    private static readonly byte[] s_key = TestBytes.Random(16, 1);
    private static readonly byte[] s_nonce = TestBytes.Random(12, 2);
    private static readonly byte[] s_message = TestBytes.Random(1000, 3);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.AesGcm.Kernels);

    private static GcmKernel Kernel(string id) => KernelMatrix.Find(Algorithms.AesGcm.Kernels, id);

    [Fact]
    public void Constants_are_the_frameworks()
    {
        Assert.True(AesGcm.IsSupported);
        AssertSame(AesGcm.NonceByteSizes, FrameworkGcm.NonceByteSizes);
        AssertSame(AesGcm.TagByteSizes, FrameworkGcm.TagByteSizes);

        static void AssertSame(KeySizes ours, KeySizes theirs) =>
            Assert.Equal((theirs.MinSize, theirs.MaxSize, theirs.SkipSize), (ours.MinSize, ours.MaxSize, ours.SkipSize));
    }

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
        }

        static void Theirs(byte[] key, int? tagBytes)
        {
            using var gcm = tagBytes is { } size ? new FrameworkGcm(key, size) : new FrameworkGcm(key);
        }
#pragma warning restore SYSLIB0053
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Bad_calls_fail_as_the_frameworks_do_and_leave_the_object_usable(string id)
    {
        var sizes = new int?[] { null, 0, 11, 12, 13, 16, 17 };
        var texts = new (int?, int?)[] { (5, 5), (5, 4), (0, 1), (null, 5), (5, null), (0, 0) };
        var calls = 0;
        foreach (var tagSize in new int?[] { null, 12, 16 })
        {
            using var ours = new AesGcm(Kernel(id), s_key, tagSize);
#pragma warning disable SYSLIB0053 // An object without a tag size is part of the comparison.
            using var theirs = tagSize is { } size ? new FrameworkGcm(s_key, size) : new FrameworkGcm(s_key);
#pragma warning restore SYSLIB0053
            foreach (var nonceBytes in sizes)
            {
                foreach (var tagBytes in sizes)
                {
                    foreach (var (inputBytes, outputBytes) in texts)
                    {
                        var what = $"tag size {tagSize}, nonce {nonceBytes}, tag {tagBytes}, {inputBytes} to {outputBytes}";
                        byte[] nonce = Filled(nonceBytes), tag = Filled(tagBytes);
                        byte[] input = Filled(inputBytes), output = Filled(outputBytes);
                        Compare(
                            () => ours.Encrypt(nonce, input, output, tag),
                            () => theirs.Encrypt(nonce, input, output, tag),
                            output);
                        Compare(
                            () => ours.Decrypt(nonce, input, tag, output),
                            () => theirs.Decrypt(nonce, input, tag, output),
                            output);
                        if (nonce is null || tag is null || input is null || output is null)
                            continue;
                        Compare(
                            () => ours.Encrypt(nonce.AsSpan(), input, output, tag.AsSpan()),
                            () => theirs.Encrypt(nonce.AsSpan(), input, output, tag.AsSpan()),
                            output);
                        Compare(
                            () => ours.Decrypt(nonce.AsSpan(), input, tag.AsSpan(), output),
                            () => theirs.Decrypt(nonce.AsSpan(), input, tag.AsSpan(), output),
                            output);

                        void Compare(Action our, Action their, byte[] written)
                        {
                            var outcome = Outcome.Of(our);
                            if (outcome.Exception is AuthenticationTagMismatchException)
                                Assert.All(written, b => Assert.Equal(0, b));
                            else if (outcome.Exception is not null && written is not null)
                                Assert.All(written, b => Assert.Equal(0xA5, b));
                            outcome.AssertSameAs(Outcome.Of(their), what);
                            written?.AsSpan().Fill(0xA5);
                            calls++;
                        }
                    }
                }
            }

            AssertWorks(ours);
        }

        Assert.True(calls > 2000, $"{calls} calls");
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Seal_and_Open_refuse_bad_arguments_and_stay_usable(string id)
    {
        using var gcm = new AesGcm(Kernel(id), s_key, 16);
        byte[] text = new byte[5], sealedText = gcm.Seal(s_nonce, text);

        Outcome.Throws<ArgumentNullException>("nonce", () => gcm.Seal(null!, text));
        Outcome.Throws<ArgumentNullException>("plaintext", () => gcm.Seal(s_nonce, null!));
        Outcome.Throws<ArgumentNullException>("nonce", () => gcm.Open(null!, text));
        Outcome.Throws<ArgumentNullException>("ciphertext", () => gcm.Open(s_nonce, null!));
        Outcome.Throws<ArgumentException>("nonce", () => gcm.Seal(new byte[11], text));
        Outcome.Throws<ArgumentException>("nonce", () => gcm.Open(new byte[13], sealedText));
        Outcome.Throws<ArgumentException>("destination", () => gcm.Seal(s_nonce, text, new byte[20].AsSpan()));
        Outcome.Throws<ArgumentException>("destination", () => gcm.Open(s_nonce, sealedText, new byte[4].AsSpan()));

        Outcome.Throws<ArgumentNullException>("key", () => AesGcm.Seal(null!, s_nonce, text, null));
        Outcome.Throws<ArgumentNullException>("nonce", () => AesGcm.Seal(s_key, null!, text, null));
        Outcome.Throws<ArgumentNullException>("plaintext", () => AesGcm.Seal(s_key, s_nonce, null!, null));
        Outcome.Throws<ArgumentNullException>("key", () => AesGcm.Open(null!, s_nonce, text, null));
        Outcome.Throws<ArgumentNullException>("nonce", () => AesGcm.Open(s_key, null!, text, null));
        Outcome.Throws<ArgumentNullException>("ciphertext", () => AesGcm.Open(s_key, s_nonce, null!, null));
        Assert.Throws<CryptographicException>(() => AesGcm.Seal(new byte[15], s_nonce, text));
        Assert.Throws<CryptographicException>(() => AesGcm.Open(new byte[33], s_nonce, sealedText));
        Outcome.Throws<ArgumentException>("nonce", () => AesGcm.Seal(s_key, new byte[11], text));
        Outcome.Throws<ArgumentException>("destination", () => AesGcm.Seal(s_key, s_nonce, text, new byte[20].AsSpan()));

        // Too short even for a tag: not a mistake of the caller, but a message that cannot be authentic.
        for (var length = 0; length < 16; length++)
        {
            Assert.Throws<AuthenticationTagMismatchException>(() => gcm.Open(s_nonce, new byte[length]));
            Assert.Throws<AuthenticationTagMismatchException>(() => AesGcm.Open(s_key, s_nonce, new byte[length]));
        }

        AssertWorks(gcm);
    }

    /// <summary>The one deliberate difference: the framework takes these calls and gives wrong results.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Buffers_that_overlap_in_part_are_refused_before_anything_is_written(string id)
    {
        using var gcm = new AesGcm(Kernel(id), s_key, 16);
        var memory = s_message.AsSpan(0, 200).ToArray();
        byte[] text = new byte[50], tag = new byte[16], sealedText = new byte[66];
        foreach (var shift in new[] { -49, -16, -1, 1, 15, 49 })
        {
            Refuses("ciphertext", () => gcm.Encrypt(s_nonce, At(50, 50), At(50 + shift, 50), tag));
            Refuses("plaintext", () => gcm.Decrypt(s_nonce, At(50, 50), tag, At(50 + shift, 50)));
            Refuses("destination", () => gcm.Seal(s_nonce, At(50, 50), At(50 + shift, 66)));
            Refuses("destination", () => gcm.Open(s_nonce, At(50, 66), At(50 + shift, 50)));
            Refuses("destination", () => AesGcm.Seal(s_key, s_nonce, At(50, 50), At(50 + shift, 66)));
            Refuses("destination", () => AesGcm.Open(s_key, s_nonce, At(50, 66), At(50 + shift, 50)));
        }

        foreach (var at in new[] { 35, 50, 99 })
        {
            Refuses("tag", () => gcm.Encrypt(s_nonce, text, At(50, 50), At(at, 16)));
            Refuses("tag", () => gcm.Decrypt(s_nonce, text, At(at, 16), At(50, 50)));
            Refuses("associatedData", () => gcm.Encrypt(s_nonce, text, At(50, 50), tag, At(at, 16)));
            Refuses("associatedData", () => gcm.Decrypt(s_nonce, text, tag, At(50, 50), At(at, 16)));
            Refuses("associatedData", () => gcm.Seal(s_nonce, text, At(50, 66), At(at, 16)));
            Refuses("associatedData", () => gcm.Open(s_nonce, sealedText, At(50, 50), At(at, 16)));
        }

        Assert.Equal(s_message.AsSpan(0, 200).ToArray(), memory);
        AssertWorks(gcm);

        Span<byte> At(int offset, int count) => memory.AsSpan(offset, count);

        static void Refuses(string parameter, Action call) => Outcome.Throws<ArgumentException>(parameter, call);
    }

    [Fact]
    public void Disposed_objects_refuse_every_call()
    {
        var gcm = new AesGcm(s_key, 16);
        var sealedText = gcm.Seal(s_nonce, s_message);
        gcm.Dispose();
        gcm.Dispose();
        var output = Filled(s_message.Length);
        Assert.Throws<ObjectDisposedException>(() => gcm.Encrypt(s_nonce, s_message, output, new byte[16]));
        Assert.All(output, b => Assert.Equal(0, b));
        output = Filled(s_message.Length);
        Assert.Throws<ObjectDisposedException>(
            () => gcm.Decrypt(s_nonce, sealedText.AsSpan(0, 1000), sealedText.AsSpan(1000), output));
        Assert.All(output, b => Assert.Equal(0, b));
        Assert.Throws<ObjectDisposedException>(() => gcm.Seal(s_nonce, s_message));
        Assert.Throws<ObjectDisposedException>(() => gcm.Open(s_nonce, sealedText));
        Assert.Equal(16, gcm.TagSizeInBytes);

        // As the framework does, sizes are looked at first.
        Outcome.Throws<ArgumentException>("nonce", () => gcm.Encrypt(new byte[1], s_message, output, new byte[16]));
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Object_shared_by_many_threads_serves_all_at_once(string id)
    {
        using var gcm = new AesGcm(Kernel(id), s_key, 16);
        using var theirs = new FrameworkGcm(s_key, 16);
        var nonces = Enumerable.Range(0, 8).Select(i => TestBytes.Random(12, 100 + i)).ToArray();
        var expected = nonces.Select(nonce =>
        {
            var sealedText = new byte[s_message.Length + 16];
            theirs.Encrypt(nonce, s_message, sealedText.AsSpan(0, s_message.Length), sealedText.AsSpan(s_message.Length));
            return sealedText;
        }).ToArray();
        Parallel.For(0, 8, i =>
        {
            for (var round = 0; round < 200; round++)
            {
                Assert.Equal(expected[i], gcm.Seal(nonces[i], s_message));
                Assert.Equal(s_message, gcm.Open(nonces[i], expected[i]));
            }
        });
    }

    /// <summary>Slots are recycled at once under another key, so that a missing check shows as a wrong result.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Call_that_races_disposal_returns_the_right_result_or_none(string id)
    {
        var kernel = Kernel(id);
        var otherKey = TestBytes.Random(16, 9);
        var expected = AesGcm.Seal(s_key, s_nonce, s_message);
        byte[] sealedText = new byte[expected.Length], opened = new byte[s_message.Length];
        Outcome.RaceDisposal(
            () => new AesGcm(kernel, s_key, 16), () => new AesGcm(kernel, otherKey, 16), CallAndCheck, CheckRefused);

        void CallAndCheck(AesGcm gcm)
        {
            gcm.Seal(s_nonce, s_message, sealedText.AsSpan());
            Assert.Equal(expected, sealedText);
            gcm.Open(s_nonce, expected, opened.AsSpan());
            Assert.Equal(s_message, opened);
        }

        void CheckRefused() => Assert.True(sealedText.Take(s_message.Length).All(b => b == 0) || opened.All(b => b == 0));
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Calls_with_spans_allocate_nothing_and_calls_with_arrays_their_result(string id)
    {
        var kernel = Kernel(id);
        using var gcm = new AesGcm(kernel, s_key, 16);
        byte[] text = new byte[100], ciphertext = new byte[100], tag = new byte[16], sealedText = new byte[116];
        AesGcm.Seal(kernel, s_key, s_nonce, text, sealedText, s_key);

        Assert.Equal(0, Outcome.Allocated(() => gcm.Encrypt(s_nonce, text, ciphertext, tag, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => gcm.Decrypt(s_nonce, ciphertext, tag, text, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => gcm.Encrypt(s_nonce.AsSpan(), text, ciphertext, tag.AsSpan(), s_key)));
        Assert.Equal(0, Outcome.Allocated(() => gcm.Decrypt(s_nonce.AsSpan(), ciphertext, tag.AsSpan(), text, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => gcm.Seal(s_nonce, text, sealedText.AsSpan(), s_key)));
        Assert.Equal(0, Outcome.Allocated(() => gcm.Open(s_nonce, sealedText, text.AsSpan(), s_key)));
        Assert.Equal(0, Outcome.Allocated(() => AesGcm.Seal(kernel, s_key, s_nonce, text, sealedText, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => AesGcm.Open(kernel, s_key, s_nonce, sealedText, text, s_key)));

        var sealedBytes = Outcome.Allocated(() => GC.KeepAlive(new byte[116]));
        var openedBytes = Outcome.Allocated(() => GC.KeepAlive(new byte[100]));
        Assert.Equal(sealedBytes, Outcome.Allocated(() => gcm.Seal(s_nonce, text, s_key)));
        Assert.Equal(openedBytes, Outcome.Allocated(() => gcm.Open(s_nonce, sealedText, s_key)));
        Assert.Equal(sealedBytes, Outcome.Allocated(() => AesGcm.Seal(s_key, s_nonce, text, s_key)));
        Assert.Equal(openedBytes, Outcome.Allocated(() => AesGcm.Open(s_key, s_nonce, sealedText, s_key)));
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Key_holds_at_most_10_KiB_with_everything_counted(string id)
    {
        const int SlabBytes = 64 * 1024, QueueEntryBytes = 16;
        var slotBytes = SlotPool.For(Kernel(id).KeyBytes).SlotBytes;
        var slabShare = SlabBytes / (SlabBytes / slotBytes);
        var objects = Outcome.Allocated(() => new AesGcm(Kernel(id), s_key, 16).Dispose());
        Assert.InRange(slabShare + QueueEntryBytes + objects, slotBytes, 10 * 1024);
    }

    private static byte[] Filled(int? bytes)
    {
        if (bytes is not { } count)
            return null!;
        var array = new byte[count];
        array.AsSpan().Fill(0xA5);
        return array;
    }

    private static void AssertWorks(AesGcm gcm)
    {
        var sealedText = gcm.Seal(s_nonce, s_message);
        Assert.Equal(AesGcm.Seal(s_key, s_nonce, s_message).Take(sealedText.Length), sealedText);
        Assert.Equal(s_message, gcm.Open(s_nonce, sealedText));
    }
}
