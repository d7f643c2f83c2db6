#if NET
using System.Runtime.Intrinsics;
#endif
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>The kernels of GHASH and POLYVAL, which the library has as parts of AES-GCM and AES-GCM-SIV alone. Best first.</summary>
internal static class GhashSubject
{
    /// <summary>Kernels of GHASH, each of which does POLYVAL, too.</summary>
    public static KernelList<GhashKernel> Kernels => field ??= new(_ => true, BestFirst);

    /// <summary>Kernels of POLYVAL: those of machine code, and those of GHASH.</summary>
    public static KernelList<PolyvalKernel> Polyvals => field ??= new(_ => true, () => [.. MachineCode(), .. BestFirst()]);

    private static PolyvalMachineCode[] MachineCode() =>
        [PolyvalMachineCode.Vpclmul512(), PolyvalMachineCode.Vpclmul256(), PolyvalMachineCode.PclmulAvx(), PolyvalMachineCode.Arm64()];

    private static GhashKernel[] BestFirst() =>
    [
#if NET
        new GhashX64Pclmul(),
        new GhashArm64Pmull(),
        new GhashShuffle<Vector256<byte>, ShuffleLanes256>(),
        new GhashShuffle<Vector128<byte>, ShuffleLanes128>(),
#endif
        new GhashPortableTable(),
        new GhashPortableMultiply(),
    ];
}
