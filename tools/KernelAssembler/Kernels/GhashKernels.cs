namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>GHASH: key expansion from a subkey, and hashing.</summary>
internal static class GhashKernels
{
    public static KernelFamily Family => new("Ghash",
    [
        new GhashKeyExpansion(512),
        new GhashAvx512(),
        new GhashKeyExpansion(256),
        new GhashAvx("Vpclmul256", 256),
        new GhashKeyExpansion(128),
        new GhashAvx("PclmulAvx", 128),
    ]);
}
