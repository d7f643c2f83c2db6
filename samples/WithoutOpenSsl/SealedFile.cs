using System;
using System.IO;
using System.Security.Cryptography;

namespace WithoutOpenSsl;

/// <summary>
/// A file that only its key opens: a salt of 16 bytes, the ciphertext, a tag of 16 bytes. Each file has a key of its own, which HKDF
/// makes of the key and the salt, so that the nonce may be the same in all.
/// </summary>
internal static class SealedFile
{
    private const int SaltBytes = 16;
    private const int TagBytes = 16;

    private static readonly byte[] s_nonce = new byte[12];

    public static void Write(string path, byte[] key, byte[] text)
    {
        var file = new byte[SaltBytes + text.Length + TagBytes];
        RandomNumberGenerator.Fill(file.AsSpan(0, SaltBytes));
        using var gcm = KeyOfFile(key, file);
        gcm.Encrypt(s_nonce, text, file.AsSpan(SaltBytes, text.Length), file.AsSpan(SaltBytes + text.Length));
        File.WriteAllBytes(path, file);
    }

    /// <exception cref="AuthenticationTagMismatchException">The file was changed, or is another key's.</exception>
    public static byte[] Read(string path, byte[] key)
    {
        var file = File.ReadAllBytes(path);
        if (file.Length < SaltBytes + TagBytes)
            throw new AuthenticationTagMismatchException($"The file has {file.Length} bytes, fewer than salt and tag.");
        var text = new byte[file.Length - SaltBytes - TagBytes];
        using var gcm = KeyOfFile(key, file);
        gcm.Decrypt(s_nonce, file.AsSpan(SaltBytes, text.Length), file.AsSpan(SaltBytes + text.Length), text);
        return text;
    }

    private static AesGcm KeyOfFile(byte[] key, byte[] file) =>
        new(HKDF.DeriveKey(HashAlgorithmName.SHA256, key, outputLength: 32, salt: file[..SaltBytes]), TagBytes);
}
