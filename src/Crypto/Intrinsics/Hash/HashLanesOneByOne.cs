namespace ManagedCrypto.Intrinsics;

/// <summary>One lane, by a kernel of one stream that runs here: where there is none for more, messages are hashed one by one.</summary>
internal sealed unsafe class HashLanesOneByOne(string id, HashKernel kernel) : HashLanesKernel
{
    public override string Id => id;

    public override KernelTier Tier => KernelTier.Portable;

    public override bool IsConstantTime => kernel.IsConstantTime;

    public override int Lanes => 1;

    public override int FewestMessages => 2;

    public override void Compress(HashLanesArguments* arguments)
    {
        HashArguments compression;
        compression.State = arguments->States[0];
        compression.Source = arguments->Sources[0];
        compression.SourceBlocks = arguments->Blocks;
        compression.TailBlocks = 0;
        compression.BlockBytes = arguments->BlockBytes;
        kernel.Compress(&compression);
    }
}
