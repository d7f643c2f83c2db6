namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>The compression functions of FIPS 180-4 for two messages at once.</summary>
internal static class ShaLanesKernels
{
    public static KernelFamily Family => new("ShaLanes", [new Sha1ShaNiPairProgram(), new Sha256ShaNiPairProgram()]);
}
