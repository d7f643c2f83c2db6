namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The compression function of a hash. For FIPS 180-4 the words of the chaining value have 32 bits (SHA-1: 5, SHA-256: 8) or
/// 64 bits (SHA-512: 8), and a block has 16 of them. Nothing is read outside the blocks.
/// </summary>
internal abstract unsafe class HashKernel : Kernel
{
    public abstract int BlockBytes { get; }

    public abstract void Compress(HashArguments* arguments);

    /// <summary>The iterations of PBKDF2.</summary>
    public virtual void Iterate(Pbkdf2Arguments* arguments)
    {
        var compression = &arguments->Compression;
        compression->State = &arguments->State;
        compression->Source = (byte*)&arguments->Block;
        compression->SourceBlocks = 1;
        compression->TailBlocks = 0;
        for (var left = arguments->Iterations; left > 0; left--)
        {
            arguments->State = arguments->Inner;
            Compress(compression);
            WriteResult(arguments);
            arguments->State = arguments->Outer;
            Compress(compression);
            WriteResult(arguments);
            ulong* sum = (ulong*)&arguments->Sum, words = (ulong*)&arguments->State;
            for (var i = 0; i < sizeof(HashChain) / sizeof(ulong); i++)
                sum[i] ^= words[i];
        }
    }

    private void WriteResult(Pbkdf2Arguments* arguments)
    {
        byte* block = (byte*)&arguments->Block, words = (byte*)&arguments->State;
        if (arguments->IsLittleEndian)
            LittleEndian.WriteWords(block, words, arguments->DigestBytes);
        else
            BigEndian.WriteWords(block, words, arguments->DigestBytes, BlockBytes / 16);
    }
}
