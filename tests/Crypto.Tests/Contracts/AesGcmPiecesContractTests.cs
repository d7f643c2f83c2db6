using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What AES-GCM in pieces promises besides right results: errors, order, nonces, threads, disposal, memory.</summary>
public class AesGcmPiecesContractTests
{
    private const int TagBytes = 16;

    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_nonce = TestBytes.Random(12, 2);
    private static readonly byte[] s_otherNonce = [1];
    private static readonly byte[] s_message = TestBytes.Random(1000, 3);
    private static readonly byte[] s_associatedData = TestBytes.Random(30, 4);
    private static readonly byte[] s_sealed = AesGcm.SealToArray(s_key, s_nonce, s_message, s_associatedData);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.AesGcm.Kernels);

    [Fact]
    public void Bad_arguments_are_refused_and_the_message_goes_on()
    {
        Outcome.Throws<ArgumentNullException>("key", () => new AesGcmSealer(null!, s_nonce, TagBytes).Dispose());
        Outcome.Throws<ArgumentNullException>("nonce", () => new AesGcmSealer(s_key, null!, TagBytes).Dispose());
        Outcome.Throws<ArgumentNullException>("key", () => new AesGcmUnverifiedOpener(null!, s_nonce, TagBytes).Dispose());
        Outcome.Throws<ArgumentNullException>("nonce", () => new AesGcmUnverifiedOpener(s_key, null!, TagBytes).Dispose());
        Outcome.Throws<ArgumentException>("nonce", () => new AesGcmSealer(s_key, Array.Empty<byte>(), TagBytes).Dispose());
        Outcome.Throws<ArgumentException>("nonce", () => new AesGcmUnverifiedOpener(s_key, Array.Empty<byte>(), TagBytes).Dispose());
        foreach (var tagBytes in new[] { -1, 0, 11, 17 })
        {
            Outcome.Throws<ArgumentException>("tagSizeInBytes", () => new AesGcmSealer(s_key, s_nonce, tagBytes).Dispose());
            Outcome.Throws<ArgumentException>("tagSizeInBytes", () => new AesGcmUnverifiedOpener(s_key, s_nonce, tagBytes).Dispose());
        }

        foreach (var keyBytes in new[] { 0, 15, 17, 31, 33 })
        {
            Assert.Throws<CryptographicException>(() => new AesGcmSealer(new byte[keyBytes], s_nonce, TagBytes).Dispose());
            Assert.Throws<CryptographicException>(() => new AesGcmUnverifiedOpener(new byte[keyBytes], s_nonce, TagBytes).Dispose());
        }

        byte[] piece = new byte[20], output = new byte[20];
        Check(
            sealer =>
            {
                Outcome.Throws<ArgumentNullException>("associatedData", () => sealer.AppendAssociatedData(null!));
                Outcome.Throws<ArgumentNullException>("plaintext", () => sealer.SealToArray(null!));
                Outcome.Throws<ArgumentNullException>("nonce", () => sealer.Begin(null!));
                Outcome.Throws<ArgumentException>("nonce", () => sealer.Begin(Array.Empty<byte>()));
                Outcome.Throws<ArgumentException>("destination", () => sealer.Seal(piece, output.AsSpan(1)));
                Outcome.Throws<ArgumentException>("destination", () => sealer.Seal(piece.AsSpan(0, 10), piece.AsSpan(1)));
                Outcome.Throws<ArgumentException>("destination", () => sealer.Finish(output.AsSpan(0, TagBytes - 1)));
            },
            opener =>
            {
                Outcome.Throws<ArgumentNullException>("associatedData", () => opener.AppendAssociatedData(null!));
                Outcome.Throws<ArgumentNullException>("ciphertext", () => opener.OpenUnverifiedToArray(null!));
                Outcome.Throws<ArgumentNullException>("nonce", () => opener.Begin(null!));
                Outcome.Throws<ArgumentNullException>("tag", () => opener.VerifyTag(null!));
                Outcome.Throws<ArgumentNullException>("tag", () => opener.TryVerifyTag(null!));
                Outcome.Throws<ArgumentException>("nonce", () => opener.Begin(Array.Empty<byte>()));
                Outcome.Throws<ArgumentException>("destination", () => opener.OpenUnverified(piece, output.AsSpan(1)));
                Outcome.Throws<ArgumentException>("destination", () => opener.OpenUnverified(piece.AsSpan(0, 10), piece.AsSpan(1)));
                Outcome.Throws<ArgumentException>("tag", () => opener.TryVerifyTag(new byte[TagBytes - 1]));
                Outcome.Throws<ArgumentException>("tag", () => opener.VerifyTag(new byte[TagBytes + 1]));
            });
        Assert.Equal(new byte[20], output);
        Assert.Equal(new byte[20], piece);
    }

    [Fact]
    public void Associated_data_after_text_are_refused_and_the_message_goes_on() => Check(
        sealer => Assert.Throws<InvalidOperationException>(() => sealer.AppendAssociatedData(s_nonce)),
        opener => Assert.Throws<InvalidOperationException>(() => opener.AppendAssociatedData(s_nonce)));

    [Fact]
    public void Message_that_has_ended_takes_nothing_until_another_begins()
    {
        using var sealer = new AesGcmSealer(s_key, s_otherNonce, TagBytes);
        using var opener = new AesGcmUnverifiedOpener(s_key, s_otherNonce, TagBytes);
        opener.VerifyTag(sealer.Finish());
        for (var round = 0; round < 2; round++)
        {
            var output = new byte[5];
            Assert.Throws<InvalidOperationException>(() => sealer.AppendAssociatedData(s_nonce));
            Assert.Throws<InvalidOperationException>(() => sealer.Seal(new byte[5], output));
            Assert.Throws<InvalidOperationException>(() => sealer.Finish());
            Assert.Throws<InvalidOperationException>(() => opener.AppendAssociatedData(s_nonce));
            Assert.Throws<InvalidOperationException>(() => opener.OpenUnverified(new byte[5], output));
            Assert.Throws<InvalidOperationException>(() => opener.TryVerifyTag(new byte[TagBytes]));
            Assert.Equal(new byte[5], output);
        }

        sealer.Begin(s_nonce);
        Assert.Equal(s_sealed, Seal(sealer));
        opener.Begin(s_nonce);
        opener.AppendAssociatedData(s_associatedData);
        Assert.Equal(s_message, opener.OpenUnverifiedToArray(s_sealed[..^TagBytes]));
        Assert.Throws<AuthenticationTagMismatchException>(() => opener.VerifyTag(new byte[TagBytes]));

        // A wrong tag ends a message, too: nobody tries many.
        Assert.Throws<InvalidOperationException>(() => opener.TryVerifyTag(s_sealed[^TagBytes..]));
    }

    [Fact]
    public void Nonce_of_the_message_before_is_refused_and_that_message_goes_on()
    {
        using var sealer = new AesGcmSealer(s_key, s_nonce, TagBytes);
        sealer.AppendAssociatedData(s_associatedData);
        var first = sealer.SealToArray(s_message[..100]);
        Outcome.Throws<ArgumentException>("nonce", () => sealer.Begin(s_nonce));
        Assert.Equal(s_sealed, (byte[])[.. first, .. sealer.SealToArray(s_message[100..]), .. sealer.Finish()]);
        Outcome.Throws<ArgumentException>("nonce", () => sealer.Begin(s_nonce.AsSpan()));
        sealer.Begin(s_message.AsSpan(0, 40));
        Outcome.Throws<ArgumentException>("nonce", () => sealer.Begin(s_message.AsSpan(0, 40)));

        // One that has not been finished is forgotten.
        sealer.SealToArray(s_message);
        sealer.Begin(s_nonce);
        Assert.Equal(s_sealed, Seal(sealer));
    }

    /// <summary>Nobody has so much time: the limit of a text, at which its counter would begin anew.</summary>
    [Fact]
    public void Text_ends_before_a_counter_comes_twice()
    {
        const long Largest = (1L << 36) - 32;
        Assert.True(GcmPieces.Reaches(0, int.MaxValue));
        Assert.True(GcmPieces.Reaches(Largest - 16, 16));
        Assert.False(GcmPieces.Reaches(Largest - 16, 17));
        Assert.True(GcmPieces.Reaches(Largest, 0));
        Assert.False(GcmPieces.Reaches(Largest, 1));
        Assert.False(GcmPieces.Reaches(Largest, int.MaxValue));
    }

    [Fact]
    public void Second_caller_is_refused_and_the_first_goes_on()
    {
        var (kernel, hook) = Hooked();
        using var sealer = new AesGcmSealer(kernel, s_key, s_nonce, TagBytes);
        sealer.AppendAssociatedData(s_associatedData);
        hook.OnCall = () =>
        {
            Assert.Throws<CryptographicException>(() => sealer.SealToArray(s_message));
            Assert.Throws<CryptographicException>(() => sealer.Finish());
            Assert.Throws<CryptographicException>(() => sealer.Begin(s_otherNonce));
        };
        var ciphertext = sealer.SealToArray(s_message);
        Assert.Null(hook.OnCall);
        Assert.Equal(s_sealed, (byte[])[.. ciphertext, .. sealer.Finish()]);
    }

    /// <summary>The key is wiped at once, and the state by the call as it ends.</summary>
    [Fact]
    public void Disposal_in_the_midst_of_a_call_zeroes_what_it_wrote()
    {
        var (kernel, hook) = Hooked();
        var sealer = new AesGcmSealer(kernel, s_key, s_nonce, TagBytes);
        var output = TestBytes.Random(s_message.Length, 5);
        hook.OnCall = sealer.Dispose;
        var disposed = Assert.Throws<ObjectDisposedException>(() => sealer.Seal(s_message, output));
        Assert.Equal(typeof(AesGcmSealer).FullName, disposed.ObjectName);
        Assert.Equal(new byte[output.Length], output);
    }

    [Fact]
    public void Disposed_object_refuses_every_call()
    {
        var sealer = new AesGcmSealer(s_key, s_nonce, TagBytes);
        sealer.Dispose();
        sealer.Dispose();
        Assert.Throws<ObjectDisposedException>(() => sealer.AppendAssociatedData(s_nonce));
        Assert.Throws<ObjectDisposedException>(() => sealer.SealToArray(s_message));
        Assert.Throws<ObjectDisposedException>(() => sealer.Finish());
        var disposed = Assert.Throws<ObjectDisposedException>(() => sealer.Begin(s_otherNonce));
        Assert.Equal(typeof(AesGcmSealer).FullName, disposed.ObjectName);
        var opener = new AesGcmUnverifiedOpener(s_key, s_nonce, TagBytes);
        opener.Dispose();
        Assert.Throws<ObjectDisposedException>(() => opener.AppendAssociatedData(s_nonce));
        Assert.Throws<ObjectDisposedException>(() => opener.OpenUnverifiedToArray(s_message));
        Assert.Throws<ObjectDisposedException>(() => opener.VerifyTag(s_sealed[^TagBytes..]));
        disposed = Assert.Throws<ObjectDisposedException>(() => opener.Begin(s_otherNonce));
        Assert.Equal(typeof(AesGcmUnverifiedOpener).FullName, disposed.ObjectName);
    }

    [ExplicitTheory, Trait("run", "nightly"), MemberData(nameof(Kernels))]
    public void Call_that_races_disposal_ends_rightly_or_is_refused(string id)
    {
        var kernel = KernelMatrix.Find(Algorithms.AesGcm.Kernels, id);
        var otherKey = TestBytes.Random(32, 6);
        var output = new byte[s_message.Length];
        Outcome.RaceDisposal(() => Create(s_key), () => Create(otherKey), CallAndCheck, () => { });

        AesGcmSealer Create(byte[] key) => new(kernel, key, s_otherNonce, TagBytes);

        void CallAndCheck(AesGcmSealer sealer)
        {
            sealer.Begin(s_nonce);
            sealer.AppendAssociatedData(s_associatedData);
            sealer.Seal(s_message, output);
            Assert.True(s_sealed.AsSpan(0, output.Length).SequenceEqual(output));
            sealer.Finish(output);
            Assert.True(s_sealed.AsSpan(output.Length).SequenceEqual(output.AsSpan(0, TagBytes)));
            sealer.Begin(s_otherNonce);
        }
    }

