namespace Missed
{
    using System.Security.Cryptography;

    /// <summary>Its using stands inside the namespace.</summary>
    public static class Digests
    {
        public static byte[] Digest() => SHA256.HashData(new byte[3]); // MCDI101

        public static byte[] ByName() => CryptographicOperations.HashData(HashAlgorithmName.SHA1, new byte[3]); // MCDI101
    }
}
