using System;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A hash function on one of its kernels, by whole blocks: what becomes of a state, and the digest that is left in it.</summary>
internal abstract unsafe class BlockHash
{
    private readonly HashKernel _kernel;
    private readonly HashWords _initialWords;
    private readonly int _blockShift;
    private readonly bool _hasRest;

    /// <param name="name">As .NET has it, such as <c>SHA256</c>.</param>
    /// <param name="construction">What becomes of a message.</param>
    /// <param name="digestBytes">None of a function whose output has any length (<see cref="XofOutput"/>).</param>
    /// <param name="kernel">What computes.</param>
    protected BlockHash(string name, HashConstruction construction, int digestBytes, HashKernel kernel)
    {
        Name = name;
        DigestBytes = digestBytes;
        BlockBytes = construction.BlockBytes;
        StateBytes = sizeof(HashState) - sizeof(HashChain) + construction.ChainBytes;
        Construction = construction;
        _kernel = kernel;
        _initialWords = construction.InitialWords;
        _blockShift = BlockBytes == 64 ? 6 : BlockBytes == 128 ? 7 : 0;
        _hasRest = construction.ChainBytes == sizeof(HashChain);
    }

    /// <summary>As .NET has it, such as <c>SHA256</c>.</summary>
    public string Name { get; }

    public int DigestBytes { get; }

    protected HashConstruction Construction { get; }

    public int BlockBytes { get; }

    /// <summary>Bytes of a <see cref="HashState"/> that are used.</summary>
    public int StateBytes { get; }

    public void Begin(HashState* state)
    {
        state->Chain.First = _initialWords;
        if (_hasRest)
            state->Chain.Rest = default;
        state->Length = 0;
        state->Buffered = 0;
        state->IsRead = false;
    }

    public void Copy(HashState* source, HashState* destination) =>
        Buffer.MemoryCopy(source, destination, StateBytes, StateBytes);

    public void CopyChain(HashChain* source, HashChain* destination)
    {
        destination->First = source->First;
        if (_hasRest)
            destination->Rest = source->Rest;
    }

    /// <summary>Whether what was tested only when it was first used gave a wrong answer.</summary>
    public bool IsFaulty => _kernel.WhyFaulty is not null;

    /// <summary>Writes the digest of a message whose last block has been compressed.</summary>
    public void WriteDigest(HashState* state, byte* digest) => WriteWords(state, digest, DigestBytes);

    /// <summary>Whole blocks, those of the tail after those of the source.</summary>
    public void Compress(HashState* state, byte* source, nint sourceBlocks, byte* tail, nint tailBlocks) =>
        Compress(state, source, sourceBlocks, tail, tailBlocks, BlockBytes);

    /// <summary>Permutes the state of a sponge: a block of no bytes.</summary>
    public void Permute(HashState* state) => Compress(state, null, 0, null, 1, blockBytes: 0);

    // Not inlined: the working memory in the argument struct would be among the locals of a caller that zeroes them.
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Compress(HashState* state, byte* source, nint sourceBlocks, byte* tail, nint tailBlocks, int blockBytes)
    {
#if NET
        HashArguments memory;
        var arguments = &memory;
#else
        // Mono clears locals even so, and not what is allocated: 1.5 KiB take it as long as three blocks.
        var memory = stackalloc byte[sizeof(HashArguments)];
        var arguments = (HashArguments*)memory;
#endif
        arguments->State = &state->Chain;
        arguments->Source = source;
        arguments->SourceBlocks = sourceBlocks;
        arguments->Tail = tail;
        arguments->TailBlocks = tailBlocks;
        arguments->BlockBytes = blockBytes;
        _kernel.Compress(arguments);
    }

    /// <summary>The iterations of PBKDF2, whose chaining values, block and number the arguments have.</summary>
    public void Iterate(Pbkdf2Arguments* arguments)
    {
        _kernel.RequireTestedIterations();
        Complete(arguments);
        _kernel.Iterate(arguments);
    }

    /// <summary>Whether the kernel makes two blocks of a key at once.</summary>
    public bool IteratesTwo => _kernel.IteratesTwo(DigestBytes);

    /// <summary>The iterations of PBKDF2 for two blocks.</summary>
    public void IterateTwo(Pbkdf2Arguments* arguments)
    {
        _kernel.RequireTestedIterations();
        Complete(arguments);
        _kernel.IterateTwo(arguments);
    }

    private void Complete(Pbkdf2Arguments* arguments)
    {
        arguments->DigestBytes = DigestBytes;
        arguments->BlockBytes = BlockBytes;
        arguments->ChainBytes = Construction.ChainBytes;
        arguments->WordBytes = Construction.WordBytes;
        arguments->IsLittleEndian = Construction.IsLittleEndian ? 1 : 0;
    }

    protected void WriteWords(HashState* state, byte* destination, int bytes)
    {
        if (Construction.IsLittleEndian)
            LittleEndian.WriteWords(destination, &state->Chain, bytes, Construction.WordBytes);
        else
            BigEndian.WriteWords(destination, &state->Chain, bytes, Construction.WordBytes);
    }

    /// <summary>A shift where a block is a power of two, since a division takes some CPUs longer than all else in a short call.</summary>
    protected nint WholeBlocks(nint length) => _blockShift > 0 ? length >> _blockShift : length / BlockBytes;
}
