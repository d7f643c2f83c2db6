using System.IO;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Tests;

#pragma warning disable CA5350 // SHA-1 is tested like the rest.

/// <summary>The one-shots of later frameworks, over the objects that this one has.</summary>
internal static class OneShot
{
    public static byte[] Of(Bcl.HashAlgorithm hash, byte[] source)
    {
        using (hash)
            return hash.ComputeHash(source);
    }
}

internal static class Sha1OneShots
{
    extension(Bcl.SHA1)
    {
        public static byte[] HashData(byte[] source) => OneShot.Of(Bcl.SHA1.Create(), source);
    }
}

internal static class HmacSha1OneShots
{
    extension(Bcl.HMACSHA1)
    {
        public static byte[] HashData(byte[] key, byte[] source) => OneShot.Of(new Bcl.HMACSHA1(key), source);
    }
}

internal static class Sha256OneShots
{
    extension(Bcl.SHA256)
    {
        public static byte[] HashData(byte[] source) => OneShot.Of(Bcl.SHA256.Create(), source);

        public static byte[] HashData(Stream source)
        {
            using var hash = Bcl.SHA256.Create();
            return hash.ComputeHash(source);
        }
    }
}

internal static class HmacSha256OneShots
{
    extension(Bcl.HMACSHA256)
    {
        public static byte[] HashData(byte[] key, byte[] source) => OneShot.Of(new Bcl.HMACSHA256(key), source);
    }
}

internal static class Sha384OneShots
{
    extension(Bcl.SHA384)
    {
        public static byte[] HashData(byte[] source) => OneShot.Of(Bcl.SHA384.Create(), source);
    }
}

internal static class HmacSha384OneShots
{
    extension(Bcl.HMACSHA384)
    {
        public static byte[] HashData(byte[] key, byte[] source) => OneShot.Of(new Bcl.HMACSHA384(key), source);
    }
}

internal static class Sha512OneShots
{
    extension(Bcl.SHA512)
    {
        public static byte[] HashData(byte[] source) => OneShot.Of(Bcl.SHA512.Create(), source);
    }
}

internal static class HmacSha512OneShots
{
    extension(Bcl.HMACSHA512)
    {
        public static byte[] HashData(byte[] key, byte[] source) => OneShot.Of(new Bcl.HMACSHA512(key), source);
    }
}
