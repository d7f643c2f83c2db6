using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The modes that the BCL's <c>CipherMode</c> stands for, CFB by its segment size. Each is named by its encryption, which its
/// decryption follows in <see cref="AesOperation"/>.
/// </summary>
internal enum AesMode
{
    Ecb = AesOperation.EncryptEcb,
    Cbc = AesOperation.EncryptCbc,
    Cfb8 = AesOperation.EncryptCfb8,
    Cfb128 = AesOperation.EncryptCfb128,
}
