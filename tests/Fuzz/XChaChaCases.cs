using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

/// <summary>XChaCha20-Poly1305 under nonces that are given and drawn: sealed, opened, forged. The oracle is that of the tests.</summary>
internal sealed class XChaChaCases(XChaChaPoly kernel)
{
    private const int KeyBytes = 32, NonceBytes = 24, TagBytes = 16, Overhead = NonceBytes + TagBytes;

    public void Run(Case c)
    {
        byte[] key = c.Choices.Bytes("key", KeyBytes), nonce = c.Choices.Bytes("nonce", NonceBytes);
        var data = c.Choices.Bytes("data", c.Choices.Flag("with data") ? c.Choices.ShortLength("data length") : 0);
        var text = c.Choices.Bytes("text", c.Choices.Length("length"));
        byte[] ciphertext = new byte[text.Length], tag = new byte[TagBytes];

        using var ours = new XChaCha20Poly1305(kernel, c.Place(key).Span);
        var what = $"{text.Length} bytes with {data.Length} of data";
        Placed a = c.Place(data), message = c.Place(text.Length + Overhead), source = c.Place(text);
        var isDrawn = c.Choices.Flag("drawn");
        if (isDrawn)
        {
            if (c.Choices.Flag("in place"))
            {
                text.CopyTo(message.Span[NonceBytes..]);
                ours.Seal(message.Span.Slice(NonceBytes, text.Length), message.Span, a.Span);
            }
            else if (c.Choices.Flag("static"))
            {
                XChaCha20Poly1305.Seal(kernel, c.Place(key).Span, source.Span, message.Span, a.Span);
            }
            else
            {
                ours.Seal(source.Span, message.Span, a.Span);
            }

            message.Span[..NonceBytes].CopyTo(nonce);
        }
        else
        {
            nonce.CopyTo(message.Span);
            ours.Encrypt(c.Place(nonce).Span, source.Span, message.Span.Slice(NonceBytes, text.Length), message.Span[^TagBytes..], a.Span);
        }

        ReferenceChaCha.Encrypt(key, nonce, text, ciphertext, tag, data);
        byte[] expected = [.. nonce, .. ciphertext, .. tag];
        if (isDrawn)
            c.SameValue(true, message.Span.SequenceEqual(expected), what + " sealed, under the nonce in front"); // another one each time
        else
            c.Same(expected, message.Span, what + " sealed");
        var opened = c.Place(text.Length);
        if (!c.Choices.Rarely("forged", 5))
        {
            if (c.Choices.Flag("decrypted"))
                ours.Decrypt(c.Place(nonce).Span, message.Span.Slice(NonceBytes, text.Length), message.Span[^TagBytes..], opened.Span, a.Span);
            else if (c.Choices.Flag("statically"))
                XChaCha20Poly1305.Open(kernel, c.Place(key).Span, message.Span, opened.Span, a.Span);
            else
                ours.Open(message.Span, opened.Span, a.Span);
            c.Same(text, opened.Span, what + " opened");
            return;
        }

        message.Span[c.Choices.Draw("at", message.Span.Length - 1)] ^= (byte)(1 + c.Choices.Draw("difference", 254));
        c.Refused<AuthenticationTagMismatchException>(
            () =>
            {
                ours.Open(message.Span, opened.Span, a.Span);
                return [];
            },
            what + " forged");
        c.Same(new byte[text.Length], opened.Span, what + " forged and refused");
    }
}