#if NET
    /// <summary>Older frameworks do not count what a thread allocates.</summary>
    [Fact]
    public void Span_members_allocate_nothing()
    {
        byte[] output = new byte[s_message.Length], tag = new byte[TagBytes];
        using var sealer = new AesGcmSealer(s_key, s_nonce, TagBytes);
        using var opener = new AesGcmUnverifiedOpener(s_key, s_nonce, TagBytes);
        using var gcm = new AesGcm(s_key, TagBytes);
        using var anyNonce = AesGcm.CreateForAnyNonce(s_key, TagBytes);
        Assert.Equal(0, Outcome.Allocated(() =>
        {
            sealer.Begin(s_message.AsSpan(0, 20));
            sealer.AppendAssociatedData(s_associatedData.AsSpan());
            sealer.Seal(s_message, output);
            sealer.Finish(output);
            sealer.Begin(s_nonce);
        }));
        Assert.Equal(0, Outcome.Allocated(() =>
        {
            opener.OpenUnverified(s_message, output);
            opener.TryVerifyTag(output.AsSpan(0, TagBytes));
            opener.Begin(s_nonce);
        }));
        Assert.Equal(0, Outcome.Allocated(() => gcm.Verify(s_nonce.AsSpan(), s_message, s_sealed.AsSpan(0, TagBytes), s_message)));
        Assert.Equal(0, Outcome.Allocated(() => anyNonce.Encrypt(s_message.AsSpan(0, 20), s_message, output, tag)));
    }
