namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>GHASH: key expansion from a subkey, and hashing.</summary>
internal static class GhashKernels
{
    private const int KeyBytes = (GcmLayout.KeyPowers * GhashProducts.BlockBytes) + GhashAvx512Steps.TableBytes;

    public static KernelFamily Family => new("Ghash",
    [
        new GhashKeyProgram(512),
        new GhashAvx512Program(),
        new GhashKeyProgram(256),
        new GhashAvxProgram("Vpclmul256", 256),
        new GhashKeyProgram(128),
        new GhashAvxProgram("PclmulAvx", 128),
    ],
    new FamilyConstant("KeyBytes", KeyBytes, "Bytes of a key: powers of H, and sums of their halves."));
}
