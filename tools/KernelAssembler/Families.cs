using System.Collections.Generic;
using ManagedCrypto.KernelAssembler.Kernels;

namespace ManagedCrypto.KernelAssembler;

/// <summary>All that is generated.</summary>
internal static class Families
{
    public static IEnumerable<KernelFamily> All =>
    [
        AegisKernels.Family,
        AesKernels.Family,
        ChaChaPolyKernels.Family,
        ChecksumKernels.Family,
        CpuKernels.Family,
        GcmKernels.Family,
        GcmSivKernels.Family,
        ShaKernels.Family,
        ShaLanesKernels.Family,
    ];
}
