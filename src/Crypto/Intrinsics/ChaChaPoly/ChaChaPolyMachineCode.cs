using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// ChaCha20 and Poly1305 in machine code: the programs <c>ChaChaPolyProgram</c>, <c>ChaChaKeystreamProgram</c>,
/// <c>ChaChaRowsProgram</c> and <c>Poly1305Program</c> of the kernel assembler; for Arm64, <c>ChaChaPolyArm64Program</c>,
/// <c>ChaChaKeystreamArm64Program</c> and <c>Poly1305Arm64Program</c>. With AVX-512 long texts have wider batches.
/// <para>
/// Constant-time, as they say. Preconditions: none beyond the contract.
/// </para>
/// </summary>
internal sealed unsafe class ChaChaPolyMachineCode : ChaChaPolyComposed
{
    private const int BriefBytes = 2048;

    /// <summary>Fewer bytes are hashed without a call, in <see cref="Poly1305"/>.</summary>
    private const int LeastHashedBytes = 64;

    /// <summary>
    /// Fewer bytes are sealed in narrow batches alone: the first one has no hash beside it, and the last one's stands alone.
    /// </summary>
    private const int LeastSealedWide = 3 * ChaChaPolyCode.WideBatchBytes;

    private readonly CodeRoutine _seal, _open, _hash, _keystream;

    /// <summary>The keystream of a short message, and its blocks.</summary>
    private readonly CodeRoutine _shortKeystream;
    private readonly int _shortBlocks;

    /// <summary>Null but on AVX-512.</summary>
    private readonly CodeRoutine? _sealWide, _openWide;

    /// <summary>For x64.</summary>
    private ChaChaPolyMachineCode(bool isWide)
        : base(isWide ? "x64-avx512-code" : "x64-avx2-code")
    {
        BatchBytes = ChaChaPolyCode.BatchBytes;
        _seal = ChaChaPolyCode.Load(isWide ? ChaChaPolyCode.SealAvx512Vl : ChaChaPolyCode.SealAvx2, BriefBytes);
        _open = ChaChaPolyCode.Load(isWide ? ChaChaPolyCode.OpenAvx512Vl : ChaChaPolyCode.OpenAvx2, BriefBytes);
        _hash = ChaChaPolyCode.Load(ChaChaPolyCode.HashBmi2, BriefBytes);
        _shortKeystream = ChaChaPolyCode.Load(isWide ? ChaChaPolyCode.RowsAvx512Vl : ChaChaPolyCode.RowsAvx2);
        _shortBlocks = ChaChaPolyCode.RowBlocks;
        _keystream = ChaChaPolyCode.Load(isWide ? ChaChaPolyCode.KeystreamAvx512Vl : ChaChaPolyCode.KeystreamAvx2);
        if (isWide)
        {
            _sealWide = ChaChaPolyCode.Load(ChaChaPolyCode.SealAvx512, BriefBytes);
            _openWide = ChaChaPolyCode.Load(ChaChaPolyCode.OpenAvx512, BriefBytes);
        }
    }

    /// <summary>For Arm64.</summary>
    private ChaChaPolyMachineCode()
        : base("arm64-neon-code")
    {
        BatchBytes = ChaChaPolyArm64Code.BatchBytes;
        _seal = ChaChaPolyArm64Code.Load(ChaChaPolyArm64Code.SealNeon, BriefBytes);
        _open = ChaChaPolyArm64Code.Load(ChaChaPolyArm64Code.OpenNeon, BriefBytes);
        _hash = ChaChaPolyArm64Code.Load(ChaChaPolyArm64Code.HashArm64, BriefBytes);
        _shortKeystream = ChaChaPolyArm64Code.Load(ChaChaPolyArm64Code.Keystream4Neon);
        _shortBlocks = ChaChaPolyArm64Code.FewBlocks;
        _keystream = ChaChaPolyArm64Code.Load(ChaChaPolyArm64Code.Keystream8Neon);
    }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override CpuFeatures Requires => _seal.Requires;

    protected override int BatchBytes { get; }

    public static ChaChaPolyMachineCode X64Avx512() => new(isWide: true);

    public static ChaChaPolyMachineCode X64Avx2() => new(isWide: false);

    public static ChaChaPolyMachineCode Arm64() => new();

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? _seal.WhyDenied;

    [SkipLocalsInit]
    public override int MakeKeystream(uint* state, uint counter, bool startsWithKey, byte* keystream, int blocks)
    {
        AlignedArguments<ChaChaKeystreamArguments> memory;
        var arguments = AlignedArguments<ChaChaKeystreamArguments>.Align(&memory, &memory.Arguments.Scratch);
        arguments->Cipher = state;
        arguments->Destination = keystream;
        arguments->Counter = counter;
        arguments->FirstCounter = startsWithKey ? 0 : counter;
        var made = 0;
        for (; blocks - made > _shortBlocks; made += BatchBytes / BlockBytes)
        {
            _keystream.RunBriefly(arguments);
            arguments->Destination += BatchBytes;
            arguments->Counter += (uint)(BatchBytes / BlockBytes);
            arguments->FirstCounter = arguments->Counter;
        }

        if (made >= blocks)
            return made;
        _shortKeystream.RunBriefly(arguments);
        return made + _shortBlocks;
    }

    protected override void SealBatches(ChaChaPolyMessage* message, byte* source, byte* destination, nint length)
    {
        // Half a wide batch at the end would be a second call, with a last batch of its own.
        var isWide = length >= LeastSealedWide && (length % ChaChaPolyCode.WideBatchBytes == 0 || length >= 2 * LeastSealedWide);
        Run(isWide ? _sealWide : null, _seal, message, source, destination, length);
    }

    protected override void OpenBatches(ChaChaPolyMessage* message, byte* source, byte* destination, nint length) =>
        Run(_openWide, _open, message, source, destination, length);

    protected override void Hash(ChaChaPolyMessage* message, byte* source, nint length)
    {
        var whole = length >= LeastHashedBytes ? length & -Poly1305.BlockBytes : 0;
        if (whole > 0)
            Run(_hash, message, source, null, whole);
        if (length > whole)
            base.Hash(message, source + whole, length - whole);
    }

    /// <summary>Wide batches, if there are any, and those that are left.</summary>
    private static void Run(CodeRoutine? wide, CodeRoutine narrow, ChaChaPolyMessage* message, byte* source, byte* destination, nint length)
    {
        nint done = 0;
        if (wide is { } routine && (done = length & -ChaChaPolyCode.WideBatchBytes) > 0)
            Run(routine, message, source, destination, done);
        if (length > done)
            Run(narrow, message, source + done, destination + done, length - done);
    }

    [SkipLocalsInit]
    private static void Run(CodeRoutine routine, ChaChaPolyMessage* message, byte* source, byte* destination, nint length)
    {
        AlignedArguments<ChaChaPolyArguments> memory;
        var arguments = AlignedArguments<ChaChaPolyArguments>.Align(&memory, &memory.Arguments.Scratch);
        arguments->Cipher = (uint*)&message->Cipher;
        arguments->Hash = (ulong*)&message->Hash;
        arguments->Source = source;
        arguments->Destination = destination;
        arguments->Length = length;
        if (MachineCode.IsCut(length))
            routine.RunLeadingChunks(arguments, &arguments->Length, sizeof(byte), &Advance);
        routine.Run(arguments, length);
    }

    private static void Advance(void* arguments, nint bytes)
    {
        ((ChaChaPolyArguments*)arguments)->Source += bytes;
        ((ChaChaPolyArguments*)arguments)->Destination += bytes;
    }
}
