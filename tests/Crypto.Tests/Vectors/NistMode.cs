using System;
using System.Security.Cryptography;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>The modes as NIST's files name them, applied to our AES or to .NET's own, without padding.</summary>
internal static class NistMode
{
    public static readonly string[] Names = ["ECB", "CBC", "CFB8", "CFB128"];

    public static readonly int[] KeySizes = [128, 192, 256];

    public static byte[] OneShot(SymmetricAlgorithm aes, string mode, bool encrypt, byte[] text, byte[] iv) =>
        (mode, encrypt) switch
        {
            ("ECB", true) => aes.EncryptEcb(text, PaddingMode.None),
            ("ECB", false) => aes.DecryptEcb(text, PaddingMode.None),
            ("CBC", true) => aes.EncryptCbc(text, iv, PaddingMode.None),
            ("CBC", false) => aes.DecryptCbc(text, iv, PaddingMode.None),
            ("CFB8" or "CFB128", true) => aes.EncryptCfb(text, iv, PaddingMode.None, FeedbackBits(mode)),
            ("CFB8" or "CFB128", false) => aes.DecryptCfb(text, iv, PaddingMode.None, FeedbackBits(mode)),
            _ => throw new ArgumentOutOfRangeException(nameof(mode), mode, "Not a mode of these files."),
        };

    public static ICryptoTransform Transform(SymmetricAlgorithm aes, string mode, bool encrypt, byte[] key, byte[] iv)
    {
        aes.Mode = mode switch { "ECB" => CipherMode.ECB, "CBC" => CipherMode.CBC, _ => CipherMode.CFB };
        aes.FeedbackSize = FeedbackBits(mode);
        aes.Padding = PaddingMode.None;
        return encrypt ? aes.CreateEncryptor(key, iv) : aes.CreateDecryptor(key, iv);
    }

    private static int FeedbackBits(string mode) => mode == "CFB8" ? 8 : 128;
}
