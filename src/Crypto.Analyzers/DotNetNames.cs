using System;

namespace ManagedCrypto.Analyzers;

/// <summary>
/// .NET's symmetric cryptography by its names, for the analyzer, which looks into code, and the build's report, which looks into
/// assemblies.
/// </summary>
internal static class DotNetNames
{
    public const string Namespace = "System.Security.Cryptography";

    /// <summary>Beginnings of the names of its types, those included that .NET Framework alone has.</summary>
    private static readonly string[] s_symmetric =
    [
        "Aes", "ChaCha20Poly1305", "DES", "HKDF", "HMAC", "IncrementalHash", "Kmac", "MACTripleDES", "MD5", "PasswordDeriveBytes",
        "RC2", "RIPEMD160", "Rfc2898DeriveBytes", "Rijndael", "SHA", "SP800108HmacCounterKdf", "Shake", "TripleDES",
    ];

    /// <summary>Whether the type of <see cref="Namespace"/> is a cipher, a hash, a MAC or a derivation of keys.</summary>
    public static bool IsSymmetric(string type) =>
        Array.Exists(s_symmetric, beginning => type.StartsWith(beginning, StringComparison.Ordinal));

    /// <summary>Whether it makes random numbers.</summary>
    public static bool IsRandom(string type) => type is "RandomNumberGenerator" or "RNGCryptoServiceProvider";

    /// <summary>What to write in place of a static method that finds algorithms by their names; null if it is none.</summary>
    public static string? InPlaceOfName(string type, string method) => type switch
    {
        "CryptoConfig" when method.StartsWith("Create", StringComparison.Ordinal) => "SHA256.Create()",
        "HashAlgorithm" when method == "Create" => "SHA256.Create()",
        "SymmetricAlgorithm" when method == "Create" => "Aes.Create()",
        "HMAC" or "KeyedHashAlgorithm" when method == "Create" => "new HMACSHA256()",
        "CryptographicOperations" when method.Contains("Hmac") || method.Contains("Hash") => "SHA256.HashData",
        _ => null,
    };
}
