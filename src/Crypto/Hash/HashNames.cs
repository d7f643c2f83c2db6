using System;
using System.Security.Cryptography;

namespace ManagedCrypto;

/// <summary>Hash functions by the names that .NET gives them.</summary>
internal static class HashNames
{
    /// <summary>The hash function of a name that a caller gave.</summary>
    /// <param name="hashAlgorithm">The argument.</param>
    /// <param name="parameter">Its name.</param>
    /// <exception cref="ArgumentNullException">There is no name.</exception>
    /// <exception cref="ArgumentException">The name is empty.</exception>
    /// <exception cref="CryptographicException">The name is unknown.</exception>
    public static MessageHash Required(HashAlgorithmName hashAlgorithm, string parameter)
    {
        RequireName(hashAlgorithm, parameter);
        return Known(hashAlgorithm);
    }

    /// <param name="hashAlgorithm">The argument.</param>
    /// <param name="parameter">Its name.</param>
    /// <exception cref="ArgumentNullException">There is no name.</exception>
    /// <exception cref="ArgumentException">The name is empty.</exception>
    public static void RequireName(HashAlgorithmName hashAlgorithm, string parameter)
    {
        Arguments.Required(hashAlgorithm.Name, parameter);
        if (hashAlgorithm.Name!.Length == 0)
            throw new ArgumentException("The name of the hash algorithm is empty.", parameter);
    }

    /// <summary>The hash function of a name, where .NET does not tell a missing name from an unknown one.</summary>
    /// <exception cref="CryptographicException">The name is missing or unknown.</exception>
    public static MessageHash Known(HashAlgorithmName hashAlgorithm) => Find(hashAlgorithm)?.Best ?? throw Unknown(hashAlgorithm);

    /// <summary>As <see cref="Required"/>, for derivations of keys that refuse MD5, as .NET's do.</summary>
    /// <inheritdoc cref="Required"/>
    public static MessageHash RequiredForKeys(HashAlgorithmName hashAlgorithm, string parameter)
    {
        RequireName(hashAlgorithm, parameter);
        return KnownForKeys(hashAlgorithm);
    }

    /// <summary>As <see cref="Known"/>, for derivations of keys that refuse MD5, as .NET's do.</summary>
    /// <exception cref="CryptographicException">The name is missing, unknown or MD5.</exception>
    public static MessageHash KnownForKeys(HashAlgorithmName hashAlgorithm) => hashAlgorithm == HashAlgorithmName.MD5
        ? throw new CryptographicException("No key is derived with MD5, as by .NET's namesake; SHA1 and later hash functions are taken.")
        : Known(hashAlgorithm);

    /// <returns>Null if this library has no such hash function.</returns>
    public static HashFunction? Find(HashAlgorithmName hashAlgorithm)
    {
        foreach (var known in Algorithms.Hashes)
            if (known.HashName == hashAlgorithm.Name)
                return known;
        return null;
    }

    public static CryptographicException Unknown(HashAlgorithmName hashAlgorithm) =>
        new($"'{hashAlgorithm.Name}' is not a known hash algorithm.");
}
