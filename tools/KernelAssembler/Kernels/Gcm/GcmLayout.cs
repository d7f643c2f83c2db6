namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>Where things lie in an expanded GCM key: the same in all widths, so that one kernel's C# class serves all.</summary>
internal static class GcmLayout
{
    /// <summary>Powers of H in every key, the highest first: enough for a short message.</summary>
    public const int KeyPowers = 8;

    /// <summary>Behind the longest schedule.</summary>
    public const int KeyPowersOffset = 256;

    /// <summary>At 512 bits, the powers of a batch follow.</summary>
    public const int KeyPowersEnd = KeyPowersOffset + (KeyPowers * GhashProducts.BlockBytes);
}
