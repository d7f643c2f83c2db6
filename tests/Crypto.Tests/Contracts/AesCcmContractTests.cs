using System;
using System.Linq;
using System.Security.Cryptography;
using System.Threading.Tasks;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using Xunit;
using FrameworkCcm = System.Security.Cryptography.AesCcm;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What AES-CCM promises besides right results: errors, threads, disposal, memory.</summary>
public class AesCcmContractTests
{
    private static readonly byte[] s_key = TestBytes.Random(16, 1);
    private static readonly byte[] s_nonce = TestBytes.Random(12, 2);
    private static readonly byte[] s_message = TestBytes.Random(1000, 3);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    private static AesKernel Kernel(string id) => KernelMatrix.Find(Algorithms.Aes.Kernels, id);

    [Fact]
    public void Constants_are_the_frameworks()
    {
        Assert.True(AesCcm.IsSupported);
        AssertSame(AesCcm.NonceByteSizes, FrameworkCcm.NonceByteSizes);
        AssertSame(AesCcm.TagByteSizes, FrameworkCcm.TagByteSizes);

        static void AssertSame(KeySizes ours, KeySizes theirs) =>
            Assert.Equal((theirs.MinSize, theirs.MaxSize, theirs.SkipSize), (ours.MinSize, ours.MaxSize, ours.SkipSize));
    }

