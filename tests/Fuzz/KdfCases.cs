using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

/// <summary>Keys from passwords and keys, on one kernel. The oracles are written from their standards on .NET's HMAC.</summary>
internal sealed class KdfCases(HashSubject hmac)
{
    private const int MostBytes = 200, MostIterations = 20;

    public void Run(Case c)
    {
        byte[] key = Bytes(c, "key"), salt = Bytes(c, "salt"), info = Bytes(c, "info");
        var bytes = c.Choices.Draw("bytes", MostBytes);
        var iterations = 1 + c.Choices.Draw("iterations", MostIterations - 1);
        var destination = c.Place(bytes);
        switch (c.Choices.Draw("way", 2))
        {
            case 0:
                Pbkdf2State.Derive(hmac.MessageHash, c.Place(key).Span, c.Place(salt).Span, iterations, destination.Span);
                var expected = ReferenceKdf.Pbkdf2(hmac, key, salt, iterations, bytes);
                c.Same(expected, destination.Span, $"PBKDF2, {iterations} iterations, {bytes} bytes");
                break;
            case 1:
                HkdfSteps.Derive(hmac.MessageHash, c.Place(key).Span, destination.Span, c.Place(salt).Span, c.Place(info).Span);
                c.Same(ReferenceKdf.Hkdf(hmac, key, salt, info, bytes), destination.Span, $"HKDF, {bytes} bytes");
                break;
            default:
                using (var kdf = new SP800108HmacCounterKdf(c.Place(key).Span, hmac.MessageHash))
                    kdf.DeriveKey(c.Place(salt).Span, c.Place(info).Span, destination.Span);
                c.Same(ReferenceKdf.Counter(hmac, key, salt, info, bytes), destination.Span, $"SP 800-108, {bytes} bytes");
                break;
        }
    }

    private static byte[] Bytes(Case c, string name) => c.Choices.Bytes(name, c.Choices.ShortLength(name + " bytes"));
}
