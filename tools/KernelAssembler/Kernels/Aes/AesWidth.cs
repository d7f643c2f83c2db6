using System.Collections.Generic;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>The vectors of a kernel, the end of its name, and what they require.</summary>
internal sealed record AesWidth(int Bits, string Suffix, InstructionSets Requires)
{
    public static AesWidth Vaes512 { get; } = new(512, "Vaes512", InstructionSets.Avx512 | InstructionSets.Vaes);

    public static AesWidth Vaes256 { get; } = new(256, "Vaes256", InstructionSets.Avx2 | InstructionSets.Vaes);

    public static AesWidth AesNiAvx { get; } = new(128, "AesNiAvx", InstructionSets.Avx | InstructionSets.AesNi);

    public static IEnumerable<AesWidth> All => [Vaes512, Vaes256, AesNiAvx];
}