    [Fact]
    public void Bad_keys_are_refused_as_the_framework_does()
    {
        foreach (var keyBytes in new int?[] { null, 0, 1, 15, 16, 17, 23, 24, 25, 31, 32, 33, 128 })
        {
            var key = keyBytes is { } bytes ? new byte[bytes] : null!;
            var theirs = Outcome.Of(() => new FrameworkCcm(key).Dispose());
            Outcome.Of(() => new AesCcm(key).Dispose()).AssertSameAs(theirs, $"key {keyBytes}");
            theirs = Outcome.Of(() => new FrameworkCcm(key.AsSpan()).Dispose());
            Outcome.Of(() => new AesCcm(key.AsSpan()).Dispose()).AssertSameAs(theirs, $"key {keyBytes}");
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Bad_calls_fail_as_the_frameworks_do_and_leave_the_object_usable(string id)
    {
        var sizes = new int?[] { null, 0, 3, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17 };
        var texts = new (int?, int?)[] { (5, 5), (5, 4), (0, 1), (null, 5), (5, null), (0, 0) };
        var calls = 0;
        using var ours = new AesCcm(Kernel(id), s_key);
        using var theirs = new FrameworkCcm(s_key);
        foreach (var nonceBytes in sizes)
        {
            foreach (var tagBytes in sizes)
            {
                foreach (var (inputBytes, outputBytes) in texts)
                {
                    var what = $"nonce {nonceBytes}, tag {tagBytes}, {inputBytes} to {outputBytes}";
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
        Assert.True(calls > 2000, $"{calls} calls");
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Seal_and_Open_refuse_bad_arguments_and_stay_usable(string id)
    {
        using var ccm = new AesCcm(Kernel(id), s_key);
        byte[] text = new byte[5], sealedText = ccm.Seal(s_nonce, text);

        Outcome.Throws<ArgumentNullException>("nonce", () => ccm.Seal(null!, text));
        Outcome.Throws<ArgumentNullException>("plaintext", () => ccm.Seal(s_nonce, null!));
        Outcome.Throws<ArgumentNullException>("nonce", () => ccm.Open(null!, text));
        Outcome.Throws<ArgumentNullException>("ciphertext", () => ccm.Open(s_nonce, null!));
        Outcome.Throws<ArgumentException>("nonce", () => ccm.Seal(new byte[6], text));
        Outcome.Throws<ArgumentException>("nonce", () => ccm.Open(new byte[14], sealedText));
        Outcome.Throws<ArgumentException>("destination", () => ccm.Seal(s_nonce, text, new byte[20].AsSpan()));
        Outcome.Throws<ArgumentException>("destination", () => ccm.Open(s_nonce, sealedText, new byte[4].AsSpan()));

        Outcome.Throws<ArgumentNullException>("key", () => AesCcm.Seal(null!, s_nonce, text, null));
        Outcome.Throws<ArgumentNullException>("nonce", () => AesCcm.Seal(s_key, null!, text, null));
        Outcome.Throws<ArgumentNullException>("plaintext", () => AesCcm.Seal(s_key, s_nonce, null!, null));
        Outcome.Throws<ArgumentNullException>("key", () => AesCcm.Open(null!, s_nonce, text, null));
        Outcome.Throws<ArgumentNullException>("nonce", () => AesCcm.Open(s_key, null!, text, null));
        Outcome.Throws<ArgumentNullException>("ciphertext", () => AesCcm.Open(s_key, s_nonce, null!, null));
        Assert.Throws<CryptographicException>(() => AesCcm.Seal(new byte[15], s_nonce, text));
        Assert.Throws<CryptographicException>(() => AesCcm.Open(new byte[33], s_nonce, sealedText));
        Outcome.Throws<ArgumentException>("nonce", () => AesCcm.Seal(s_key, new byte[6], text));
        Outcome.Throws<ArgumentException>("destination", () => AesCcm.Seal(s_key, s_nonce, text, new byte[20].AsSpan()));

        // Too short even for a tag: not a mistake of the caller, but a message that cannot be authentic.
        for (var length = 0; length < 16; length++)
        {
            Assert.Throws<AuthenticationTagMismatchException>(() => ccm.Open(s_nonce, new byte[length]));
            Assert.Throws<AuthenticationTagMismatchException>(() => AesCcm.Open(s_key, s_nonce, new byte[length]));
        }

        AssertWorks(ccm);
    }

    /// <summary>The one deliberate difference: the framework takes these calls and gives wrong results.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Buffers_that_overlap_in_part_are_refused_before_anything_is_written(string id)
    {
        using var ccm = new AesCcm(Kernel(id), s_key);
        var memory = s_message.AsSpan(0, 200).ToArray();
        byte[] text = new byte[50], tag = new byte[16], sealedText = new byte[66];
        foreach (var shift in new[] { -49, -16, -1, 1, 15, 49 })
        {
            Refuses("ciphertext", () => ccm.Encrypt(s_nonce, At(50, 50), At(50 + shift, 50), tag));
            Refuses("plaintext", () => ccm.Decrypt(s_nonce, At(50, 50), tag, At(50 + shift, 50)));
            Refuses("destination", () => ccm.Seal(s_nonce, At(50, 50), At(50 + shift, 66)));
            Refuses("destination", () => ccm.Open(s_nonce, At(50, 66), At(50 + shift, 50)));
            Refuses("destination", () => AesCcm.Seal(s_key, s_nonce, At(50, 50), At(50 + shift, 66)));
            Refuses("destination", () => AesCcm.Open(s_key, s_nonce, At(50, 66), At(50 + shift, 50)));
        }

        foreach (var at in new[] { 35, 50, 99 })
        {
            Refuses("tag", () => ccm.Encrypt(s_nonce, text, At(50, 50), At(at, 16)));
            Refuses("tag", () => ccm.Decrypt(s_nonce, text, At(at, 16), At(50, 50)));
            Refuses("associatedData", () => ccm.Encrypt(s_nonce, text, At(50, 50), tag, At(at, 16)));
            Refuses("associatedData", () => ccm.Decrypt(s_nonce, text, tag, At(50, 50), At(at, 16)));
            Refuses("associatedData", () => ccm.Seal(s_nonce, text, At(50, 66), At(at, 16)));
            Refuses("associatedData", () => ccm.Open(s_nonce, sealedText, At(50, 50), At(at, 16)));
        }

        Assert.Equal(s_message.AsSpan(0, 200).ToArray(), memory);
        AssertWorks(ccm);

        Span<byte> At(int offset, int count) => memory.AsSpan(offset, count);

        static void Refuses(string parameter, Action call) => Outcome.Throws<ArgumentException>(parameter, call);
    }

    [Fact]
    public void Disposed_objects_refuse_every_call()
    {
        var ccm = new AesCcm(s_key);
        var sealedText = ccm.Seal(s_nonce, s_message);
        ccm.Dispose();
        ccm.Dispose();
        var output = Filled(s_message.Length);
        Assert.Throws<ObjectDisposedException>(() => ccm.Encrypt(s_nonce, s_message, output, new byte[16]));
        Assert.All(output, b => Assert.Equal(0, b));
        output = Filled(s_message.Length);
        Assert.Throws<ObjectDisposedException>(
            () => ccm.Decrypt(s_nonce, sealedText.AsSpan(0, 1000), sealedText.AsSpan(1000), output));
        Assert.All(output, b => Assert.Equal(0, b));
        Assert.Throws<ObjectDisposedException>(() => ccm.Seal(s_nonce, s_message));
        Assert.Throws<ObjectDisposedException>(() => ccm.Open(s_nonce, sealedText));

        // As the framework does, sizes are looked at first.
        Outcome.Throws<ArgumentException>("nonce", () => ccm.Encrypt(new byte[1], s_message, output, new byte[16]));
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Object_shared_by_many_threads_serves_all_at_once(string id)
    {
        using var ccm = new AesCcm(Kernel(id), s_key);
        using var theirs = new FrameworkCcm(s_key);
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
                Assert.Equal(expected[i], ccm.Seal(nonces[i], s_message));
                Assert.Equal(s_message, ccm.Open(nonces[i], expected[i]));
            }
        });
    }

    /// <summary>Slots are recycled at once under another key, so that a missing check shows as a wrong result.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Call_that_races_disposal_returns_the_right_result_or_none(string id)
    {
        var kernel = Kernel(id);
        var otherKey = TestBytes.Random(16, 9);
        var expected = AesCcm.Seal(s_key, s_nonce, s_message);
        byte[] sealedText = new byte[expected.Length], opened = new byte[s_message.Length];
        Outcome.RaceDisposal(
            () => new AesCcm(kernel, s_key), () => new AesCcm(kernel, otherKey), CallAndCheck, CheckRefused);

        void CallAndCheck(AesCcm ccm)
        {
            ccm.Seal(s_nonce, s_message, sealedText.AsSpan());
            Assert.Equal(expected, sealedText);
            ccm.Open(s_nonce, expected, opened.AsSpan());
            Assert.Equal(s_message, opened);
        }

        void CheckRefused() => Assert.True(sealedText.Take(s_message.Length).All(b => b == 0) || opened.All(b => b == 0));
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Calls_with_spans_allocate_nothing_and_calls_with_arrays_their_result(string id)
    {
        var kernel = Kernel(id);
        using var ccm = new AesCcm(kernel, s_key);
        byte[] text = new byte[100], ciphertext = new byte[100], tag = new byte[16], sealedText = new byte[116];
        AesCcm.Seal(kernel, s_key, s_nonce, text, sealedText, s_key);

        Assert.Equal(0, Outcome.Allocated(() => ccm.Encrypt(s_nonce, text, ciphertext, tag, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => ccm.Decrypt(s_nonce, ciphertext, tag, text, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => ccm.Encrypt(s_nonce.AsSpan(), text, ciphertext, tag.AsSpan(), s_key)));
        Assert.Equal(0, Outcome.Allocated(() => ccm.Decrypt(s_nonce.AsSpan(), ciphertext, tag.AsSpan(), text, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => ccm.Seal(s_nonce, text, sealedText.AsSpan(), s_key)));
        Assert.Equal(0, Outcome.Allocated(() => ccm.Open(s_nonce, sealedText, text.AsSpan(), s_key)));
        Assert.Equal(0, Outcome.Allocated(() => AesCcm.Seal(kernel, s_key, s_nonce, text, sealedText, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => AesCcm.Open(kernel, s_key, s_nonce, sealedText, text, s_key)));

        var sealedBytes = Outcome.Allocated(() => GC.KeepAlive(new byte[116]));
        var openedBytes = Outcome.Allocated(() => GC.KeepAlive(new byte[100]));
        Assert.Equal(sealedBytes, Outcome.Allocated(() => ccm.Seal(s_nonce, text, s_key)));
        Assert.Equal(openedBytes, Outcome.Allocated(() => ccm.Open(s_nonce, sealedText, s_key)));
        Assert.Equal(sealedBytes, Outcome.Allocated(() => AesCcm.Seal(s_key, s_nonce, text, s_key)));
        Assert.Equal(openedBytes, Outcome.Allocated(() => AesCcm.Open(s_key, s_nonce, sealedText, s_key)));
    }

    /// <summary>The longer a nonce, the fewer bytes are left to count a message in.</summary>
    [Fact]
    public void Message_that_is_too_long_for_its_nonce_is_refused_as_the_framework_does()
    {
        using var ours = new AesCcm(s_key);
        using var theirs = new FrameworkCcm(s_key);
        byte[] key = s_key, text = new byte[(1 << 24) + 16], tag = new byte[16];
        foreach (var (nonceBytes, longest) in new[] { (13, 0xFFFF), (12, 0xFF_FFFF) })
        {
            foreach (var length in new[] { longest, longest + 1 })
            {
                var nonce = new byte[nonceBytes];
                text.AsSpan().Clear();
                var sealedText = text.AsSpan(0, length + 16).ToArray();
                var expected = Record.Exception(() => theirs.Encrypt(nonce, text.AsSpan(0, length), text.AsSpan(0, length), tag));
                Assert.Equal(length > longest, expected is CryptographicException);
                text.AsSpan().Clear();
                Check(() => ours.Encrypt(nonce, text.AsSpan(0, length), text.AsSpan(0, length), tag));
                Check(() => ours.Seal(nonce, text.AsSpan(0, length), text.AsSpan()));
                Check(() => AesCcm.Seal(key, nonce, text.AsSpan(0, length), text));
                if (length > longest)
                {
                    Assert.Equal(-1, text.AsSpan().IndexOfAnyExcept((byte)0));
                    Check(() => ours.Decrypt(nonce, text.AsSpan(0, length), tag, text.AsSpan(0, length)));
                    Check(() => ours.Open(nonce, sealedText, text.AsSpan()));
                    Check(() => AesCcm.Open(key, nonce, sealedText, text.AsSpan()));
                }

                void Check(Action call) => Assert.Equal(expected is null ? null : typeof(CryptographicException), Record.Exception(call)?.GetType());
            }
        }
    }

    private static byte[] Filled(int? bytes)
    {
        if (bytes is not { } count)
            return null!;
        var array = new byte[count];
        array.AsSpan().Fill(0xA5);
        return array;
    }

    private static void AssertWorks(AesCcm ccm)
    {
        var sealedText = ccm.Seal(s_nonce, s_message);
        Assert.Equal(AesCcm.Seal(s_key, s_nonce, s_message).Take(sealedText.Length), sealedText);
        Assert.Equal(s_message, ccm.Open(s_nonce, sealedText));
    }
}
