using Iced.Intel;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The vectors of a kernel that has a word of as many blocks in each, the end of its name, and what they require. AVX-512 has 32 registers, and a
/// rotation.
/// </summary>
internal sealed record ChaChaWidth(int Bits, bool HasAvx512, string Suffix, CpuFeatures Requires)
{
    public const int BlockBytes = 64;

    public static ChaChaWidth Avx512 { get; } = new(512, true, "Avx512", CpuFeatures.Avx512);

    /// <summary>AVX-512 on half its width.</summary>
    public static ChaChaWidth Avx512Vl { get; } = new(256, true, "Avx512Vl", CpuFeatures.Avx | CpuFeatures.Avx2 | CpuFeatures.Avx512);

    public static ChaChaWidth Avx2 { get; } = new(256, false, "Avx2", CpuFeatures.Avx | CpuFeatures.Avx2);

    public int Blocks => Bits / (8 * sizeof(uint));

    public int BatchBytes => Blocks * BlockBytes;

    public int VectorBytes => Bits / 8;

    /// <summary>On AVX-512 the assembler is to prefer its encoding.</summary>
    public Vectors Vectors(Assembler asm) => new(asm, Bits, HasAvx512);
}
