using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

/// <summary>AES-GCM-SIV: sealed, opened, forged. The oracle is that of the tests, since .NET has no such class.</summary>
internal sealed class GcmSivCases(AeadKernel kernel)
{
    private const int NonceBytes = 12, TagBytes = 16;

    private static readonly int[] s_keyBytes = [16, 32];

    public void Run(Case c)
    {
        var key = c.Choices.Bytes("key", c.Choices.Pick("key bytes", s_keyBytes));
        var nonce = c.Choices.Bytes("nonce", NonceBytes);
        var data = c.Choices.Bytes("data", c.Choices.Flag("with data") ? c.Choices.Length("data length") : 0);
        var text = c.Choices.Bytes("text", c.Choices.Length("length"));
        byte[] tag = new byte[TagBytes], ciphertext = new byte[text.Length];
        new ReferenceGcmSiv(key).Encrypt(nonce, text, ciphertext, tag, data);

        using var ours = new AesGcmSiv(kernel, c.Place(key).Span);
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
