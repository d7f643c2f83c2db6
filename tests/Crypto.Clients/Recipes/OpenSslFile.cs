using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto;

internal static class OpenSslFile
{
    /// <summary>openssl enc -aes-256-cbc -K KEY -iv IV</summary>
    public static void EncryptCbc(byte[] key, byte[] iv, Stream plaintext, Stream file)
    {
        using var stream = new AesCbcEncryptingStream(file, key, iv, leaveOpen: true);
        plaintext.CopyTo(stream);
        stream.Complete();
    }

    /// <summary>openssl enc -d -aes-256-cbc -K KEY -iv IV</summary>
    public static void DecryptCbc(byte[] key, byte[] iv, Stream file, Stream plaintext)
    {
        using var stream = new AesCbcDecryptingStream(file, key, iv, leaveOpen: true);
        stream.CopyTo(plaintext);
    }

    /// <summary>openssl enc [-d] -aes-256-ctr -K KEY -iv IV: to decrypt is to encrypt again.</summary>
    public static void TransformCtr(byte[] key, byte[] iv, Stream source, Stream destination)
    {
        using var stream = new AesCtrStream(destination, key, iv, leaveOpen: true);
        source.CopyTo(stream);
    }

    /// <summary>openssl enc -aes-256-cbc -pbkdf2 -pass pass:PASSWORD</summary>
    public static void Encrypt(string password, Stream plaintext, Stream file)
    {
        var salt = ManagedCrypto.RandomNumberGenerator.GetBytes(8);
        file.Write("Salted__"u8);
        file.Write(salt);
        var (key, iv) = Derive(password, salt);
        EncryptCbc(key, iv, plaintext, file);
    }

    /// <summary>openssl enc -d -aes-256-cbc -pbkdf2 -pass pass:PASSWORD</summary>
    public static void Decrypt(string password, Stream file, Stream plaintext)
    {
        var head = new byte[16];
        file.ReadExactly(head);
        if (!head.AsSpan(0, 8).SequenceEqual("Salted__"u8))
            throw new InvalidDataException("The file does not begin with Salted__.");
        var (key, iv) = Derive(password, head[8..]);
        DecryptCbc(key, iv, file, plaintext);
    }

    /// <summary>PBKDF2 with HMAC-SHA-256 (RFC 8018, section 5.2), 10,000 iterations as openssl has without -iter.</summary>
    private static (byte[] Key, byte[] IV) Derive(string password, byte[] salt)
    {
        var derived = ManagedCrypto.Rfc2898DeriveBytes.Pbkdf2(password, salt, 10_000, HashAlgorithmName.SHA256, 48);
        return (derived[..32], derived[32..]);
    }
}
