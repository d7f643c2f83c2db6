using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>The vectors of a kernel that has a word of as many blocks in each, the end of its name, and what they require.</summary>
internal sealed record ChaChaWidth(int Bits, string Suffix, CpuFeatures Requires)
{
    public const int BlockBytes = 64;

    public static ChaChaWidth Avx512 { get; } = new(512, "Avx512", CpuFeatures.Avx512);

    public static ChaChaWidth Avx2 { get; } = new(256, "Avx2", CpuFeatures.Avx | CpuFeatures.Avx2);

    public int Blocks => Bits / (8 * sizeof(uint));

    public int BatchBytes => Blocks * BlockBytes;
}
