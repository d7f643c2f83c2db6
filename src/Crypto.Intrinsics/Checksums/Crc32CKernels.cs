#if NET
using System.Runtime.Intrinsics;
#endif

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The kernels of CRC-32C, best first. Machine code is as fast as C# of the same width and has a call to pay for, but runs
/// where C# has no such vectors.
/// </summary>
internal static class Crc32CKernels
{
    public static KernelList<ChecksumKernel> List { get; } = new(
#if NET
        () => new CrcX64Folding<Vector512<ulong>, CrcX64Lanes512, Crc32CX64Sse42>(CrcPolynomial.Crc32C),
#endif
        () => CrcX64MachineCode.Vpclmul512(CrcPolynomial.Crc32C),
#if NET
        () => new CrcX64Folding<Vector256<ulong>, CrcX64Lanes256, Crc32CX64Sse42>(CrcPolynomial.Crc32C),
#endif
        () => CrcX64MachineCode.Vpclmul256(CrcPolynomial.Crc32C),
#if NET
        () => new CrcByInstruction<Crc32CX64Sse42>(),
#endif
        () => CrcX64MachineCode.PclmulAvx(CrcPolynomial.Crc32C),
#if NET
        () => new CrcByInstruction<Crc32CArm64Crc32>(),
#endif
        () => new CrcPortableTable(CrcPolynomial.Crc32C),
        () => new CrcPortableBitwise(CrcPolynomial.Crc32C));
}
