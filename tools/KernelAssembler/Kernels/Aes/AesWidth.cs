using System.Collections.Generic;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>The vectors of a kernel, the end of its name, what they require, and what carry-less products in them require besides.</summary>
internal sealed record AesWidth(int Bits, string Suffix, CpuFeatures Requires, CpuFeatures ProductsRequire)
{
    public static AesWidth Vaes512 { get; } = new(512, "Vaes512", CpuFeatures.Avx512 | CpuFeatures.Vaes, CpuFeatures.Vpclmulqdq);

    public static AesWidth Vaes256 { get; } = new(256, "Vaes256", CpuFeatures.Avx2 | CpuFeatures.Vaes, CpuFeatures.Vpclmulqdq);

    public static AesWidth AesNiAvx { get; } = new(128, "AesNiAvx", CpuFeatures.Avx | CpuFeatures.AesNi, CpuFeatures.Pclmulqdq);

    public static IEnumerable<AesWidth> All => [Vaes512, Vaes256, AesNiAvx];
}
