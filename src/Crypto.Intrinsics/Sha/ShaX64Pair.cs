namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Two messages at once in machine code: the programs <c>Sha1ShaNiPairProgram</c> and <c>Sha256ShaNiPairProgram</c> of the kernel
/// assembler. Any alignment of the blocks; constant-time, as the programs say.
/// </summary>
internal sealed unsafe class ShaX64Pair : HashLanesKernel
{
    private const int BlockBytes = 64;

    /// <summary>Blocks of each that take about a microsecond on the slowest CPU measured.</summary>
    private const int BriefBlocks = 16;

    private readonly CodeRoutine _compress;

    private ShaX64Pair(string id, CodeEntry compress)
    {
        Id = id;
        _compress = ShaLanesCode.Load(compress, BriefBlocks);
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _compress.Requires;

    public override int Lanes => 2;

    public override int FewestMessages => 2;

    public static ShaX64Pair Sha1ShaNi() => new("sha1-lanes/x64-shani", ShaLanesCode.Sha1ShaNiPair);

    public static ShaX64Pair Sha256ShaNi() => new("sha256-lanes/x64-shani", ShaLanesCode.Sha256ShaNiPair);

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? _compress.WhyDenied;

    public override void Compress(HashLanesArguments* arguments)
    {
        ShaPairArguments pair;
        pair.State0 = arguments->States[0];
        pair.State1 = arguments->States[1];
        pair.Source0 = arguments->Sources[0];
        pair.Source1 = arguments->Sources[1];
        pair.Blocks = arguments->Blocks;
        if (MachineCode.IsCut(pair.Blocks * BlockBytes))
            _compress.RunLeadingChunks(&pair, &pair.Blocks, BlockBytes, &Advance);
        _compress.Run(&pair, pair.Blocks);
    }

    private static void Advance(void* arguments, nint bytes)
    {
        ((ShaPairArguments*)arguments)->Source0 += bytes;
        ((ShaPairArguments*)arguments)->Source1 += bytes;
    }
}
