namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The SHA family in machine code: the programs <c>Sha1ShaNiProgram</c>, <c>Sha1Pbkdf2Program</c>, <c>Sha256ShaNiProgram</c>, <c>Sha256Pbkdf2Program</c>,
/// <c>Sha256Pbkdf2PairProgram</c>, <c>Sha512Bmi2Program</c>, <c>Sha512Avx512Program</c>, <c>Sha512Pbkdf2Program</c>, <c>KeccakAvx512Program</c>
/// and <c>KeccakBmi2Program</c> of the kernel assembler; for Arm64, <c>ShaCompressionArm64Program</c>, <c>Pbkdf2Arm64Program</c> and <c>KeccakArm64Program</c>.
/// Any alignment of the blocks; constant-time, as the programs say.
/// </summary>
internal sealed unsafe class ShaMachineCode : HashKernel
{
    /// <summary>
    /// Blocks that take about a microsecond: of SHA-1 and SHA-256, those of a network packet (1.2 on the slowest CPU measured), of
    /// SHA-512 eight, of 1 KiB, and of Keccak four.
    /// </summary>
    private const int BriefBlocks = 22, BriefBlocks512 = 8, BriefBlocksKeccak = 4;

    /// <summary>Of PBKDF2, which are two blocks each.</summary>
    private const int BriefIterations = BriefBlocks / 2, BriefIterations512 = BriefBlocks512 / 2;

    private readonly CodeRoutine _compress;
    private readonly CpuCore? _beatenOn;

    /// <summary>The loop of PBKDF2, or none; and that for two blocks.</summary>
    private CodeRoutine _iterate, _iterateTwo;

    /// <summary>The lengths of digests that the loops are made for.</summary>
    private int _iteratedBytes, _otherIteratedBytes;

    private ShaMachineCode(string id, CodeEntry compress, int briefBlocks, CpuCore? beatenOn = null)
        : this(id, ShaCode.Load(compress, briefBlocks), beatenOn)
    {
    }

