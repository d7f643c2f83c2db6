namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>ChaCha20-Poly1305: whole batches of a text, keystream, and the hash by itself.</summary>
internal static class ChaChaPolyKernels
{
    public static KernelFamily Family => new("ChaChaPoly",
    [
        new ChaChaPolyAvx2Program(opening: false),
        new ChaChaPolyAvx2Program(opening: true),
        new ChaChaKeystreamAvx2Program(),
        new ChaChaRowsAvx2Program(),
        new Poly1305Program(),
    ],
    new FamilyConstant("BatchBytes", ChaChaAvx2Program.BatchBytes, "Bytes of a batch."),
    new FamilyConstant("RowBlocks", ChaChaRowsAvx2Program.Blocks, "Blocks that are made by rows."));
}
