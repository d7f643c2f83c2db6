using System;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

/// <summary>Many messages at once: of one length, or a list of any lengths. .NET is the oracle, one by one.</summary>
internal sealed class ManyCases(LanesSubject subject)
{
    private const int MostMessages = 40;

    public void Run(Case c)
    {
        var count = c.Choices.Draw("messages", MostMessages);
        var length = c.Choices.Flag("one length") ? 1 + c.Choices.ShortLength("length") : 0;
        byte[][] messages = [.. Enumerable.Range(0, count)
            .Select(_ => c.Choices.Bytes("text", length > 0 ? length : c.Choices.ShortLength("length")))];
        byte[] expected = [.. messages.SelectMany(Expected)];
        var digests = c.Place(expected.Length + c.Choices.Draw("room", 3));
        if (length > 0)
            subject.Many.Hash(c.Place([.. messages.SelectMany(message => message)]).Span, length, digests.Span);
        else
            subject.Many.Hash([.. messages.Select(message => (ReadOnlyMemory<byte>)message)], digests.Span);
        c.Same(expected, digests.Span[..expected.Length], $"digests of {count} messages");
    }

    private byte[] Expected(byte[] message) =>
        CryptographicOperations.HashData(new HashAlgorithmName(subject.Function.HashName), message);
}
