namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Two messages at once in machine code: the programs <c>Sha1ShaNiPairProgram</c> and <c>Sha256ShaNiPairProgram</c> of the kernel
/// assembler; for Arm64, <c>ShaPairArm64Program</c>. Any alignment of the blocks; constant-time, as the programs say.
/// </summary>
internal sealed unsafe class ShaPair : HashLanesKernel
{
    private const int BlockBytes = 64;

    /// <summary>Blocks of each that take about a microsecond on the slowest CPU measured.</summary>
    private const int BriefBlocks = 16;

    private readonly CodeRoutine _compress;

    private ShaPair(string id, CodeRoutine compress)
    {
        Id = id;
        _compress = compress;
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _compress.Requires;

    public override int Lanes => 2;

    public override int FewestMessages => 2;

    public static ShaPair Sha1ShaNi() => new("sha1-lanes/x64-shani", ShaLanesCode.Load(ShaLanesCode.Sha1ShaNiPair, BriefBlocks));

    public static ShaPair Sha256ShaNi() => new("sha256-lanes/x64-shani", ShaLanesCode.Load(ShaLanesCode.Sha256ShaNiPair, BriefBlocks));

    public static ShaPair Sha1Arm64() => new("sha1-lanes/arm64-sha1", ShaLanesArm64Code.Load(ShaLanesArm64Code.Sha1Pair, BriefBlocks));

    public static ShaPair Sha256Arm64() => new("sha256-lanes/arm64-sha256", ShaLanesArm64Code.Load(ShaLanesArm64Code.Sha256Pair, BriefBlocks));

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
