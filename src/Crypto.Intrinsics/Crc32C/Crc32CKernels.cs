#if NET
using System.Runtime.Intrinsics;
#endif

namespace ManagedCrypto.Intrinsics;

/// <summary>The kernels of CRC-32C, best first.</summary>
internal static class Crc32CKernels
{
    public static KernelList<ChecksumKernel> List { get; } = new(
#if NET
        () => new CrcX64Folding<Vector512<ulong>, CrcX64Lanes512, Crc32CX64Sse42Ending>(CrcPolynomial.Crc32C),
        () => new CrcX64Folding<Vector256<ulong>, CrcX64Lanes256, Crc32CX64Sse42Ending>(CrcPolynomial.Crc32C),
        () => new Crc32CX64Sse42(),
#endif
        () => new CrcPortableTable(CrcPolynomial.Crc32C),
        () => new CrcPortableBitwise(CrcPolynomial.Crc32C));
}
