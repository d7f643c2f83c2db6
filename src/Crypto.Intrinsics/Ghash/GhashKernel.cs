namespace ManagedCrypto.Intrinsics;

/// <summary>GHASH (SP 800-38D, section 6.4) on its own, for ciphers composed with it.</summary>
internal abstract unsafe class GhashKernel : Kernel
{
    /// <summary>Bytes of the key that <see cref="ExpandKey"/> writes.</summary>
    public abstract int KeyBytes { get; }

    /// <summary>Prepares the 16-byte hash subkey H.</summary>
    public abstract void ExpandKey(byte* subkey, byte* key);

    /// <summary>
    /// Absorbs <paramref name="length"/> bytes into the 16-byte accumulator, big-endian bit order as in the standard; a last
    /// block that is not whole is padded with zeros. Nothing is read outside the source.
    /// </summary>
    public abstract void Update(byte* key, byte* accumulator, byte* source, nint length);
}
