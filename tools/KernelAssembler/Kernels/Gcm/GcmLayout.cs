namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>Where things lie in an expanded GCM key: the same in all widths, so that one kernel's C# class serves all.</summary>
internal static class GcmLayout
{
    /// <summary>Powers of H in every key, the highest first: enough for a short message.</summary>
    public const int KeyPowers = 8;

    /// <summary>After the longest schedule.</summary>
    public const int KeyPowersOffset = 256;

    /// <summary>At 512 bits, the powers of a batch follow.</summary>
    public const int KeyPowersEnd = KeyPowersOffset + (KeyPowers * GhashProducts.BlockBytes);

    /// <summary>
    /// A message of no more bytes, text and associated data together, is short to every kernel, and needs no powers of a batch.
    /// </summary>
    public const int ShortMessageBytes = 3 * GhashProducts.BlockBytes;

    /// <summary>
    /// A key without powers of a batch. A short message loads whole vectors, which may begin at the last power.
    /// </summary>
    public const int ShortKeyBytes = KeyPowersEnd + 64;

    /// <summary>
    /// The powers of a batch, and a vector more: the blocks of a batch, if the lengths block follows them, begin at the next power.
    /// </summary>
    public const int TablePowers = GhashAvx512Steps.Powers + 4;

    public const int KeyBytes512 = KeyPowersEnd + (TablePowers * GhashProducts.BlockBytes) + GhashAvx512Steps.HalvesBytes;
}
