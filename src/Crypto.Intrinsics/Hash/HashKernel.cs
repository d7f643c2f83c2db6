using System.Runtime.CompilerServices;

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
    [SkipLocalsInit]
    public virtual void Iterate(Pbkdf2Arguments* arguments)
    {
        HashChain chain;
        HashArguments compression;
        compression.State = &chain;
        compression.Source = (byte*)&arguments->Block;
        compression.SourceBlocks = 1;
        compression.TailBlocks = 0;
        ulong* sum = (ulong*)&arguments->Sum, words = (ulong*)&chain;
        for (var left = arguments->Iterations; left > 0; left--)
        {
            chain = arguments->Inner;
            Compress(&compression);
            WriteResult(arguments, words);
            chain = arguments->Outer;
            Compress(&compression);
            WriteResult(arguments, words);
            for (var i = 0; i < sizeof(HashChain) / sizeof(ulong); i++)
                sum[i] ^= words[i];
        }

        Secret.Wipe(&chain, sizeof(HashChain));
    }

    private void WriteResult(Pbkdf2Arguments* arguments, void* words)
    {
        var block = (byte*)&arguments->Block;
        if (arguments->IsLittleEndian != 0)
            LittleEndian.WriteWords(block, words, arguments->DigestBytes);
        else
            BigEndian.WriteWords(block, words, arguments->DigestBytes, BlockBytes / 16);
    }
}
