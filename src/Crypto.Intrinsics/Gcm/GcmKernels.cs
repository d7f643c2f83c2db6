#if NET
using System.Runtime.Intrinsics;
#endif

namespace ManagedCrypto.Intrinsics;

/// <summary>The GCM kernels, best first.</summary>
internal static class GcmKernels
{
    public static KernelList<GcmKernel> List { get; } = new(
        GcmX64MachineCode.Vaes512,
        GcmX64MachineCode.Vaes256,
        GcmX64MachineCode.AesNiAvx,
#if NET
        () => new GcmX64AesNi<GhashX64Lanes512, Vector512<ulong>>(),
        () => new GcmX64AesNi<GhashX64Lanes256, Vector256<ulong>>(),
        () => new GcmX64AesNi<GhashX64Lanes128, Vector128<ulong>>(),
        () => new GcmArm64Pmull(),
#endif
        () => new GcmComposed(new AesPortableTable(), new GhashPortableTable()),
        () => new GcmComposed(new AesPortableBitsliced(), new GhashPortableMultiply()));
}
