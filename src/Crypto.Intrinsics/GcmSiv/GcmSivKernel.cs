namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES-GCM-SIV (RFC 8452), one call a message. Nothing is read or written outside the buffers, and the key is never written.
/// </summary>
internal abstract unsafe class GcmSivKernel : Kernel
{
    /// <summary>Bytes of the key that <see cref="ExpandKey"/> writes.</summary>
    public abstract int KeyBytes { get; }

    /// <summary>Expands a key-generating key of 16 or 32 bytes.</summary>
    public abstract void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key);

    /// <summary>Encrypts the source and computes the tag.</summary>
    public abstract void Seal(GcmSivArguments* arguments);

    /// <summary>Decrypts the source and computes the tag that it should have; the caller compares.</summary>
    public abstract void Open(GcmSivArguments* arguments);
}
