using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>Updates of the states of AEGIS-128 (draft-irtf-cfrg-aegis-aead), two or four side by side; on Arm64 of one, and of AEGIS-256.</summary>
internal static class AegisKernels
{
    private static readonly AesWidth[] s_widths = [AesWidth.Vaes512, AesWidth.Vaes256];

    public static KernelFamily Family => new("Aegis", s_widths.SelectMany(Programs))
    {
        Arm64 = new("AegisArm64", new[] { 8, 6 }.SelectMany(
            _ => Enum.GetValues<AegisOperation>(), (blocks, operation) => new AegisArm64Program(operation, blocks))),
    };

    private static IEnumerable<X64Program> Programs(AesWidth width) =>
    [
        new AegisAbsorbProgram(width),
        new AegisEncryptProgram(width),
        new AegisDecryptProgram(width),
    ];
}
