using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using BclCcm = System.Security.Cryptography.AesCcm;

namespace ManagedCrypto.Fuzz;

/// <summary>AES-CCM with all sizes of nonces and tags: sealed, opened, forged. The oracle is .NET's AesCcm.</summary>
internal sealed class CcmCases(AesKernel kernel)
{
    private const int ShortestNonce = 7, LongestNonce = 13, SmallestTag = 4, LargestTag = 16, LongestMessage = 0xFFFF;

    public void Run(Case c)
    {
        var key = c.Choices.Bytes("key", c.Choices.Pick("key bytes", AesMatrix.KeyBytes));
        var nonce = c.Choices.Bytes("nonce", LongestNonce - c.Choices.Draw("nonce bytes missing", LongestNonce - ShortestNonce));
        var data = c.Choices.Bytes("data", c.Choices.Flag("with data") ? c.Choices.Length("data length") : 0);
        var text = c.Choices.Bytes("text", Math.Min(c.Choices.Length("length"), LongestMessage));
        var tag = new byte[LargestTag - (2 * c.Choices.Draw("half the tag bytes missing", (LargestTag - SmallestTag) / 2))];
        var ciphertext = new byte[text.Length];
        using (var theirs = new BclCcm(key))
            theirs.Encrypt(nonce, text, ciphertext, tag, data);

        using var ours = new AesCcm(new CcmComposed(kernel), c.Place(key).Span);
        var what = $"{text.Length} bytes with {data.Length} of data";
        Placed n = c.Place(nonce), a = c.Place(data), source = c.Place(text), t = c.Place(tag.Length);
        var destination = c.Choices.Flag("in place") ? source : c.Place(text.Length);
        ours.Encrypt(n.Span, source.Span, destination.Span, t.Span, a.Span);
        c.Same(ciphertext, destination.Span, what + " encrypted");
        c.Same(tag, t.Span, what + " authenticated");

        if (!c.Choices.Rarely("forged", 5))
        {
            ours.Decrypt(n.Span, destination.Span, t.Span, source.Span, a.Span);
            c.Same(text, source.Span, what + " decrypted");
            return;
        }

        var parts = new[] { t, n, data.Length > 0 ? a : t, text.Length > 0 ? destination : t };
        var part = parts[c.Choices.Draw("part", parts.Length - 1)];
        part.Span[c.Choices.Draw("at", part.Span.Length - 1)] ^= (byte)(1 + c.Choices.Draw("difference", 254));
        c.Refused<AuthenticationTagMismatchException>(
            () =>
            {
                ours.Decrypt(n.Span, destination.Span, t.Span, source.Span, a.Span);
                return [];
            },
            what + " forged");
        c.Same(new byte[text.Length], source.Span, what + " forged and refused");
    }
}
