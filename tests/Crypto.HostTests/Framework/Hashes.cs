using System.IO;
using System.Security.Cryptography;

namespace ManagedCrypto.Tests;

/// <summary>The one-shots of later frameworks, over the objects that this one has.</summary>
internal static class Sha256OneShots
{
    extension(System.Security.Cryptography.SHA256)
    {
        public static byte[] HashData(byte[] source) => OracleOperations.HashData(HashAlgorithmName.SHA256, source);

        public static byte[] HashData(Stream source)
        {
            using var hash = System.Security.Cryptography.SHA256.Create();
            return hash.ComputeHash(source);
        }
    }
}
