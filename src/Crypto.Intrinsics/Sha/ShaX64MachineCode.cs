namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The SHA family in machine code: the programs <c>Sha1ShaNi</c>, <c>Sha256ShaNi</c>, <c>Sha512Avx512</c> and <c>Sha512Bmi2</c>
/// of the kernel assembler. Any alignment of the blocks; constant-time, as the programs say.
/// </summary>
internal sealed unsafe class ShaX64MachineCode : HashKernel
{
    /// <summary>Bytes that every kernel here compresses in less than a microsecond.</summary>
    private const int BriefBytes = 1024;

    private readonly CodeEntry _entry;
    private readonly string? _whyUnavailable;
    private readonly void* _address;

    private ShaX64MachineCode(string id, CodeEntry entry, int blockBytes)
    {
        Id = id;
        _entry = entry;
        BlockBytes = blockBytes;
        _whyUnavailable = base.WhyUnavailable() ?? ShaCode.Loaded.Page.WhyDenied;
        if (_whyUnavailable is null)
            _address = ShaCode.Loaded.Page.Address(entry);
    }

    public override string Id { get; }

    public override int BlockBytes { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _entry.Requires;

    public static ShaX64MachineCode Sha1ShaNi() => new("sha1/x64-shani", ShaCode.Sha1ShaNi, 64);

    public static ShaX64MachineCode Sha256ShaNi() => new("sha256/x64-shani", ShaCode.Sha256ShaNi, 64);

    public static ShaX64MachineCode Sha512Avx512() => new("sha512/x64-avx512", ShaCode.Sha512Avx512, 128);

    public static ShaX64MachineCode Sha512Bmi2() => new("sha512/x64-bmi2", ShaCode.Sha512Bmi2, 128);

    public override string? WhyUnavailable() => _whyUnavailable;

    public override void Compress(HashArguments* arguments)
    {
        if (arguments->SourceBlocks + arguments->TailBlocks <= BriefBytes / BlockBytes)
            MachineCode.CallBriefly(_address, arguments);
        else
            CompressMany(arguments);
    }

#if NET
    private void CompressMany(HashArguments* arguments) => MachineCode.Call(_address, arguments);
#else
    /// <summary>In parts, for whose end a collection can wait.</summary>
    private void CompressMany(HashArguments* arguments)
    {
        var tailBlocks = arguments->TailBlocks;
        arguments->TailBlocks = 0;
        CompressSource(arguments, arguments->SourceBlocks);
        arguments->Source = arguments->Tail;
        CompressSource(arguments, tailBlocks);
    }

    private void CompressSource(HashArguments* arguments, nint blocks)
    {
        nint most = MachineCode.ChunkBytes / BlockBytes;
        for (; blocks > 0; blocks -= arguments->SourceBlocks, arguments->Source += arguments->SourceBlocks * BlockBytes)
        {
            arguments->SourceBlocks = blocks < most ? blocks : most;
            MachineCode.Call(_address, arguments);
        }
    }
#endif
}
