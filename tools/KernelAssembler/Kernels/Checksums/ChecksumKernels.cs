using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>CRCs of 32 bits, whatever the polynomial, and Adler-32.</summary>
internal static class ChecksumKernels
{
    public static KernelFamily Family => new("Checksum",
    [
        new CrcFoldingProgram("Vpclmul512", 512, CpuFeatures.Avx512 | CpuFeatures.Vpclmulqdq),
        new CrcFoldingProgram("Vpclmul256", 256, CpuFeatures.Avx | CpuFeatures.Avx2 | CpuFeatures.Vpclmulqdq),
        new CrcFoldingProgram("PclmulAvx", 128, CpuFeatures.Avx | CpuFeatures.Pclmulqdq),
        new Adler32Avx2Program(),
    ],
    new("LeastCrcBytes", CrcFoldingProgram.BlockBytes, "Bytes that a CRC's kernel takes at least."),
    new("Adler32VectorBytes", Adler32Avx2Program.VectorBytes, "Adler-32's kernel takes a multiple of these."),
    new("MostAdler32Bytes", Adler32Avx2Program.MostBytes, "Bytes that Adler-32's kernel takes at most."))
    {
        Arm64 = new("ChecksumArm64", [new CrcFoldingArm64Program()]),
    };
}
