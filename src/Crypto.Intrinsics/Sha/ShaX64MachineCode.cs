namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The SHA family in machine code: the programs <c>Sha1ShaNiProgram</c>, <c>Sha256ShaNiProgram</c>, <c>Sha512Avx512Program</c> and
/// <c>Sha512Bmi2Program</c> of the kernel assembler. Any alignment of the blocks; constant-time, as the programs say.
/// </summary>
internal sealed unsafe class ShaX64MachineCode : ShaKernel
{
    /// <summary>Bytes that every kernel here compresses in less than a microsecond.</summary>
    private const int BriefBytes = 1024;

    private readonly CodeEntry _entry;
    private readonly int _blockBytes;
    private readonly string? _whyUnavailable;
    private readonly void* _address;

    private ShaX64MachineCode(string id, CodeEntry entry, int blockBytes)
    {
        Id = id;
        _entry = entry;
        _blockBytes = blockBytes;
        _whyUnavailable = base.WhyUnavailable() ?? ShaCode.Loaded.Page.WhyDenied;
        if (_whyUnavailable is null)
            _address = ShaCode.Loaded.Page.Address(entry);
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _entry.Requires;

    public static ShaX64MachineCode Sha1ShaNi() => new("sha1/x64-shani", ShaCode.Sha1ShaNi, 64);

    public static ShaX64MachineCode Sha256ShaNi() => new("sha256/x64-shani", ShaCode.Sha256ShaNi, 64);

    public static ShaX64MachineCode Sha512Avx512() => new("sha512/x64-avx512", ShaCode.Sha512Avx512, 128);

    public static ShaX64MachineCode Sha512Bmi2() => new("sha512/x64-bmi2", ShaCode.Sha512Bmi2, 128);

    public override string? WhyUnavailable() => _whyUnavailable;

    public override void Compress(ShaArguments* arguments)
    {
        if (arguments->SourceBlocks + arguments->TailBlocks <= BriefBytes / _blockBytes)
            MachineCode.CallBriefly(_address, arguments);
        else
            CompressMany(arguments);
    }

#if NET
    private void CompressMany(ShaArguments* arguments) => MachineCode.Call(_address, arguments);
#else
    /// <summary>In parts, for whose end a collection can wait.</summary>
    private void CompressMany(ShaArguments* arguments)
    {
        var tailBlocks = arguments->TailBlocks;
        arguments->TailBlocks = 0;
        CompressSource(arguments, arguments->SourceBlocks);
        arguments->Source = arguments->Tail;
        CompressSource(arguments, tailBlocks);
    }

    private void CompressSource(ShaArguments* arguments, nint blocks)
    {
        nint most = MachineCode.ChunkBytes / _blockBytes;
        for (; blocks > 0; blocks -= arguments->SourceBlocks, arguments->Source += arguments->SourceBlocks * _blockBytes)
        {
            arguments->SourceBlocks = blocks < most ? blocks : most;
            MachineCode.Call(_address, arguments);
        }
    }
#endif
}
