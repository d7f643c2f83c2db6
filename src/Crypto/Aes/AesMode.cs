namespace ManagedCrypto;

/// <summary>The modes of SP 800-38A behind the BCL's <c>CipherMode</c>, CFB by its segment size.</summary>
internal enum AesMode
{
    Ecb,
    Cbc,
    Cfb8,
    Cfb128,
}
