namespace ManagedCrypto.Intrinsics;

/// <summary>ChaCha20-Poly1305 (RFC 8439, section 2.8), and what XChaCha20-Poly1305 needs besides.</summary>
internal abstract unsafe class ChaChaPolyKernel : AeadKernel
{
    public const int CipherKeyBytes = 32;

    /// <summary>Bytes of the nonce that <see cref="DeriveSubkey"/> takes.</summary>
    public const int HashedNonceBytes = 16;

    public override int KeyBytes => CipherKeyBytes;

    /// <summary>The key as it is: its words are the cipher's.</summary>
    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage) =>
        Secret.Copy(new(cipherKey, CipherKeyBytes), new(key, CipherKeyBytes));

    /// <summary>HChaCha20 (draft-irtf-cfrg-xchacha, section 2.2): derives a key of 32 bytes from another and a nonce of 16.</summary>
    public abstract void DeriveSubkey(byte* key, byte* nonce, byte* subkey);
}
