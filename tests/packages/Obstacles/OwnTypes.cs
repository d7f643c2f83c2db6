using Shop.Hashing;
using System.Runtime.Intrinsics.X86;

namespace Obstacles;

/// <summary>O1: an alias would come before what a using imports, the program's own types and other ones of .NET's.</summary>
internal static class OwnTypes
{
    public static object[] Run() => [SHA256.HashData([1]), RandomNumberGenerator.Next(), new ChaCha20Poly1305(1).Rounds, Aes.IsSupported.GetType().Name];
}
