#if NET
using System.Runtime.Intrinsics;
#endif

namespace ManagedCrypto.Intrinsics;

/// <summary>The kernels of Adler-32, best first.</summary>
internal static class Adler32Kernels
{
    public static KernelList<ChecksumKernel> List { get; } = new(
#if NET
        () => new Adler32Vectors<Vector512<ulong>, Adler32X64Lanes512>(),
        () => new Adler32Vectors<Vector256<ulong>, Adler32X64Lanes256>(),
#endif
        () => new Adler32X64MachineCode(),
#if NET
        () => new Adler32Vectors<Vector128<ulong>, Adler32Arm64Lanes>(),
#endif
        () => new Adler32Portable());
}
