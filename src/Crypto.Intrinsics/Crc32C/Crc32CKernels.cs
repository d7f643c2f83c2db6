namespace ManagedCrypto.Intrinsics;

/// <summary>The kernels of CRC-32C, best first.</summary>
internal static class Crc32CKernels
{
    public static KernelList<ChecksumKernel> List { get; } = new(
        () => new CrcPortableTable(CrcPolynomial.Crc32C),
        () => new CrcPortableBitwise(CrcPolynomial.Crc32C));
}
