namespace ManagedCrypto.Intrinsics;

/// <summary>The AES kernels, best first.</summary>
internal static class AesKernels
{
    public static KernelList<AesKernel> List { get; } = new(
        AesX64MachineCode.Vaes512,
        AesX64MachineCode.Vaes256,
        AesX64MachineCode.AesNiAvx,
#if NET
        () => new AesX64AesNi(),
        () => new AesArm64Aes(),
#endif
        () => new AesPortableTable(),
        () => new AesPortableBitsliced());
}
