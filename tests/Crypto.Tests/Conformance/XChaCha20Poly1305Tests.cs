using System;
using System.Linq;
using System.Security.Cryptography;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>What XChaCha20-Poly1305 alone must do, besides <see cref="AeadTests"/>: nonces of its own, in front of what they seal.</summary>
public class XChaCha20Poly1305Tests
{
    private const int NonceBytes = 24, TagBytes = 16, Overhead = NonceBytes + TagBytes;

    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_message = TestBytes.Random(5000, 3);
    private static readonly byte[] s_associatedData = TestBytes.Random(77, 4);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.XChaCha20Poly1305);

    [Theory, MemberData(nameof(Kernels))]
    public void Sealed_message_is_the_nonce_the_ciphertext_and_the_tag(string id)
    {
        var kernel = KernelMatrix.Find(Algorithms.XChaCha20Poly1305, id);
        using var aead = new XChaCha20Poly1305(kernel, s_key);
        foreach (var length in TestBytes.TwentyLengths.Concat(Enumerable.Range(0, 300)))
        {
            var message = s_message.AsSpan(0, length).ToArray();
            Check(aead.SealToArray(message, s_associatedData));
            Check(XChaCha20Poly1305.SealToArray(s_key, message, s_associatedData));

            // In place, in a buffer longer than need be; and with a key on the stack.
            byte[] buffer = [.. new byte[NonceBytes], .. message, .. new byte[TagBytes + 1]];
            Assert.Equal(length + Overhead, aead.Seal(buffer.AsSpan(NonceBytes, length), buffer.AsSpan(), s_associatedData));
            Check(buffer.AsSpan(0, length + Overhead).ToArray());
            Assert.Equal(0, buffer[^1]);
            message.CopyTo(buffer, NonceBytes);
            Assert.Equal(
                length + Overhead,
                XChaCha20Poly1305.Seal(kernel, s_key, buffer.AsSpan(NonceBytes, length), buffer, s_associatedData));
            Check(buffer.AsSpan(0, length + Overhead).ToArray());
            var sealedInPlace = buffer.AsSpan(0, length + Overhead);
            Assert.Equal(length, aead.Open(sealedInPlace, buffer.AsSpan(NonceBytes), s_associatedData));
            Assert.Equal(message, buffer.AsSpan(NonceBytes, length).ToArray());

            void Check(byte[] sealedMessage)
            {
                byte[] expected = new byte[length], tag = new byte[TagBytes], opened = new byte[length];
                var nonce = sealedMessage.AsSpan(0, NonceBytes).ToArray();
                ReferenceChaCha.Encrypt(s_key, nonce, message, expected, tag, s_associatedData);
                Assert.Equal([.. nonce, .. expected, .. tag], sealedMessage);
                Assert.Equal(message, aead.OpenToArray(sealedMessage, s_associatedData));
                Assert.Equal(message, XChaCha20Poly1305.OpenToArray(s_key, sealedMessage, s_associatedData));
                Assert.Equal(length, XChaCha20Poly1305.Open(kernel, s_key, sealedMessage, opened, s_associatedData));
                Assert.Equal(message, opened);
            }
        }
    }

    [Fact]
    public void Nonces_are_drawn_anew()
    {
        using var aead = new XChaCha20Poly1305(s_key);
        var nonces = Enumerable.Range(0, 1000)
            .Select(i => i % 2 == 0 ? aead.SealToArray([]) : XChaCha20Poly1305.SealToArray(s_key, []))
            .Select(sealedMessage => BitConverter.ToString(sealedMessage, 0, NonceBytes)).ToList();
        Assert.Equal(nonces.Count, nonces.Distinct().Count());

        // All 24 bytes of them: none is the same in all.
        for (var i = 0; i < NonceBytes; i++)
            Assert.True(nonces.Select(nonce => nonce.Substring(3 * i, 2)).Distinct().Count() > 100, $"byte {i}");
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Sealed_message_with_any_byte_changed_is_refused(string id)
    {
        var kernel = KernelMatrix.Find(Algorithms.XChaCha20Poly1305, id);
        using var aead = new XChaCha20Poly1305(kernel, s_key);
        foreach (var length in new[] { 0, 1, 33 })
        {
            var sealedMessage = aead.SealToArray(s_message.AsSpan(0, length).ToArray(), s_associatedData);
            for (var i = 0; i < sealedMessage.Length; i++)
            {
                sealedMessage[i] ^= (byte)(1 << (i % 8));
                var opened = Enumerable.Repeat((byte)0xA5, length).ToArray();
                Assert.Throws<AuthenticationTagMismatchException>(
                    () => aead.Open(sealedMessage, opened.AsSpan(), s_associatedData));
                Assert.Equal(new byte[length], opened);
                Assert.Throws<AuthenticationTagMismatchException>(
                    () => XChaCha20Poly1305.Open(kernel, s_key, sealedMessage, opened, s_associatedData));
                sealedMessage[i] ^= (byte)(1 << (i % 8));
            }

            Assert.Throws<AuthenticationTagMismatchException>(() => aead.OpenToArray(sealedMessage));
            Assert.Equal(s_message.AsSpan(0, length).ToArray(), aead.OpenToArray(sealedMessage, s_associatedData));
        }
    }
}
