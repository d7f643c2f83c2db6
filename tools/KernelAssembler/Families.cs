using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler.Kernels;

namespace ManagedCrypto.KernelAssembler;

/// <summary>All that is generated.</summary>
internal static class Families
{
    public static IEnumerable<KernelFamily> All => X64.SelectMany(family => family.Arm64 is { } arm64 ? new[] { family, arm64 } : [family]);

    public static IEnumerable<KernelFamily> X64 =>
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
