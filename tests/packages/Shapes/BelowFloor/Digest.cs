using System.Security.Cryptography;

/// <summary>A library that serves frameworks which the package does not.</summary>
public static class Digest
{
    /// <summary>SHA-256 of a text.</summary>
    public static byte[] Of(byte[] text)
    {
        using var sha = SHA256.Create();
        return sha.ComputeHash(text);
    }
}
