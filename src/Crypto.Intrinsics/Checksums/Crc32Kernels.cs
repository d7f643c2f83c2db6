#if NET
using System.Runtime.Intrinsics;
#endif

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The kernels of CRC-32, best first. Machine code is as fast as C# of the same width and has a call to pay for, but runs where
/// C# has no such vectors.
/// </summary>
internal static class Crc32Kernels
{
    public static KernelList<ChecksumKernel> List { get; } = new(
#if NET
        () => new CrcX64Folding<Vector512<ulong>, CrcX64Lanes512, CrcX64PclmulEnding>(CrcPolynomial.Crc32),
#endif
        () => CrcX64MachineCode.Vpclmul512(CrcPolynomial.Crc32),
#if NET
        () => new CrcX64Folding<Vector256<ulong>, CrcX64Lanes256, CrcX64PclmulEnding>(CrcPolynomial.Crc32),
#endif
        () => CrcX64MachineCode.Vpclmul256(CrcPolynomial.Crc32),
#if NET
        () => new CrcX64Folding<Vector128<ulong>, CrcX64Lanes128, CrcX64PclmulEnding>(CrcPolynomial.Crc32),
#endif
        () => CrcX64MachineCode.PclmulAvx(CrcPolynomial.Crc32),
#if NET
        () => new CrcByInstruction<Crc32Arm64Crc32>(),
#endif
        () => new CrcPortableTable(CrcPolynomial.Crc32),
        () => new CrcPortableBitwise(CrcPolynomial.Crc32));
}
