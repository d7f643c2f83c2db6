namespace ManagedCrypto.Benchmarks.Seed2005;

/// <summary>One implementation of AES-128-CBC with its key and IV, which are given to it anew for every message.</summary>
internal interface ISide
{
    void Encrypt(byte[] text, byte[] ciphertext);

    void Decrypt(byte[] ciphertext, byte[] text);
}
