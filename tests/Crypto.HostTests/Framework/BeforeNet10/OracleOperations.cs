using System.Security.Cryptography;
using Bcl = System.Security.Cryptography.IncrementalHash;

namespace ManagedCrypto.Tests;

/// <summary>The one-shots by name of later frameworks, over the objects that these have.</summary>
internal static class OracleOperations
{
    public static byte[] HashData(HashAlgorithmName name, byte[] source) => Hash(Bcl.CreateHash(name), source);

    public static byte[] HmacData(HashAlgorithmName name, byte[] key, byte[] source) => Hash(Bcl.CreateHMAC(name, key), source);

    private static byte[] Hash(Bcl hash, byte[] source)
    {
        using (hash)
        {
            hash.AppendData(source);
            return hash.GetHashAndReset();
        }
    }
}
