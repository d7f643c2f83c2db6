namespace ManagedCrypto.Intrinsics;

/// <summary>The kernels of CRC-32, best first.</summary>
internal static class Crc32Kernels
{
    public static KernelList<ChecksumKernel> List { get; } = new(
        () => new CrcPortableTable(CrcPolynomial.Crc32),
        () => new CrcPortableBitwise(CrcPolynomial.Crc32));
}
