using System;
using System.Security.Cryptography;

/// <summary>Code of before .NET 5: the older class is made, and put into a variable of the base class.</summary>
internal static class Program
{
    private static int Main()
    {
        using Aes aes = new AesManaged { KeySize = 128, Mode = CipherMode.CBC };
        using Aes native = new AesCryptoServiceProvider { Key = aes.Key, IV = aes.IV };
        using SHA1 sha1 = new SHA1Managed();
        using SHA256 sha256 = new SHA256CryptoServiceProvider();
        using HashAlgorithm sha512 = SHA512Managed.Create();
        using var md5 = new MD5CryptoServiceProvider();

        var text = new byte[100];
        using var encryptor = aes.CreateEncryptor();
        using var decryptor = native.CreateDecryptor();
        var ciphertext = encryptor.TransformFinalBlock(text, 0, text.Length);
        var cameBack = decryptor.TransformFinalBlock(ciphertext, 0, ciphertext.Length).Length == text.Length;

        foreach (var algorithm in new IDisposable[] { aes, native, sha1, sha256, sha512, md5 })
            Console.WriteLine(algorithm.GetType().FullName);
        foreach (var hash in new[] { sha1, sha256, sha512, md5 })
            Console.WriteLine(BitConverter.ToString(hash.ComputeHash(text), 0, 4));
        return cameBack ? 0 : 1;
    }
}
