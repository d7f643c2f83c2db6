using System;
using System.IO;
using System.Security.Cryptography;
using System.Text;
using ManagedCrypto;
using Aes = ManagedCrypto.Aes;
using IncrementalHash = ManagedCrypto.IncrementalHash;

internal static class OpenSslFile
{
    /// <summary>openssl enc -aes-256-cbc -K KEY -iv IV</summary>
    public static void EncryptCbc(byte[] key, byte[] iv, Stream plaintext, Stream file)
    {
        using var aes = Aes.Create();
        using var encryptor = aes.CreateEncryptor(key, iv);
        using var stream = new CryptoStream(file, encryptor, CryptoStreamMode.Write, leaveOpen: true);
        plaintext.CopyTo(stream);
    }

    /// <summary>openssl enc -d -aes-256-cbc -K KEY -iv IV</summary>
    public static void DecryptCbc(byte[] key, byte[] iv, Stream file, Stream plaintext)
    {
        using var aes = Aes.Create();
        using var decryptor = aes.CreateDecryptor(key, iv);
        using var stream = new CryptoStream(file, decryptor, CryptoStreamMode.Read, leaveOpen: true);
        stream.CopyTo(plaintext);
    }

    /// <summary>openssl enc [-d] -aes-256-ctr -K KEY -iv IV: to decrypt is to encrypt again.</summary>
    public static void TransformCtr(byte[] key, byte[] iv, Stream source, Stream destination)
    {
        using var ctr = new AesCtr(key);
        using var transform = ctr.CreateTransform(iv);
        using var stream = new CryptoStream(destination, transform, CryptoStreamMode.Write, leaveOpen: true);
        source.CopyTo(stream);
    }

    /// <summary>openssl enc -aes-256-cbc -pbkdf2 -pass pass:PASSWORD</summary>
    public static void Encrypt(string password, Stream plaintext, Stream file)
    {
        using var random = Aes.Create(); // a new one has a random IV, even where there is no OpenSSL
        var salt = random.IV[..8];
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
        using var hmac = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, Encoding.UTF8.GetBytes(password));
        byte[] derived = new byte[64], hash = new byte[32];
        for (byte block = 0; block < 2; block++)
        {
            hmac.AppendData(salt);
            hmac.AppendData([0, 0, 0, (byte)(block + 1)]);
            for (var iteration = 0; iteration < 10_000; iteration++)
            {
                hmac.GetHashAndReset(hash);
                for (var i = 0; i < hash.Length; i++)
                    derived[(32 * block) + i] ^= hash[i];
                hmac.AppendData(hash);
            }

            hmac.GetHashAndReset(hash); // clears what was appended last
        }

        return (derived[..32], derived[32..48]);
    }
}
