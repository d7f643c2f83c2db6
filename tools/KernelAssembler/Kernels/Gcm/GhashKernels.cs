namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// GHASH, and POLYVAL: key expansion from a subkey, and hashing. And what AES-GCM-SIV has of its own: a message's keys, and short
/// messages.
/// </summary>
internal static class GhashKernels
{
    /// <summary>From the round keys of a message of AES-GCM-SIV to its key of POLYVAL: after the longest schedule.</summary>
    public const int AfterSchedule = 256;

    /// <summary>Powers of every key: the last ones of the table that 512 bits have.</summary>
    public const int KeyPowersOffset = (GhashAvx512Steps.Powers - GcmLayout.KeyPowers) * GhashProducts.BlockBytes;

    public static KernelFamily Family => new("Ghash",
    [
        new GhashKeyProgram(512, isPolyval: false),
        new GhashAvx512Program(isPolyval: false),
        new GhashKeyProgram(256, isPolyval: false),
        new GhashAvxProgram("Vpclmul256", 256, isPolyval: false),
        new GhashKeyProgram(128, isPolyval: false),
        new GhashAvxProgram("PclmulAvx", 128, isPolyval: false),
        new GhashKeyProgram(512, isPolyval: true),
        new GhashAvx512Program(isPolyval: true),
        new GhashKeyProgram(256, isPolyval: true),
        new GhashAvxProgram("Vpclmul256", 256, isPolyval: true),
        new GhashKeyProgram(128, isPolyval: true),
        new GhashAvxProgram("PclmulAvx", 128, isPolyval: true),
        new GcmSivKeysProgram(512),
        new GcmSivKeysProgram(256),
        new GcmSivKeysProgram(128),
        new GcmSivShortProgram(opening: false),
        new GcmSivShortProgram(opening: true),
    ],
    new(
        "KeyBytes",
        (GhashAvx512Steps.Powers * GhashProducts.BlockBytes) + GhashAvx512Steps.HalvesBytes,
        "Bytes of a key: powers of H, and sums of their halves."),
    new("ShortMessageBytes", GcmLayout.KeyPowers * GhashProducts.BlockBytes, "Bytes of a short message at most."),
    new("AfterSchedule", AfterSchedule, "From the round keys of a message of AES-GCM-SIV to its key of POLYVAL."));
}
