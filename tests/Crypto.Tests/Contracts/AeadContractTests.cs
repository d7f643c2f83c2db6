using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What every AEAD promises besides right results: errors, threads, disposal, memory.</summary>
public class AeadContractTests
{
    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_message = TestBytes.Random(1000, 3);

    public static IEnumerable<TheoryDataRow<string, string>> Subjects => AeadRows.All;

    public static IEnumerable<TheoryDataRow<string, string>> SealingSubjects => AeadRows.Sealing;

    public static TheoryData<string> Names => new(AeadSubject.All.Select(subject => subject.Name).Distinct());

    [Theory, MemberData(nameof(Names))]
    public void Sizes_are_told_as_the_framework_does(string name)
    {
        var subject = AeadSubject.All.First(subject => subject.Name == name);
        foreach (var type in new[] { subject.Type, Framework(name) }.OfType<Type>())
        {
            Assert.Equal(true, Constant(type, "IsSupported"));

            // .NET's ChaCha20Poly1305 does not tell.
            if (type.GetProperty("NonceByteSizes") is null)
                continue;
            Assert.Equal(subject.NonceBytes, AllOf((KeySizes)Constant(type, "NonceByteSizes")!));
            Assert.Equal(subject.TagBytes, AllOf((KeySizes)Constant(type, "TagByteSizes")!));
        }

        static object? Constant(Type type, string property) => type.GetProperty(property)!.GetValue(null);

        static IEnumerable<int> AllOf(KeySizes sizes)
        {
            for (var size = sizes.MinSize; size <= sizes.MaxSize; size += Math.Max(1, sizes.SkipSize))
                yield return size;
        }
    }

    [Theory, MemberData(nameof(Subjects))]
    public void Bad_calls_fail_as_the_frameworks_do_and_leave_the_object_usable(string name, string kernel)
    {
        var subject = AeadSubject.Find(name, kernel);
        var texts = new (int?, int?)[] { (5, 5), (5, 4), (0, 1), (null, 5), (5, null), (0, 0) };
        var calls = 0;
        foreach (var tagSize in subject.HasTagSize ? new int?[] { null, 12, 16 } : [null])
        {
            using var ours = subject.Create(subject.KeyOf(s_key), tagSize);
            using var theirs = Framework(name) is { } type ? new AeadFace((IDisposable)Activator.CreateInstance(
                type, tagSize is { } size ? [s_key, size] : [s_key])!) : null;
            foreach (var nonceBytes in Around(subject.NonceBytes))
            {
                foreach (var tagBytes in Around(subject.TagBytes))
                {
                    foreach (var (inputBytes, outputBytes) in texts)
                    {
                        byte[] nonce = Filled(nonceBytes), tag = Filled(tagBytes);
                        byte[] input = Filled(inputBytes), output = Filled(outputBytes);
                        Compare(face => face.EncryptArrays(nonce, input, output, tag), encrypts: true);
                        Compare(face => face.DecryptArrays(nonce, input, tag, output), encrypts: false);
                        if (nonce is null || tag is null || input is null || output is null)
                            continue;
                        Compare(face => face.Encrypt(nonce, input, output, tag), encrypts: true);
                        Compare(face => face.Decrypt(nonce, input, tag, output), encrypts: false);

                        void Compare(Action<AeadFace> call, bool encrypts)
                        {
                            var what = $"tag size {tagSize}, nonce {nonceBytes}, tag {tagBytes}, {inputBytes} to {outputBytes}";
                            var outcome = Outcome.Of(() => call(ours));
                            if (outcome.Exception is AuthenticationTagMismatchException)
                                Assert.All(output, b => Assert.Equal(0, b));
                            else if (outcome.Exception is not null && output is not null)
                                Assert.All(output, b => Assert.Equal(0xA5, b));
                            var end = encrypts ? "none" : "AuthenticationTagMismatchException ";
                            Assert.Equal((what, Refusal(encrypts) ?? end), (what, outcome.ToString()));
                            if (theirs is not null)
                                outcome.AssertSameAs(Outcome.Of(() => call(theirs)), what);
                            output?.AsSpan().Fill(0xA5);
                            tag?.AsSpan().Fill(0xA5);
                            calls++;
                        }

                        string? Refusal(bool encrypts) =>
                            nonce is null ? "ArgumentNullException nonce"
                            : input is null ? "ArgumentNullException " + (encrypts ? "plaintext" : "ciphertext")
                            : tag is null && (output is not null || !encrypts) ? "ArgumentNullException tag"
                            : output is null ? "ArgumentNullException " + (encrypts ? "ciphertext" : "plaintext")
                            : input.Length != output.Length ? "ArgumentException "
                            : !subject.NonceBytes.Contains(nonce.Length) ? "ArgumentException nonce"
                            : !subject.TagBytes.Contains(tag!.Length) || tag.Length != (tagSize ?? tag.Length) ? "ArgumentException tag"
                            : null;
                    }
                }
            }

            AssertWorks(subject, ours, tagSize ?? 16);
        }

        Assert.True(calls > 300, $"{calls} calls");

        static IEnumerable<int?> Around(int[] sizes) => new int?[]
        {
            null, 0, sizes[0] - 1, sizes[0], sizes[0] + 1, sizes[^1] - 1, sizes[^1], sizes[^1] + 1,
        }.Where(size => size is not < 0).Distinct();
    }

