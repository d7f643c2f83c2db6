using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What a hash does with a block. For FIPS 180-4 it is a compression function: the words of the chaining value have 32 bits (SHA-1: 5,
/// SHA-256: 8) or 64 bits (SHA-512: 8), and a block has 16 of them. For FIPS 202 the block is added to the state, 25 lanes of 64 bits,
/// which is permuted. Nothing is read outside the blocks.
/// </summary>
internal abstract unsafe class HashKernel : Kernel
{
    /// <summary>The part of the self-test that waits until it is first used: the iterations of PBKDF2.</summary>
    public const int Iterations = 0;

    public override bool IsTestedInParts => true;

    public abstract void Compress(HashArguments* arguments);

    /// <summary>
    /// Whether the kernel makes two blocks of a key at once, of digests of this length, and so in less time (<see cref="IterateTwo"/>).
    /// </summary>
    public virtual bool IteratesTwo(int digestBytes) => false;

    /// <summary>Begins iterations of PBKDF2, of one block or of two.</summary>
    /// <exception cref="CryptographicException">They gave a wrong answer in the self-test.</exception>
    public void RequireTestedIterations() => RequireTested(Iterations);

    /// <summary>The iterations of PBKDF2 for two blocks.</summary>
    public virtual void IterateTwo(Pbkdf2Arguments* arguments) => throw new NotSupportedException(Id);

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
        compression.BlockBytes = arguments->BlockBytes;
        ulong* sum = (ulong*)&arguments->Sum, words = (ulong*)&chain;
        for (var left = arguments->Iterations; left > 0; left--)
        {
            Load(arguments, &arguments->Inner, &chain);
            Compress(&compression);
            WriteResult(arguments, words);
            Load(arguments, &arguments->Outer, &chain);
            Compress(&compression);
            WriteResult(arguments, words);
            for (var i = 0; i < sizeof(HashWords) / sizeof(ulong); i++)
                sum[i] ^= words[i];
        }

        Secret.Wipe(&chain, sizeof(HashChain));
    }

    private static void Load(Pbkdf2Arguments* arguments, HashChain* from, HashChain* chain)
    {
        chain->First = from->First;
        if (arguments->ChainBytes == sizeof(HashChain))
            chain->Rest = from->Rest;
    }

    private static void WriteResult(Pbkdf2Arguments* arguments, void* words)
    {
        var block = (byte*)&arguments->Block;
        if (arguments->IsLittleEndian != 0)
            LittleEndian.WriteWords(block, words, arguments->DigestBytes, arguments->WordBytes);
        else
            BigEndian.WriteWords(block, words, arguments->DigestBytes, arguments->WordBytes);
    }
}