    private ShaMachineCode(string id, CodeRoutine compress, CpuCore? beatenOn)
    {
        Id = id;
        _compress = compress;
        _beatenOn = beatenOn;
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _compress.Requires;

    public static ShaMachineCode Sha1ShaNi() =>
        new ShaMachineCode("sha1/x64-shani", ShaCode.Sha1ShaNi, BriefBlocks)
            .Iterating(ShaCode.Load(ShaCode.Sha1Pbkdf2ShaNi, BriefIterations), 20);

    public static ShaMachineCode Sha256ShaNi() =>
        new ShaMachineCode("sha256/x64-shani", ShaCode.Sha256ShaNi, BriefBlocks)
            .Iterating(ShaCode.Load(ShaCode.Sha256Pbkdf2ShaNi, BriefIterations), 32)
            .IteratingTwo(ShaCode.Load(ShaCode.Sha256Pbkdf2ShaNiPair, BriefIterations / 2));

    public static ShaMachineCode Sha512Bmi2Avx512() =>
        new ShaMachineCode("sha512/x64-bmi2-avx512", ShaCode.Sha512Bmi2Avx512, BriefBlocks512, beatenOn: CpuCore.Zen4)
            .Iterating(ShaCode.Load(ShaCode.Sha512Pbkdf2Avx512, BriefIterations512), 64, 48);

    public static ShaMachineCode Sha512Avx512() =>
        new ShaMachineCode("sha512/x64-avx512", ShaCode.Sha512Avx512, BriefBlocks512)
            .Iterating(ShaCode.Load(ShaCode.Sha512Pbkdf2Avx512, BriefIterations512), 64, 48);

    public static ShaMachineCode Sha512Bmi2() => new("sha512/x64-bmi2", ShaCode.Sha512Bmi2, BriefBlocks512);

    public static ShaMachineCode KeccakAvx512() => new("keccak/x64-avx512", ShaCode.KeccakAvx512, BriefBlocksKeccak);

    public static ShaMachineCode KeccakBmi2() => new("keccak/x64-bmi2", ShaCode.KeccakBmi2, BriefBlocksKeccak);

    public static ShaMachineCode Sha1Arm64() => OnArm64("sha1/arm64-sha1-code", ShaArm64Code.Sha1, BriefBlocks)
        .Iterating(ShaArm64Code.Load(ShaArm64Code.Sha1Pbkdf2, BriefIterations), 20)
        .IteratingTwo(ShaArm64Code.Load(ShaArm64Code.Sha1Pbkdf2Pair, BriefIterations / 2));

    public static ShaMachineCode Sha256Arm64() => OnArm64("sha256/arm64-sha256-code", ShaArm64Code.Sha256, BriefBlocks)
        .Iterating(ShaArm64Code.Load(ShaArm64Code.Sha256Pbkdf2, BriefIterations), 32)
        .IteratingTwo(ShaArm64Code.Load(ShaArm64Code.Sha256Pbkdf2Pair, BriefIterations / 2));

    public static ShaMachineCode Sha512Arm64() => OnArm64("sha512/arm64-sha512", ShaArm64Code.Sha512, BriefBlocks512)
        .Iterating(ShaArm64Code.Load(ShaArm64Code.Sha512Pbkdf2, BriefIterations512), 64, 48);

    public static ShaMachineCode KeccakArm64() => OnArm64("keccak/arm64", ShaArm64Code.Keccak, BriefBlocksKeccak);

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? _compress.WhyDenied;

    public override string? WhyNotPreferred() =>
        Cpu.Core == _beatenOn ? "rounds that are spread over general registers and vectors are faster on this CPU" : null;

    public override void Compress(HashArguments* arguments)
    {
        if (MachineCode.IsCut(arguments->SourceBlocks * arguments->BlockBytes))
            CompressLeadingChunks(arguments);
        _compress.Run(arguments, arguments->SourceBlocks + arguments->TailBlocks);
    }

    public override void Iterate(Pbkdf2Arguments* arguments)
    {
        if (Iterates(arguments->DigestBytes))
            Iterate(ref _iterate, arguments, keyBlocks: 1);
        else
            base.Iterate(arguments);
    }

    public override bool IteratesTwo(int digestBytes) => _iterateTwo.Address is not null && Iterates(digestBytes);

    public override void IterateTwo(Pbkdf2Arguments* arguments) => Iterate(ref _iterateTwo, arguments, keyBlocks: 2);

    private static ShaMachineCode OnArm64(string id, CodeEntry compress, int briefBlocks) =>
        new(id, ShaArm64Code.Load(compress, briefBlocks), beatenOn: null);

    private bool Iterates(int digestBytes) =>
        _iterate.Address is not null && (digestBytes == _iteratedBytes || digestBytes == _otherIteratedBytes);

    /// <summary>An iteration compresses two blocks for each block of the key.</summary>
    private static void Iterate(ref CodeRoutine loop, Pbkdf2Arguments* arguments, int keyBlocks)
    {
        var bytes = 2 * keyBlocks * arguments->BlockBytes;
        if (MachineCode.IsCut(arguments->Iterations * bytes))
            loop.RunLeadingChunks(arguments, &arguments->Iterations, bytes, &Stay);
        loop.Run(arguments, arguments->Iterations);
    }

    /// <summary>Not an argument of the constructor: Mono on s390x gets a sixth one wrong, and a property as large, too.</summary>
    private ShaMachineCode Iterating(CodeRoutine loop, int digestBytes, int otherDigestBytes = 0)
    {
        (_iteratedBytes, _otherIteratedBytes) = (digestBytes, otherDigestBytes);
        _iterate = loop;
        return this;
    }

    /// <inheritdoc cref="Iterating"/>
    private ShaMachineCode IteratingTwo(CodeRoutine loop)
    {
        _iterateTwo = loop;
        return this;
    }

    /// <summary>The source but its last chunk, which the tail follows.</summary>
    private void CompressLeadingChunks(HashArguments* arguments)
    {
        var tailBlocks = arguments->TailBlocks;
        arguments->TailBlocks = 0;
        _compress.RunLeadingChunks(arguments, &arguments->SourceBlocks, (int)arguments->BlockBytes, &Advance);
        arguments->TailBlocks = tailBlocks;
    }

    private static void Stay(void* arguments, nint bytes)
    {
    }

    private static void Advance(void* arguments, nint bytes) => ((HashArguments*)arguments)->Source += bytes;
}
