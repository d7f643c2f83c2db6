namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>CRCs of 32 bits, whatever the polynomial, and Adler-32.</summary>
internal static class ChecksumKernels
{
    public static KernelFamily Family => new("Checksum",
    [
        new CrcFoldingProgram("Vpclmul512", 512, InstructionSets.Avx512 | InstructionSets.Vpclmulqdq),
        new CrcFoldingProgram("Vpclmul256", 256, InstructionSets.Avx | InstructionSets.Avx2 | InstructionSets.Vpclmulqdq),
        new CrcFoldingProgram("PclmulAvx", 128, InstructionSets.Avx | InstructionSets.Pclmulqdq),
        new Adler32Avx2Program(),
    ]);
}
