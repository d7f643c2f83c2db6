namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES-GCM (SP 800-38D), one call a message. Nothing is read or written outside the buffers, and the key is never written.
/// </summary>
internal abstract unsafe class GcmKernel : Kernel
{
    /// <summary>Whatever runs only for long messages, if a kernel is tested in parts. The rest is no part, and tested at once.</summary>
    public const int LongMessages = 0;

    /// <summary>No kernel has a longer key.</summary>
    public const int LargestKeyBytes = 8448;

    /// <summary>Bytes of the key that <see cref="ExpandKey"/> writes, if it is for messages of any length.</summary>
    public abstract int KeyBytes { get; }

    /// <summary>The same, if none has more bytes than the longest, text and associated data together.</summary>
    public virtual int KeyBytesFor(long longestMessage) => KeyBytes;

    /// <summary>
    /// Expands an AES key of 16, 24 or 32 bytes, and H with what the kernel derives from it. It is for messages
    /// of at most <paramref name="longestMessage"/> bytes, text and associated data together.
    /// </summary>
    public abstract void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage);

    /// <summary>Encrypts the source and computes the tag.</summary>
    public abstract void Seal(GcmArguments* arguments);

    /// <summary>Decrypts the source and computes the tag that it should have; the caller compares.</summary>
    public abstract void Open(GcmArguments* arguments);
}
