using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>Updates of the states of AEGIS-128 (draft-irtf-cfrg-aegis-aead), two or four side by side.</summary>
internal static class AegisKernels
{
    private static readonly AesWidth[] s_widths = [AesWidth.Vaes512, AesWidth.Vaes256];

    public static KernelFamily Family => new("Aegis", s_widths.SelectMany(Programs));

    private static IEnumerable<X64Program> Programs(AesWidth width) =>
    [
        new AegisAbsorbProgram(width),
        new AegisEncryptProgram(width),
        new AegisDecryptProgram(width),
    ];
}
