namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>AES-GCM: key expansion, sealing and opening.</summary>
internal static class GcmKernels
{
    public static KernelFamily Family => new("Gcm",
        [new GcmKeyExpansion(512), new GcmAvx512(opening: false), new GcmAvx512(opening: true)]);
}
