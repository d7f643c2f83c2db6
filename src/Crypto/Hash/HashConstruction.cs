namespace ManagedCrypto;

/// <summary>How a message of any length becomes blocks for a kernel, and what the kernel leaves a digest.</summary>
internal abstract unsafe class HashConstruction(int blockBytes, int chainBytes)
{
    public int BlockBytes { get; } = blockBytes;

    /// <summary>Bytes of <see cref="HashState.Chain"/> that are used: the first words, or all.</summary>
    public int ChainBytes { get; } = chainBytes;

    /// <summary>Before the first block, the first words of <see cref="HashState.Chain"/>; the rest, if it is used, is zero.</summary>
    public virtual HashWords InitialWords => default;

    /// <summary>Pads what is in the buffer.</summary>
    /// <returns>Blocks in the buffer, one or two.</returns>
    public abstract nint Pad(HashState* state);

    /// <summary>Writes the digest of a message whose last block has been compressed.</summary>
    public abstract void WriteDigest(HashState* state, byte* digest, int bytes);
}
