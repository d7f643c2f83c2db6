namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>AES-GCM: key expansion, sealing and opening.</summary>
internal static class GcmKernels
{
    public static KernelFamily Family => new("Gcm",
    [
        new GcmKeyProgram(512),
        new GcmAvx512Program(opening: false),
        new GcmAvx512Program(opening: true),
        new GcmKeyProgram(256),
        new GcmAvxProgram("Vaes256", 256, opening: false),
        new GcmAvxProgram("Vaes256", 256, opening: true),
        new GcmKeyProgram(128),
        new GcmAvxProgram("AesNiAvx", 128, opening: false),
        new GcmAvxProgram("AesNiAvx", 128, opening: true),
    ],
    new("KeyBytes512", GcmLayout.KeyBytes512, "Bytes of a key at 512 bits: round keys, powers of H, sums of their halves."),
    new("ShortKeyBytes", GcmLayout.ShortKeyBytes, "Bytes of a key for short messages, and of any key at 256 and 128 bits."),
    new("ShortMessageBytes", GcmLayout.ShortMessageBytes, "Bytes of a short message at most, with its associated data."))
    {
        Arm64 = new(
            "GcmArm64",
            [
                new GcmKeyArm64Program(),
                new GcmArm64Program("Eor3", hasEor3: true, opening: false),
                new GcmArm64Program("Eor3", hasEor3: true, opening: true),
                new GcmArm64Program("Pmull", hasEor3: false, opening: false),
                new GcmArm64Program("Pmull", hasEor3: false, opening: true),
            ],
            new FamilyConstant("KeyBytes", GcmArm64Layout.SumsEnd, "Bytes of a key: round keys, powers of H, sums of their halves.")),
    };
}
