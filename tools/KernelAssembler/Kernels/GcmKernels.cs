namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>AES-GCM: key expansion, sealing and opening.</summary>
internal static class GcmKernels
{
    public static KernelFamily Family => new("Gcm",
    [
        new GcmKeyExpansion(512),
        new GcmAvx512(opening: false),
        new GcmAvx512(opening: true),
        new GcmKeyExpansion(256),
        new GcmAvx("Vaes256", 256, opening: false),
        new GcmAvx("Vaes256", 256, opening: true),
        new GcmKeyExpansion(128),
        new GcmAvx("AesNiAvx", 128, opening: false),
        new GcmAvx("AesNiAvx", 128, opening: true),
    ]);
}