    [Theory, MemberData(nameof(SealingSubjects))]
    public void Seal_and_Open_refuse_bad_arguments_and_stay_usable(string name, string kernel)
    {
        var subject = AeadSubject.Find(name, kernel);
        using var aead = subject.Create(subject.KeyOf(s_key), 16);
        byte[] nonce = Nonce(subject), text = new byte[5], sealedText = aead.SealArrays(nonce, text);
        byte[] tooLong = subject.WrongNonce(), tooShort = subject.NonceBytes[0] > 0 ? new byte[subject.NonceBytes[0] - 1] : tooLong;

        Outcome.Throws<ArgumentNullException>("nonce", () => aead.SealArrays(null!, text));
        Outcome.Throws<ArgumentNullException>("plaintext", () => aead.SealArrays(nonce, null!));
        Outcome.Throws<ArgumentNullException>("nonce", () => aead.OpenArrays(null!, text));
        Outcome.Throws<ArgumentNullException>("ciphertext", () => aead.OpenArrays(nonce, null!));
        Outcome.Throws<ArgumentException>("nonce", () => aead.SealArrays(tooShort, text));
        Outcome.Throws<ArgumentException>("nonce", () => aead.OpenArrays(tooLong, sealedText));
        NeedsRoom("20 bytes; it needs 21.", () => aead.Seal(nonce, text, new byte[20]));
        NeedsRoom("4 bytes; it needs 5.", () => aead.Open(nonce, sealedText, new byte[4]));

        var key = subject.KeyOf(s_key).ToArray();
        var seal = AeadFace.Static<SealArraysOnce>(subject.Type, "SealToArray");
        var open = AeadFace.Static<SealArraysOnce>(subject.Type, "OpenToArray");
        Outcome.Throws<ArgumentNullException>("key", () => seal(null!, nonce, text));
        Outcome.Throws<ArgumentNullException>("nonce", () => seal(key, null!, text));
        Outcome.Throws<ArgumentNullException>("plaintext", () => seal(key, nonce, null!));
        Outcome.Throws<ArgumentNullException>("key", () => open(null!, nonce, text));
        Outcome.Throws<ArgumentNullException>("nonce", () => open(key, null!, text));
        Outcome.Throws<ArgumentNullException>("ciphertext", () => open(key, nonce, null!));
        foreach (var keyBytes in Enumerable.Range(0, 66).Except(subject.KeyBytes))
        {
            Assert.Throws<CryptographicException>(() => seal(new byte[keyBytes], nonce, text));
            Assert.Throws<CryptographicException>(() => open(new byte[keyBytes], nonce, sealedText));
        }

        Outcome.Throws<ArgumentException>("nonce", () => subject.Seal(subject.KeyOf(s_key), tooShort, text, new byte[21]));
        Outcome.Throws<ArgumentException>("destination", () => subject.Seal(subject.KeyOf(s_key), nonce, text, new byte[20]));
        Outcome.Throws<ArgumentException>("nonce", () => subject.Open(subject.KeyOf(s_key), tooLong, sealedText, new byte[5]));
        Outcome.Throws<ArgumentException>("destination", () => subject.Open(subject.KeyOf(s_key), nonce, sealedText, new byte[4]));

        // Too short even for a tag: not a mistake of the caller, but a message that cannot be authentic.
        for (var length = 0; length < 16; length++)
        {
            Assert.Throws<AuthenticationTagMismatchException>(() => aead.OpenArrays(nonce, new byte[length]));
            Assert.Throws<AuthenticationTagMismatchException>(() => open(key, nonce, new byte[length]));
        }

        AssertWorks(subject, aead);

        static void NeedsRoom(string message, Action call)
        {
            var exception = Assert.Throws<ArgumentException>("destination", call);
            Assert.StartsWith("The destination has " + message, exception.Message, StringComparison.Ordinal);
        }
    }

