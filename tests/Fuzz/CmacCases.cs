using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

/// <summary>CMAC whole and in pieces, right and wrong codes. The oracle is written from SP 800-38B on .NET's ECB.</summary>
internal sealed class CmacCases(AesKernel kernel)
{
    public void Run(Case c)
    {
        var key = c.Choices.Bytes("key", c.Choices.Pick("key bytes", AesMatrix.KeyBytes));
        var message = c.Choices.Bytes("text", c.Choices.Length("length"));
        var expected = ReferenceCmac.Code(key, message);
        Placed source = c.Place(message), destination = c.Place(AesCmac.HashSizeInBytes);
        AesCmac.HashData(kernel, c.Place(key).Span, source.Span, destination.Span);
        c.Same(expected, destination.Span, $"the code of {message.Length} bytes");

        using var cmac = new AesCmac(kernel, key);
        var done = 0;
        foreach (var piece in c.Pieces(message.Length))
        {
            cmac.TransformBlock(message, done, piece, null, 0);
            done += piece;
        }

        cmac.TransformFinalBlock([], 0, 0);
        c.Same(expected, cmac.Hash, $"the code of {message.Length} bytes in pieces");
        c.Same(expected, cmac.ComputeHash(message), "the code again");
    }
}
