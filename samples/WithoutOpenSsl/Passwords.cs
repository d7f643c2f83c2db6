using System;
using System.Globalization;
using System.Security.Cryptography;

namespace WithoutOpenSsl;

/// <summary>What a server keeps of a password: PBKDF2-HMAC-SHA-512 with a salt of its own, as <c>iterations.salt.hash</c>.</summary>
internal static class Passwords
{
    private const int SaltBytes = 16;
    private const int HashBytes = 32;

    public static string Hash(string password, int iterations)
    {
        var salt = RandomNumberGenerator.GetBytes(SaltBytes);
        return $"{iterations}.{Convert.ToHexString(salt)}.{Convert.ToHexString(Derive(password, salt, iterations))}";
    }

    /// <exception cref="FormatException">What was kept is not of this form.</exception>
    public static bool Matches(string password, string kept)
    {
        var parts = kept.Split('.');
        if (parts.Length != 3
            || !int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out var iterations) || iterations < 1)
            throw new FormatException("It is not iterations.salt.hash.");
        var hash = Derive(password, Convert.FromHexString(parts[1]), iterations);
        return CryptographicOperations.FixedTimeEquals(hash, Convert.FromHexString(parts[2]));
    }

    private static byte[] Derive(string password, byte[] salt, int iterations) =>
        Rfc2898DeriveBytes.Pbkdf2(password, salt, iterations, HashAlgorithmName.SHA512, HashBytes);
}
