namespace ManagedCrypto.Intrinsics;

/// <summary>POLYVAL (RFC 8452, section 3) on its own, for AES-GCM-SIV composed with it.</summary>
internal abstract unsafe class PolyvalKernel : Kernel
{
    /// <summary>No kernel has a longer key.</summary>
    public const int LargestKeyBytes = 8192;

    /// <summary>Bytes of an expanded key.</summary>
    public abstract int KeyBytes { get; }

    /// <summary>
    /// Prepares the 16-byte subkey H. It is for messages of at most <paramref name="longestMessage"/> bytes, whose padding counts.
    /// </summary>
    public abstract void ExpandPolyvalKey(byte* subkey, byte* key, long longestMessage);

    /// <summary>
    /// Absorbs <paramref name="length"/> bytes into the 16-byte accumulator; a last block that is not whole is padded with zeros. Nothing is
    /// read outside the source.
    /// </summary>
    public abstract void UpdatePolyval(byte* key, byte* accumulator, byte* source, nint length);
}