    /// <summary>Encrypt and Decrypt take most of these, as <see cref="OverlapTests"/> shows; nothing is right of a tag in its ciphertext.</summary>
    [Theory, MemberData(nameof(Subjects))]
    public void Buffers_that_overlap_in_part_are_refused_before_anything_is_written(string name, string kernel)
    {
        var subject = AeadSubject.Find(name, kernel);
        using var aead = subject.Create(subject.KeyOf(s_key), 16);
        var nonce = Nonce(subject);
        var memory = s_message.AsSpan(0, 200).ToArray();
        byte[] text = new byte[50], sealedText = new byte[66];
        foreach (var at in new[] { 35, 50, 99 })
            Refuses("tag", () => aead.Encrypt(nonce, text, At(50, 50), At(at, 16)));

        if (subject.SealsUnderGivenNonce)
        {
            foreach (var shift in new[] { -49, -16, -1, 1, 15, 49 })
            {
                var offset = subject.TextOffset;
                Refuses("destination", () => aead.Seal(nonce, At(70, 50), At(70 + shift - offset, 66)));
                Refuses("destination", () => aead.Open(nonce, At(70, 66), At(70 + shift + offset, 50)));
                Refuses("destination", () => subject.Seal(subject.KeyOf(s_key), nonce, At(70, 50), At(70 + shift - offset, 66)));
                Refuses("destination", () => subject.Open(subject.KeyOf(s_key), nonce, At(70, 66), At(70 + shift + offset, 50)));
            }

            // A text that would be written over the tag alone.
            Refuses("destination", () => aead.Open(nonce, At(70, 66), At(subject.TagIsFirst ? 35 : 121, 50)));

            foreach (var at in new[] { 35, 50, 99 })
            {
                Refuses("associatedData", () => aead.Seal(nonce, text, At(50 - subject.TextOffset, 66), At(at, 16)));
                Refuses("associatedData", () => aead.Open(nonce, sealedText, At(50, 50), At(at, 16)));
            }
        }

        Assert.Equal(s_message.AsSpan(0, 200).ToArray(), memory);
        AssertWorks(subject, aead);

        Span<byte> At(int offset, int count) => memory.AsSpan(offset, count);

        static void Refuses(string parameter, Action call) => Outcome.Throws<ArgumentException>(parameter, call);
    }

