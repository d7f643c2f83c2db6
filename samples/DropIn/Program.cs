using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

namespace DropIn;

/// <summary>
/// An ordinary program: it names .NET's own types, and knows of no other. It encrypts, seals, hashes and authenticates a text,
/// and prints what comes of it.
/// </summary>
internal static class Program
{
    private static int Main()
    {
        var text = Encoding.UTF8.GetBytes("In the middle of difficulty lies opportunity.");
        var key = Enumerable.Range(0, 32).Select(i => (byte)i).ToArray();

        var ciphertext = Encrypt(key, text);
        Show("AES-256-CBC", ciphertext);
        var sealedText = Seal(key, text, out var tag);
        Show("AES-256-GCM", sealedText.Concat(tag).ToArray());

        Show("SHA-1", SHA1.HashData(text));
        Show("SHA-256", SHA256.HashData(text));
        using var stream = new MemoryStream(text);
        using var sha384 = SHA384.Create();
        Show("SHA-384", sha384.ComputeHash(stream));
        using HashAlgorithm sha512 = SHA512.Create();
        Show("SHA-512", sha512.ComputeHash(text));

        Show("HMAC-SHA-1", HMACSHA1.HashData(key, text));
        using var hmac = new HMACSHA256(key);
        Show("HMAC-SHA-256", hmac.ComputeHash(text));
        Show("HMAC-SHA-384", HMACSHA384.HashData(key, text));
        Show("HMAC-SHA-512", HMACSHA512.HashData(key, text));
        using var pieces = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, key);
        pieces.AppendData(text, 0, 10);
        pieces.AppendData(text, 10, text.Length - 10);
        Show("HMAC-SHA-256 in pieces", pieces.GetHashAndReset());

        var same = text.SequenceEqual(Decrypt(key, ciphertext)) && text.SequenceEqual(Open(key, sealedText, tag));
        Console.WriteLine(same ? "Both texts came back." : "A text did not come back.");
        return same ? 0 : 1;
    }

    private static byte[] Encrypt(byte[] key, byte[] text)
    {
        using var aes = Aes.Create();
        aes.Key = key;
        aes.IV = new byte[16];
        using var encrypted = new MemoryStream();
        using (var stream = new CryptoStream(encrypted, aes.CreateEncryptor(), CryptoStreamMode.Write))
            stream.Write(text, 0, text.Length);
        return encrypted.ToArray();
    }

    private static byte[] Decrypt(byte[] key, byte[] ciphertext)
    {
        using Aes aes = Aes.Create();
        aes.Key = key;
        return aes.DecryptCbc(ciphertext, new byte[16]);
    }

    private static byte[] Seal(byte[] key, byte[] text, out byte[] tag)
    {
        var ciphertext = new byte[text.Length];
        tag = new byte[16];
        using var gcm = new AesGcm(key, tag.Length);
        gcm.Encrypt(new byte[12], text, ciphertext, tag);
        return ciphertext;
    }

    private static byte[] Open(byte[] key, byte[] ciphertext, byte[] tag)
    {
        var text = new byte[ciphertext.Length];
        using var gcm = new AesGcm(key, tag.Length);
        gcm.Decrypt(new byte[12], ciphertext, tag, text);
        return text;
    }

    private static void Show(string what, byte[] bytes) => Console.WriteLine(what + ": " + Convert.ToBase64String(bytes));
}
