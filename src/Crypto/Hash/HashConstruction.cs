using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>How a message of any length becomes blocks for a kernel, and what the kernel leaves a digest.</summary>
internal abstract unsafe class HashConstruction(int blockBytes, int chainBytes, int wordBytes, bool isLittleEndian)
{
    public int BlockBytes { get; } = blockBytes;

    /// <summary>Bytes of <see cref="HashState.Chain"/> that are used: the first words, or all.</summary>
    public int ChainBytes { get; } = chainBytes;

    /// <summary>Bytes of a word of the chaining value, 4 or 8. A digest is its first words.</summary>
    public int WordBytes { get; } = wordBytes;

    /// <summary>Whether words begin with their lowest byte, where they are bytes.</summary>
    public bool IsLittleEndian { get; } = isLittleEndian;

    /// <summary>Before the first block, the first words of <see cref="HashState.Chain"/>; the rest, if it is used, is zero.</summary>
    public virtual HashWords InitialWords => default;

    /// <summary>Pads the last block of a message.</summary>
    /// <param name="block">The beginning of the block, with room for another.</param>
    /// <param name="bytes">How much of it is there: less than a block.</param>
    /// <param name="length">Of the whole message.</param>
    /// <returns>Blocks with the padding, one or two.</returns>
    public abstract nint Pad(byte* block, int bytes, ulong length);
}
