using System;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using BclGcm = System.Security.Cryptography.AesGcm;

namespace ManagedCrypto.Fuzz;

/// <summary>GMAC: right codes, and wrong ones refused. The oracle is .NET's AesGcm, given no text.</summary>
internal sealed class GmacCases(GcmKernel kernel)
{
    private const int NonceBytes = 12;

    public void Run(Case c)
    {
        var key = c.Choices.Bytes("key", c.Choices.Pick("key bytes", AesMatrix.KeyBytes));
        var nonce = c.Choices.Bytes("nonce", NonceBytes);
        var message = c.Choices.Bytes("text", c.Choices.Length("length"));
        var expected = new byte[AesGmac.HashSizeInBytes];
        using (var theirs = new BclGcm(key, expected.Length))
            theirs.Encrypt(nonce, ReadOnlySpan<byte>.Empty, Span<byte>.Empty, expected, message);

        using var gmac = new AesGmac(kernel, c.Place(key).Span);
        Placed source = c.Place(message), destination = c.Place(expected.Length + c.Choices.Draw("room", 3));
        var placedNonce = c.Place(nonce);
        gmac.ComputeHash(placedNonce.Span, source.Span, destination.Span);
        c.Same(expected, destination.Span[..expected.Length], $"the code of {message.Length} bytes");

        var isWrong = c.Choices.Flag("wrong");
        if (isWrong)
            expected[c.Choices.Draw("byte", expected.Length - 1)] ^= (byte)(1 << c.Choices.Draw("bit", 7));
        var verified = gmac.VerifyHash(placedNonce.Span, source.Span, c.Place(expected).Span);
        c.SameValue(!isWrong, verified, $"whether the code of {message.Length} bytes is right");
    }
}