    [Theory, MemberData(nameof(Names))]
    public void Disposed_objects_refuse_every_call(string name)
    {
        var subject = AeadSubject.All.First(subject => subject.Name == name);
        var aead = subject.Create(subject.KeyOf(s_key), 16);
        var nonce = Nonce(subject);
        var (ciphertext, tag) = (new byte[s_message.Length], new byte[16]);
        aead.Encrypt(nonce, s_message, ciphertext, tag);
        aead.Dispose();
        aead.Dispose();
        var output = Filled(s_message.Length);
        var exception = Assert.Throws<ObjectDisposedException>(() => aead.Encrypt(nonce, s_message, output, new byte[16]));
        Assert.Equal(subject.Type.FullName, exception.ObjectName);
        Assert.All(output, b => Assert.Equal(0, b));
        output = Filled(s_message.Length);
        Assert.Throws<ObjectDisposedException>(() => aead.Decrypt(nonce, ciphertext, tag, output));
        Assert.All(output, b => Assert.Equal(0, b));
        if (subject.SealsUnderGivenNonce)
        {
            Assert.Throws<ObjectDisposedException>(() => aead.SealArrays(nonce, s_message));
            Assert.Throws<ObjectDisposedException>(() => aead.OpenArrays(nonce, [.. ciphertext, .. tag]));
        }

        // As the framework does, sizes are looked at first.
        Outcome.Throws<ArgumentException>("nonce", () => aead.Encrypt(subject.WrongNonce(), s_message, output, new byte[16]));
    }

    [Theory, MemberData(nameof(Subjects))]
    public void Object_shared_by_many_threads_serves_all_at_once(string name, string kernel)
    {
        var subject = AeadSubject.Find(name, kernel);
        using var aead = subject.Create(subject.KeyOf(s_key), 16);
        var theirs = subject.Oracle(subject.KeyOf(s_key).ToArray(), 16);
        var nonces = Enumerable.Range(0, 8).Select(i => TestBytes.Random(subject.NonceBytes[^1], 100 + i)).ToArray();
        var expected = nonces.Select(nonce =>
        {
            var (ciphertext, tag) = (new byte[s_message.Length], new byte[16]);
            theirs(nonce, s_message, ciphertext, tag);
            return (Ciphertext: ciphertext, Tag: tag);
        }).ToArray();
        Parallel.For(0, 8, i =>
        {
            var (ciphertext, tag, opened) = (new byte[s_message.Length], new byte[16], new byte[s_message.Length]);
            for (var round = 0; round < 200; round++)
            {
                aead.Encrypt(nonces[i], s_message, ciphertext, tag);
                Assert.Equal(expected[i].Ciphertext, ciphertext);
                Assert.Equal(expected[i].Tag, tag);
                aead.Decrypt(nonces[i], ciphertext, tag, opened);
                Assert.Equal(s_message, opened);
            }
        });
    }

    /// <summary>Slots are recycled at once under another key, so that a missing check shows as a wrong result.</summary>
    [ExplicitTheory, Trait("run", "nightly"), MemberData(nameof(Subjects))]
    public void Call_that_races_disposal_returns_the_right_result_or_none(string name, string kernel)
    {
        var subject = AeadSubject.Find(name, kernel);
        byte[] nonce = Nonce(subject), otherKey = TestBytes.Random(32, 9);
        byte[] expected = new byte[s_message.Length + 16], sealedText = new byte[expected.Length], opened = new byte[s_message.Length];
        subject.Oracle(subject.KeyOf(s_key).ToArray(), 16)(nonce, s_message, subject.TextIn(expected), subject.TagIn(expected));
        Outcome.RaceDisposal(
            () => subject.Create(subject.KeyOf(s_key), 16), () => subject.Create(subject.KeyOf(otherKey), 16), CallAndCheck, CheckRefused);

        void CallAndCheck(AeadFace aead)
        {
            if (subject.SealsUnderGivenNonce)
                aead.Seal(nonce, s_message, sealedText);
            else
                aead.Encrypt(nonce, s_message, sealedText.AsSpan(0, s_message.Length), sealedText.AsSpan(s_message.Length));
            Assert.Equal(expected, sealedText);
            if (subject.SealsUnderGivenNonce)
                aead.Open(nonce, expected, opened);
            else
                aead.Decrypt(nonce, expected.AsSpan(0, s_message.Length), expected.AsSpan(s_message.Length), opened);
            Assert.Equal(s_message, opened);
        }

        void CheckRefused() => Assert.True(subject.TextIn(sealedText).ToArray().All(b => b == 0) || opened.All(b => b == 0));
    }

