using System;
using System.Security.Cryptography;

namespace ChangedLibrary
{
    /// <summary>A library of the same solution.</summary>
    public static class Digest
    {
        /// <summary>The HMAC of a text, under its own hash.</summary>
        public static string Of(byte[] text)
        {
            using (var sha = SHA256.Create())
            using (var hmac = new HMACSHA256(sha.ComputeHash(text)))
                return BitConverter.ToString(hmac.ComputeHash(text));
        }
    }
}
