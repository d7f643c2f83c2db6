using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Fuzz;

/// <summary>
/// SHAKE and KMAC on one kernel: outputs of all lengths, of messages whole and in pieces, read in pieces. .NET is the oracle, but for
/// keys that OpenSSL refuses.
/// </summary>
internal sealed class XofCases(XofFunction function, HashKernel kernel)
{
    /// <summary>OpenSSL refuses shorter keys, and longer ones, and longer customization strings.</summary>
    private const int LeastOfOpenSsl = 4, MostOfOpenSsl = 512;

    private const int MostOutputBytes = 1000;

    private bool Is128 => function.SecurityBits == 128;

    public void Shake(Case c)
    {
        var message = c.Choices.Bytes("text", c.Choices.Length("length"));
        var expected = new byte[c.Choices.Draw("output bytes", MostOutputBytes)];
        if (Is128)
            Bcl.Shake128.HashData(message, expected);
        else
            Bcl.Shake256.HashData(message, expected);

        var hash = function.With(kernel);
        var destination = c.Place(expected.Length);
        var what = $"{function.Name} of {message.Length} bytes";
        if (c.Choices.Flag("whole"))
        {
            XofOutput.Hash(hash, c.Place(message).Span, destination.Span);
        }
        else
        {
            using var pieces = XofEngine.Begin(hash, this);
            Append(c, pieces, message);
            pieces.Current(destination.Span);
            c.Same(expected, destination.Span, what + " in pieces");
            using var copy = pieces.Clone(this);
            var done = 0;
            foreach (var piece in c.Pieces(expected.Length))
            {
                XofEngine.Read(copy, destination.Slice(done, piece).Span);
                done += piece;
            }
        }

        c.Same(expected, destination.Span, what + ", the output");
    }

    public void Kmac(Case c)
    {
        var key = c.Choices.Bytes("key", c.Choices.ShortLength("key bytes"));
        var customization = c.Choices.Bytes("customization", c.Choices.ShortLength("customization bytes"));
        var message = c.Choices.Bytes("text", c.Choices.Length("length"));
        var end = c.Choices.Flag("any length") ? KmacEnd.AnyLength : KmacEnd.Length;
        var expected = ExpectedCode(key, message, c.Choices.Draw("code bytes", MostOutputBytes), customization, end);
        var hash = function.KmacWith(kernel);
        Placed destination = c.Place(expected.Length), placedKey = c.Place(key), purpose = c.Place(customization);
        var what = $"KMAC{function.SecurityBits} of {message.Length} bytes";
        if (c.Choices.Flag("whole"))
        {
            ManagedCrypto.Kmac.Hash(hash, placedKey.Span, purpose.Span, c.Place(message).Span, destination.Span, end);
        }
        else
        {
            using var pieces = KmacEngine.Begin(hash, this, placedKey.Span, purpose.Span, end);
            Append(c, pieces, message);
            pieces.Current(destination.Span);
            c.Same(expected, destination.Span, what + ", midway");
            pieces.FinishAndReset(destination.Span);
            c.Same(expected, destination.Span, what + " in pieces");
            pieces.Append(message);
            pieces.FinishAndReset(destination.Span);
        }

        c.Same(expected, destination.Span, what + ", the code");
    }

    private byte[] ExpectedCode(byte[] key, byte[] message, int bytes, byte[] customization, KmacEnd end)
    {
        var isXof = end == KmacEnd.AnyLength;
        if (key.Length is < LeastOfOpenSsl or > MostOfOpenSsl || customization.Length > MostOfOpenSsl)
            return ReferenceSponge.Kmac(function.SecurityBits, key, message, bytes, customization, isXof);
        return (isXof, Is128) switch
        {
            (false, true) => Bcl.Kmac128.HashData(key, message, bytes, customization),
            (false, false) => Bcl.Kmac256.HashData(key, message, bytes, customization),
            (true, true) => Bcl.KmacXof128.HashData(key, message, bytes, customization),
            (true, false) => Bcl.KmacXof256.HashData(key, message, bytes, customization),
        };
    }

    private static void Append(Case c, IMessageHash pieces, byte[] message)
    {
        var source = c.Place(message);
        var done = 0;
        foreach (var piece in c.Pieces(message.Length))
        {
            pieces.Append(source.Slice(done, piece).Span);
            done += piece;
        }
    }
}
