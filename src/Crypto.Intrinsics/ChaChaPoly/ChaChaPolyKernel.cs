namespace ManagedCrypto.Intrinsics;

/// <summary>
/// ChaCha20-Poly1305 (RFC 8439, section 2.8), one call a message, and what XChaCha20-Poly1305 needs besides. Nothing is read or written
/// outside the buffers, and the key is never written.
/// </summary>
internal abstract unsafe class ChaChaPolyKernel : Kernel
{
    public const int KeyBytes = 32;

    /// <summary>Bytes of the nonce that <see cref="DeriveSubkey"/> takes.</summary>
    public const int HashedNonceBytes = 16;

    /// <summary>Encrypts the source and computes the tag.</summary>
    public abstract void Seal(ChaChaPolyArguments* arguments);

    /// <summary>Decrypts the source and computes the tag that it should have; the caller compares.</summary>
    public abstract void Open(ChaChaPolyArguments* arguments);

    /// <summary>HChaCha20 (draft-irtf-cfrg-xchacha, section 2.2): derives a key of 32 bytes from another and a nonce of 16.</summary>
    public abstract void DeriveSubkey(byte* key, byte* nonce, byte* subkey);
}
