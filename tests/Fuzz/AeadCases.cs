using System;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

/// <summary>
/// An AEAD on a kernel: sealed, opened, forged, with tags apart and appended, under keys of objects and of calls, under nonces that are given
/// and drawn. The oracle is that of the tests.
/// </summary>
internal sealed class AeadCases(AeadSubject aead)
{
    /// <summary>The tag apart, as .NET has it; appended; and the same with the key given to the call.</summary>
    private const int Apart = 0, Appended = 1, Static = 2;

    public void Run(Case c)
    {
        var form = c.Choices.Draw("form", Static);
        var isDrawn = form != Apart && !aead.SealsUnderGivenNonce;
        var key = c.Choices.Bytes("key", c.Choices.Pick("key bytes", aead.KeyBytes));
        var nonce = c.Choices.Bytes("nonce", c.Choices.Pick("nonce bytes", aead.NonceBytes));
        var tag = new byte[form == Apart ? c.Choices.Pick("tag bytes", aead.TagBytes) : form == Appended ? c.Choices.Pick("tag bytes", aead.SealedTagBytes) : 16];
        var data = c.Choices.Bytes("data", c.Choices.Flag("with data") ? c.Choices.Length("data length") : 0);
        var text = c.Choices.Bytes("text", (int)Math.Min(c.Choices.Length("length"), aead.LongestMessage(nonce.Length)));
        var front = isDrawn ? nonce.Length : 0;
        Placed k = c.Place(key), n = c.Place(nonce), a = c.Place(data), message = c.Place(front + text.Length + tag.Length);
        var inside = message.Slice(aead.TagIsFirst ? tag.Length : front, text.Length);
        var code = message.Slice(aead.TagIsFirst ? 0 : front + text.Length, tag.Length);
        var source = c.Choices.Flag("in place") ? inside : c.Place(text.Length);
        text.CopyTo(source.Span);
        using var ours = aead.Create(k.Span, aead.HasTagSize ? tag.Length : null);
        var what = $"{text.Length} bytes with {data.Length} of data";
        switch (form)
        {
            case Apart:
                ours.Encrypt(n.Span, source.Span, inside.Span, code.Span, a.Span);
                break;
            case Appended when isDrawn:
                ours.SealDrawn(source.Span, message.Span, a.Span);
                break;
            case Appended:
                ours.Seal(n.Span, source.Span, message.Span, a.Span);
                break;
            case Static when isDrawn:
                aead.SealDrawn(k.Span, source.Span, message.Span, a.Span);
                break;
            default:
                aead.Seal(k.Span, n.Span, source.Span, message.Span, a.Span);
                break;
        }

        message.Span[..front].CopyTo(nonce);
        var ciphertext = new byte[text.Length];
        aead.Oracle(key, tag.Length)(nonce, text, ciphertext, tag, data);
        byte[] expected = aead.TagIsFirst ? [.. tag, .. ciphertext] : [.. nonce.AsSpan(0, front), .. ciphertext, .. tag];
        if (isDrawn)
            c.SameValue(true, message.Span.SequenceEqual(expected), what + " sealed, under the nonce in front"); // another one each time
        else
            c.Same(expected, message.Span, what + " sealed");

        var opened = c.Choices.Flag("opened in place") ? inside : c.Place(text.Length);
        if (!c.Choices.Rarely("forged", 5))
        {
            Open();
            c.Same(text, opened.Span, what + " opened");
            return;
        }

        Placed[] parts = [message, isDrawn || nonce.Length == 0 ? message : n, data.Length > 0 ? a : message];
        var part = parts[c.Choices.Draw("forged part", parts.Length - 1)];
        part.Span[c.Choices.Draw("forged byte", part.Length - 1)] ^= (byte)(1 + c.Choices.Draw("difference", 254));
        c.Refused<AuthenticationTagMismatchException>(
            () =>
            {
                Open();
                return [];
            },
            what + " forged");
        c.Same(new byte[text.Length], opened.Span, what + " forged and refused");

        void Open()
        {
            switch (form)
            {
                case Apart:
                    ours.Decrypt(n.Span, inside.Span, code.Span, opened.Span, a.Span);
                    break;
                case Appended when isDrawn:
                    ours.OpenDrawn(message.Span, opened.Span, a.Span);
                    break;
                case Appended:
                    ours.Open(n.Span, message.Span, opened.Span, a.Span);
                    break;
                case Static when isDrawn:
                    aead.OpenDrawn(k.Span, message.Span, opened.Span, a.Span);
                    break;
                default:
                    aead.Open(k.Span, n.Span, message.Span, opened.Span, a.Span);
                    break;
            }
        }
    }
}
