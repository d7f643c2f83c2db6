namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>ChaCha20-Poly1305: whole batches of a text, keystream, and the hash by itself.</summary>
internal static class ChaChaPolyKernels
{
    public static KernelFamily Family => new("ChaChaPoly",
    [
        new ChaChaPolyProgram(ChaChaWidth.Avx512, opening: false),
        new ChaChaPolyProgram(ChaChaWidth.Avx512, opening: true),
        new ChaChaPolyProgram(ChaChaWidth.Avx2, opening: false),
        new ChaChaPolyProgram(ChaChaWidth.Avx2, opening: true),
        new ChaChaKeystreamAvx2Program(),
        new ChaChaRowsAvx2Program(),
        new Poly1305Program(),
    ],
    new FamilyConstant("BatchBytes", ChaChaWidth.Avx2.BatchBytes, "Bytes of a batch on AVX2."),
    new FamilyConstant("WideBatchBytes", ChaChaWidth.Avx512.BatchBytes, "Bytes of a batch on AVX-512."),
    new FamilyConstant("RowBlocks", ChaChaRowsAvx2Program.Blocks, "Blocks that are made by rows."));
}
