using System.Linq;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>ChaCha20-Poly1305: whole batches of a text, keystream, and the hash by itself.</summary>
internal static class ChaChaPolyKernels
{
    /// <summary>Of the keystream of a short message on Arm64.</summary>
    public const int FewBlocks = 4;

    public static KernelFamily Family => new("ChaChaPoly",
    [
        new ChaChaPolyProgram(ChaChaWidth.Avx512, opening: false),
        new ChaChaPolyProgram(ChaChaWidth.Avx512, opening: true),
        .. from width in new[] { ChaChaWidth.Avx512Vl, ChaChaWidth.Avx2 }
           from program in (X64Program[])
           [
               new ChaChaPolyProgram(width, opening: false),
               new ChaChaPolyProgram(width, opening: true),
               new ChaChaKeystreamProgram(width),
               new ChaChaRowsProgram(width),
           ]
           select program,
        new Poly1305Program(),
    ],
    new FamilyConstant("BatchBytes", ChaChaWidth.Avx2.BatchBytes, "Bytes of a batch on 256 bits."),
    new FamilyConstant("WideBatchBytes", ChaChaWidth.Avx512.BatchBytes, "Bytes of a batch on 512 bits."),
    new FamilyConstant("RowBlocks", ChaChaRowsProgram.Blocks, "Blocks that are made by rows."))
    {
        Arm64 = new(
            "ChaChaPolyArm64",
            [
                new ChaChaPolyArm64Program(opening: false),
                new ChaChaPolyArm64Program(opening: true),
                new ChaChaKeystreamArm64Program(ChaChaPolyArm64Program.Blocks),
                new ChaChaKeystreamArm64Program(FewBlocks),
                new Poly1305Arm64Program(),
            ],
            new FamilyConstant("BatchBytes", ChaChaPolyArm64Program.Blocks * ChaChaWidth.BlockBytes, "Bytes of a batch."),
            new FamilyConstant("FewBlocks", FewBlocks, "Blocks of keystream of a short message.")),
    };
}
