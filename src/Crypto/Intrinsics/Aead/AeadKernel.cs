namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Authenticated encryption with associated data (RFC 5116), one call a message. Nothing is read or written outside the buffers, and the
/// key is never written.
/// </summary>
internal abstract unsafe class AeadKernel : Kernel
{
    /// <summary>Bytes of the key that <see cref="ExpandKey"/> writes, if it is for messages of any length.</summary>
    public abstract int KeyBytes { get; }

    /// <summary>The same, if no message has more bytes, text and associated data together.</summary>
    public virtual int KeyBytesFor(long longestMessage) => KeyBytes;

    /// <summary>Rounds of AES under a key of a size that the AEAD takes: <see cref="AeadArguments.Rounds"/>.</summary>
    public virtual int RoundsFor(int cipherKeyBytes) => AesKernel.RoundsFor(cipherKeyBytes);

    /// <summary>
    /// Expands a key of a size that the AEAD takes, for messages of at most <paramref name="longestMessage"/> bytes, text and associated
    /// data together.
    /// </summary>
    public abstract void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage);

    /// <summary>Encrypts the source and computes the tag.</summary>
    public abstract void Seal(AeadArguments* arguments);

    /// <summary>Decrypts the source and computes the tag that it should have; the caller compares.</summary>
    public abstract void Open(AeadArguments* arguments);
}
