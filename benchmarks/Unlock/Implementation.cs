using System.Security.Cryptography;

namespace ManagedCrypto.Benchmarks.Unlock;

/// <summary>Whose classes a program takes. It disposes of the objects.</summary>
/// <param name="id">Its name in files.</param>
/// <param name="name">Its name in tables.</param>
internal abstract class Implementation(string id, string name)
{
    public string Id => id;

    public string Name => name;

    /// <summary>SHA-256 or SHA-512.</summary>
    public abstract HashAlgorithm CreateHash(HashAlgorithmName function);

    public abstract KeyedHashAlgorithm CreateHmacSha256(byte[] key);

    /// <summary>Encrypts by AES in ECB mode without padding.</summary>
    public abstract ICryptoTransform CreateEcbEncryptor(byte[] key);

    /// <summary>A whole derivation in one call, with HMAC over SHA-256 or SHA-512.</summary>
    public abstract byte[] Pbkdf2(HashAlgorithmName function, byte[] password, byte[] salt, int rounds, int bytes);
}

internal sealed class Own() : Implementation("managed", "ManagedCrypto")
{
    public override HashAlgorithm CreateHash(HashAlgorithmName function) =>
        function == HashAlgorithmName.SHA256 ? new SHA256() : new SHA512();

    public override KeyedHashAlgorithm CreateHmacSha256(byte[] key) => new HMACSHA256(key);

    public override ICryptoTransform CreateEcbEncryptor(byte[] key)
    {
        using var aes = new Aes { Mode = CipherMode.ECB, Padding = PaddingMode.None };
        return aes.CreateEncryptor(key, null);
    }

    public override byte[] Pbkdf2(HashAlgorithmName function, byte[] password, byte[] salt, int rounds, int bytes) =>
        Rfc2898DeriveBytes.Pbkdf2(password, salt, rounds, function, bytes);
}

internal sealed class Bcl() : Implementation("bcl", ".NET")
{
    public override HashAlgorithm CreateHash(HashAlgorithmName function) => function == HashAlgorithmName.SHA256
        ? System.Security.Cryptography.SHA256.Create()
        : System.Security.Cryptography.SHA512.Create();

    public override KeyedHashAlgorithm CreateHmacSha256(byte[] key) => new System.Security.Cryptography.HMACSHA256(key);

    public override ICryptoTransform CreateEcbEncryptor(byte[] key)
    {
        using var aes = System.Security.Cryptography.Aes.Create();
        aes.Mode = CipherMode.ECB;
        aes.Padding = PaddingMode.None;
        return aes.CreateEncryptor(key, null);
    }

    public override byte[] Pbkdf2(HashAlgorithmName function, byte[] password, byte[] salt, int rounds, int bytes)
    {
#if NET
        return System.Security.Cryptography.Rfc2898DeriveBytes.Pbkdf2(password, salt, rounds, function, bytes);
#else
#pragma warning disable CA5379 // The caller names the hash function.
        using var derivation = new System.Security.Cryptography.Rfc2898DeriveBytes(password, salt, rounds, function);
        return derivation.GetBytes(bytes);
#pragma warning restore CA5379
#endif
    }
}
