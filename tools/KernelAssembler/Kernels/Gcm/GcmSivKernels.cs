namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>What AES-GCM-SIV has of its own: POLYVAL, by key expansion from a subkey and hashing; a message's keys; and short messages.</summary>
internal static class GcmSivKernels
{
    /// <summary>From the round keys of a message of AES-GCM-SIV to its key of POLYVAL: after the longest schedule.</summary>
    public const int AfterSchedule = 256;

    /// <summary>Powers of every key: the last ones of the table that 512 bits have.</summary>
    public const int KeyPowersOffset = (GhashAvx512Steps.Powers - GcmLayout.KeyPowers) * GhashProducts.BlockBytes;

    public static KernelFamily Family => new("GcmSiv",
    [
        new PolyvalKeyProgram(512),
        new PolyvalAvx512Program(),
        new PolyvalKeyProgram(256),
        new PolyvalAvxProgram("Vpclmul256", 256),
        new PolyvalKeyProgram(128),
        new PolyvalAvxProgram("PclmulAvx", 128),
        new GcmSivKeysProgram(512),
        new GcmSivKeysProgram(256),
        new GcmSivKeysProgram(128),
        new GcmSivShortProgram(opening: false),
        new GcmSivShortProgram(opening: true),
    ],
    new(
        "KeyBytes",
        (GhashAvx512Steps.Powers * GhashProducts.BlockBytes) + GhashAvx512Steps.HalvesBytes,
        "Bytes of a key of POLYVAL: powers of H, and sums of their halves."),
    new("ShortMessageBytes", GcmLayout.KeyPowers * GhashProducts.BlockBytes, "Bytes of a short message at most."),
    new("AfterSchedule", AfterSchedule, "From the round keys of a message of AES-GCM-SIV to its key of POLYVAL."))
    {
        Arm64 = new(
            "GcmSivArm64",
            [
                new PolyvalKeyArm64Program(),
                new PolyvalArm64Program(),
                new GcmSivKeysArm64Program(),
                new GcmSivShortArm64Program(opening: false),
                new GcmSivShortArm64Program(opening: true),
            ],
            new FamilyConstant("KeyBytes", GcmArm64Layout.PolyvalKeyBytes, "Bytes of a key of POLYVAL: powers of H, sums of their halves.")),
    };
}
