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
        Arm64 = new("AegisArm64", OnArm64(blocks: 8).Concat(OnArm64(blocks: 6))),
    };

    private static IEnumerable<X64Program> Programs(AesWidth width) =>
    [
        new AegisAbsorbProgram(width),
        new AegisEncryptProgram(width),
        new AegisDecryptProgram(width),
    ];

    private static IEnumerable<AegisArm64Program> OnArm64(int blocks) =>
        Enum.GetValues<AegisOperation>().Select(operation => new AegisArm64Program(operation, blocks));
}
