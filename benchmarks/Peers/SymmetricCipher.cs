using System.Security.Cryptography;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>The one-shots of <see cref="SymmetricAlgorithm"/>, which ManagedCrypto and the BCL share.</summary>
internal static class SymmetricCipher
{
    private const int CfbFeedbackBits = 128;

    public static Transform? Of(SymmetricAlgorithm aes, CipherMode mode, bool encrypt, byte[] key, byte[] iv)
    {
        if (mode is CipherMode.Ctr or CipherMode.Xts)
            return null;
        aes.Key = key;
        return (mode, encrypt) switch
        {
            (CipherMode.Ecb, true) => (in source, in destination) => aes.EncryptEcb(source, destination, PaddingMode.None),
            (CipherMode.Ecb, false) => (in source, in destination) => aes.DecryptEcb(source, destination, PaddingMode.None),
            (CipherMode.Cbc, true) => (in source, in destination) => aes.EncryptCbc(source, iv, destination, PaddingMode.None),
            (CipherMode.Cbc, false) => (in source, in destination) => aes.DecryptCbc(source, iv, destination, PaddingMode.None),
            (CipherMode.Cfb, true) =>
                (in source, in destination) => aes.EncryptCfb(source, iv, destination, PaddingMode.None, CfbFeedbackBits),
            (CipherMode.Cfb, false) =>
                (in source, in destination) => aes.DecryptCfb(source, iv, destination, PaddingMode.None, CfbFeedbackBits),
            _ => null,
        };
    }
}
