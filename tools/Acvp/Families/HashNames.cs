using System;
using System.Collections.Generic;
using System.Security.Cryptography;

namespace ManagedCrypto.Acvp.Families;

/// <summary>Hash functions by ACVP's names.</summary>
internal static class HashNames
{
    private static readonly Dictionary<string, HashAlgorithmName> s_byName = new()
    {
        ["SHA-1"] = HashAlgorithmName.SHA1,
        ["SHA2-224"] = new("SHA224"),
        ["SHA2-256"] = HashAlgorithmName.SHA256,
        ["SHA2-384"] = HashAlgorithmName.SHA384,
        ["SHA2-512"] = HashAlgorithmName.SHA512,
        ["SHA2-512/256"] = new("SHA512-256"),
        ["SHA3-224"] = new("SHA3-224"),
        ["SHA3-256"] = HashAlgorithmName.SHA3_256,
        ["SHA3-384"] = HashAlgorithmName.SHA3_384,
        ["SHA3-512"] = HashAlgorithmName.SHA3_512,
    };

    public static IReadOnlyDictionary<string, HashAlgorithmName> All => s_byName;

    public static string[] Names => [.. s_byName.Keys];

    /// <summary>The hash function that a property of a case names.</summary>
    /// <param name="test">The case.</param>
    /// <param name="property">The property.</param>
    /// <param name="prefix">What the name begins with in this property.</param>
    public static HashAlgorithmName Of(TestCase test, string property, string prefix = "")
    {
        var text = test.Text(property);
        return text.StartsWith(prefix, StringComparison.Ordinal) && s_byName.TryGetValue(text[prefix.Length..], out var name)
            ? name
            : throw test.NotAnswered($"{property} is '{text}', which is not here");
    }
}