#endif

    /// <summary>Tries what goes wrong in the midst of messages, which then come out as if nothing had been.</summary>
    private static void Check(Action<AesGcmSealer> sealing, Action<AesGcmUnverifiedOpener> opening)
    {
        using var sealer = new AesGcmSealer(s_key, s_nonce, TagBytes);
        sealer.AppendAssociatedData(s_associatedData);
        var first = sealer.SealToArray(s_message[..100]);
        sealing(sealer);
        Assert.Equal(s_sealed, (byte[])[.. first, .. sealer.SealToArray(s_message[100..]), .. sealer.Finish()]);

        using var opener = new AesGcmUnverifiedOpener(s_key, s_nonce, TagBytes);
        opener.AppendAssociatedData(s_associatedData);
        first = opener.OpenUnverifiedToArray(s_sealed[..100]);
        opening(opener);
        Assert.Equal(s_message, (byte[])[.. first, .. opener.OpenUnverifiedToArray(s_sealed[100..^TagBytes])]);
        opener.VerifyTag(s_sealed[^TagBytes..]);
    }

    private static byte[] Seal(AesGcmSealer sealer)
    {
        sealer.AppendAssociatedData(s_associatedData);
        return [.. sealer.SealToArray(s_message), .. sealer.Finish()];
    }

    private static (GcmKernel Kernel, HookedAesKernel Hook) Hooked()
    {
        var hook = new HookedAesKernel(Algorithms.Aes.Kernels.Best);
        return (new GcmComposed(hook, GhashSubject.Kernels.Best), hook);
    }
}
