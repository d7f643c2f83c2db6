namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The compression function of a hash for several messages at once, each in a lane of its own: as <see cref="HashKernel"/> does
/// it, block by block, but for all lanes in turns or side by side. Nothing is read outside the blocks.
/// </summary>
internal abstract unsafe class HashLanesKernel : Kernel
{
    /// <summary>More than any kernel has.</summary>
    public const int MaxLanes = 16;

    /// <summary>Messages at once.</summary>
    public abstract int Lanes { get; }

    /// <summary>
    /// With fewer messages than that, the fastest kernel with fewer lanes, or of one stream, takes no longer (docs/measurements.md).
    /// </summary>
    public abstract int FewestMessages { get; }

    /// <summary>The same number of blocks for all lanes.</summary>
    public abstract void Compress(HashLanesArguments* arguments);
}
