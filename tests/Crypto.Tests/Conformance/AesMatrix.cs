using System;
using System.Collections.Generic;
using System.Security.Cryptography;
using Framework = System.Security.Cryptography.Aes;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>The settings that AES is tested in, and one-shots that go by them.</summary>
internal sealed class AesMatrix(CipherMode mode, int feedbackBits)
{
    public static readonly AesMatrix Ecb = new(CipherMode.ECB, 128);
    public static readonly AesMatrix Cbc = new(CipherMode.CBC, 128);
    public static readonly AesMatrix Cfb8 = new(CipherMode.CFB, 8);
    public static readonly AesMatrix Cfb128 = new(CipherMode.CFB, 128);

    public static readonly AesMatrix[] Modes = [Ecb, Cbc, Cfb8, Cfb128];
    public static readonly PaddingMode[] Paddings =
        [PaddingMode.None, PaddingMode.PKCS7, PaddingMode.Zeros, PaddingMode.ANSIX923, PaddingMode.ISO10126];

    public static readonly PaddingMode[] RemovablePaddings = [PaddingMode.PKCS7, PaddingMode.ANSIX923, PaddingMode.ISO10126];
    public static readonly int[] KeyBytes = [16, 24, 32];

    /// <summary>Bytes that the mode transforms at once.</summary>
    public int Unit => mode == CipherMode.CFB ? feedbackBits / 8 : 16;

    public static IEnumerable<(AesMatrix Mode, PaddingMode Padding)> ModesAndPaddings()
    {
        foreach (var mode in Modes)
        {
            foreach (var padding in Paddings)
                yield return (mode, padding);
        }
    }

    /// <summary>Sets what transforms go by.</summary>
    public Framework Set(Framework aes, byte[] key, byte[] iv, PaddingMode padding)
    {
        aes.Key = key;
        aes.IV = iv;
        aes.Mode = mode;
        aes.FeedbackSize = feedbackBits;
        aes.Padding = padding;
        return aes;
    }

    public byte[] Encrypt(Framework aes, byte[] plaintext, byte[] iv, PaddingMode padding) => mode switch
    {
        CipherMode.ECB => aes.EncryptEcb(plaintext, padding),
        CipherMode.CBC => aes.EncryptCbc(plaintext, iv, padding),
        _ => aes.EncryptCfb(plaintext, iv, padding, feedbackBits),
    };

    public byte[] Decrypt(Framework aes, byte[] ciphertext, byte[] iv, PaddingMode padding) => mode switch
    {
        CipherMode.ECB => aes.DecryptEcb(ciphertext, padding),
        CipherMode.CBC => aes.DecryptCbc(ciphertext, iv, padding),
        _ => aes.DecryptCfb(ciphertext, iv, padding, feedbackBits),
    };

    public bool TryEncrypt(
        Framework aes, ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode padding,
        out int written) =>
        mode switch
        {
            CipherMode.ECB => aes.TryEncryptEcb(plaintext, destination, padding, out written),
            CipherMode.CBC => aes.TryEncryptCbc(plaintext, iv, destination, out written, padding),
            _ => aes.TryEncryptCfb(plaintext, iv, destination, out written, padding, feedbackBits),
        };

    public bool TryDecrypt(
        Framework aes, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode padding,
        out int written) =>
        mode switch
        {
            CipherMode.ECB => aes.TryDecryptEcb(ciphertext, destination, padding, out written),
            CipherMode.CBC => aes.TryDecryptCbc(ciphertext, iv, destination, out written, padding),
            _ => aes.TryDecryptCfb(ciphertext, iv, destination, out written, padding, feedbackBits),
        };

    public override string ToString() => mode == CipherMode.CFB ? $"CFB{feedbackBits}" : mode.ToString();
}