    [Theory, MemberData(nameof(Subjects))]
    public void Calls_with_spans_allocate_nothing_and_calls_with_arrays_their_result(string name, string kernel)
    {
        var subject = AeadSubject.Find(name, kernel);
        using var aead = subject.Create(subject.KeyOf(s_key), 16);
        var nonce = Nonce(subject);
        byte[] text = new byte[100], ciphertext = new byte[100], tag = new byte[16];
        Assert.Equal(0, Outcome.Allocated(() => aead.EncryptArrays(nonce, text, ciphertext, tag, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => aead.DecryptArrays(nonce, ciphertext, tag, text, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => aead.Encrypt(nonce, text, ciphertext, tag, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => aead.Decrypt(nonce, ciphertext, tag, text, s_key)));
        if (!subject.SealsUnderGivenNonce)
            return;

        var sealedText = new byte[116];
        var key = subject.KeyOf(s_key).ToArray();
        var seal = AeadFace.Static<SealArraysOnce>(subject.Type, "SealToArray");
        var open = AeadFace.Static<SealArraysOnce>(subject.Type, "OpenToArray");
        Assert.Equal(0, Outcome.Allocated(() => aead.Seal(nonce, text, sealedText, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => aead.Open(nonce, sealedText, text, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => subject.Seal(subject.KeyOf(s_key), nonce, text, sealedText, s_key)));
        Assert.Equal(0, Outcome.Allocated(() => subject.Open(subject.KeyOf(s_key), nonce, sealedText, text, s_key)));

        var sealedBytes = Outcome.Allocated(() => GC.KeepAlive(new byte[116]));
        var openedBytes = Outcome.Allocated(() => GC.KeepAlive(new byte[100]));
        Assert.Equal(sealedBytes, Outcome.Allocated(() => aead.SealArrays(nonce, text, s_key)));
        Assert.Equal(openedBytes, Outcome.Allocated(() => aead.OpenArrays(nonce, sealedText, s_key)));
        Assert.Equal(sealedBytes, Outcome.Allocated(() => seal(key, nonce, text, s_key)));
        Assert.Equal(openedBytes, Outcome.Allocated(() => open(key, nonce, sealedText, s_key)));
    }

    /// <summary>.NET's type of the name, if it has one.</summary>
    private static Type? Framework(string name) =>
        typeof(KeySizes).Assembly.GetType("System.Security.Cryptography." + name);

    private static byte[] Nonce(AeadSubject subject) => TestBytes.Random(subject.NonceBytes[^1], 2);

    private static byte[] Filled(int? bytes)
    {
        if (bytes is not { } count)
            return null!;
        var array = new byte[count];
        array.AsSpan().Fill(0xA5);
        return array;
    }

    private static void AssertWorks(AeadSubject subject, AeadFace aead, int tagBytes = 16)
    {
        var nonce = Nonce(subject);
        byte[] expected = new byte[s_message.Length], ciphertext = new byte[expected.Length], opened = new byte[expected.Length];
        byte[] expectedTag = new byte[tagBytes], tag = new byte[tagBytes];
        subject.Oracle(subject.KeyOf(s_key).ToArray(), tagBytes)(nonce, s_message, expected, expectedTag);
        aead.Encrypt(nonce, s_message, ciphertext, tag);
        Assert.Equal(expected, ciphertext);
        Assert.Equal(expectedTag, tag);
        aead.Decrypt(nonce, ciphertext, tag, opened);
        Assert.Equal(s_message, opened);
    }
}
