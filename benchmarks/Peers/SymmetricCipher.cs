using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>
/// The one-shots of <see cref="SymmetricAlgorithm"/>, which ManagedCrypto and the BCL share. They are compiled once and for all: at a call
/// that both sides share, the JIT would guess the class of one, and build so much of it in that the other took ten nanoseconds longer.
/// </summary>
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
            (CipherMode.Ecb, true) => [MethodImpl(AggressiveOptimization)] (in source, in destination) => aes.EncryptEcb(source, destination, PaddingMode.None),
            (CipherMode.Ecb, false) => [MethodImpl(AggressiveOptimization)] (in source, in destination) => aes.DecryptEcb(source, destination, PaddingMode.None),
            (CipherMode.Cbc, true) => [MethodImpl(AggressiveOptimization)] (in source, in destination) => aes.EncryptCbc(source, iv, destination, PaddingMode.None),
            (CipherMode.Cbc, false) => [MethodImpl(AggressiveOptimization)] (in source, in destination) => aes.DecryptCbc(source, iv, destination, PaddingMode.None),
            (CipherMode.Cfb, true) =>
                [MethodImpl(AggressiveOptimization)] (in source, in destination) => aes.EncryptCfb(source, iv, destination, PaddingMode.None, CfbFeedbackBits),
            (CipherMode.Cfb, false) =>
                [MethodImpl(AggressiveOptimization)] (in source, in destination) => aes.DecryptCfb(source, iv, destination, PaddingMode.None, CfbFeedbackBits),
            _ => null,
        };
    }
}
