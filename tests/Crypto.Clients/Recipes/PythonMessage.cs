using System.Text;
using ManagedCrypto;

/// <summary>A message is its nonce, the ciphertext, and the tag.</summary>
internal static class PythonMessage
{
    public static byte[] Seal(byte[] key, string header, byte[] text)
    {
        var nonce = RandomNumberGenerator.GetBytes(12);
        return [.. nonce, .. AesGcm.SealToArray(key, nonce, text, Encoding.UTF8.GetBytes(header))];
    }

    /// <exception cref="System.Security.Cryptography.AuthenticationTagMismatchException">Something was changed.</exception>
    public static byte[] Open(byte[] key, string header, byte[] message) =>
        AesGcm.OpenToArray(key, message[..12], message[12..], Encoding.UTF8.GetBytes(header));
}
