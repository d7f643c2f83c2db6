namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES-GCM in machine code: the programs <c>GcmKeyProgram</c>, <c>GcmAvx512Program</c> and <c>GcmAvxProgram</c> of the kernel
/// assembler; for Arm64, <c>GcmKeyArm64Program</c> and <c>GcmArm64Program</c>. A message is one call. Any alignment; constant-time, as the programs say.
/// </summary>
internal sealed unsafe class GcmMachineCode : GcmKernel
{
    private const int BriefBytes = 2048;

    private readonly CodeRoutine _expandKey;
    private readonly CodeRoutine _seal;
    private readonly CodeRoutine _open;
    private readonly int _shortKeyBytes;

    private GcmMachineCode(string id, int keyBytes, CodeEntry expandKey, CodeEntry seal, CodeEntry open)
    {
        Id = id;
        KeyBytes = keyBytes;
        _shortKeyBytes = GcmCode.ShortKeyBytes;
        _expandKey = GcmCode.Load(expandKey);
        _seal = GcmCode.Load(seal, BriefBytes);
        _open = GcmCode.Load(open, BriefBytes);
    }

    /// <summary>For Arm64, where a key is the same for messages of any length.</summary>
    private GcmMachineCode(string id, CodeEntry seal, CodeEntry open)
    {
        Id = id;
        KeyBytes = _shortKeyBytes = GcmArm64Code.KeyBytes;
        _expandKey = GcmArm64Code.Load(GcmArm64Code.ExpandKeyPmull);
        _seal = GcmArm64Code.Load(seal, BriefBytes);
        _open = GcmArm64Code.Load(open, BriefBytes);
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _expandKey.Requires | _seal.Requires | _open.Requires;

    public override int KeyBytes { get; }

    public static GcmMachineCode Vaes512() => new(
        "gcm/x64-vaes512", GcmCode.KeyBytes512, GcmCode.ExpandKey512, GcmCode.SealVaes512, GcmCode.OpenVaes512);

    public static GcmMachineCode Vaes256() => new(
        "gcm/x64-vaes256", GcmCode.ShortKeyBytes, GcmCode.ExpandKey256, GcmCode.SealVaes256, GcmCode.OpenVaes256);

    public static GcmMachineCode AesNiAvx() => new(
        "gcm/x64-aesni-avx", GcmCode.ShortKeyBytes, GcmCode.ExpandKey128, GcmCode.SealAesNiAvx, GcmCode.OpenAesNiAvx);

    public static GcmMachineCode Arm64Eor3() => new("gcm/arm64-eor3", GcmArm64Code.SealEor3, GcmArm64Code.OpenEor3);

    public static GcmMachineCode Arm64Pmull() => new("gcm/arm64-pmull-code", GcmArm64Code.SealPmull, GcmArm64Code.OpenPmull);

    /// <summary>Where the code of sealing begins.</summary>
    public CodeEntry SealEntry => _seal.Entry;

    /// <summary>Where the code of opening begins.</summary>
    public CodeEntry OpenEntry => _open.Entry;

    public override int KeyBytesFor(long longestMessage) => IsShort(longestMessage) ? _shortKeyBytes : KeyBytes;

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? _seal.WhyDenied;

    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage)
    {
        GcmKeyArguments arguments;
        arguments.Key = cipherKey;
        arguments.Schedule = key;
        arguments.Rounds = AesKernel.RoundsFor(cipherKeyBytes);
        arguments.Short = IsShort(longestMessage) ? 1 : 0;
        _expandKey.RunBriefly(&arguments);
    }

    public override void Seal(AeadArguments* arguments) => Run(in _seal, arguments);

    public override void Open(AeadArguments* arguments) => Run(in _open, arguments);

    /// <summary>
    /// <see cref="Seal"/> in several calls of at most so many bytes, a multiple of a batch. The self-test does this everywhere. Otherwise only
    /// hosts need it whose collections wait for the end of a call (<see cref="MachineCode.IsCut"/>).
    /// </summary>
    public void SealInParts(AeadArguments* arguments, int chunkBytes) => RunInParts(in _seal, arguments, chunkBytes);

    /// <inheritdoc cref="SealInParts"/>
    public void OpenInParts(AeadArguments* arguments, int chunkBytes) => RunInParts(in _open, arguments, chunkBytes);

    private static bool IsShort(long message) => message <= GcmCode.ShortMessageBytes;

    private void Run(in CodeRoutine routine, AeadArguments* arguments)
    {
        Prepare(arguments);
        var bytes = arguments->Length + arguments->AssociatedDataLength;
        if (MachineCode.IsCut(bytes))
        {
            RunPrepared(in routine, arguments, MachineCode.ChunkBytes);
            return;
        }

        arguments->Part = GcmPart.Whole;
        routine.Run(arguments, bytes);
    }

    private void RunInParts(in CodeRoutine routine, AeadArguments* arguments, int chunkBytes)
    {
        Prepare(arguments);
        RunPrepared(in routine, arguments, chunkBytes);
    }

    /// <summary>The associated data, and the text but its last chunk, and then that one. The hash of no parts is zero.</summary>
    private static void RunPrepared(in CodeRoutine routine, AeadArguments* arguments, int chunkBytes)
    {
        var length = arguments->Length;
        arguments->Length = 0;
        arguments->BlocksBefore = 0;
        arguments->Hash = default;
        arguments->Part = GcmPart.Continued | GcmPart.Unfinished;
        routine.RunLeadingChunks(arguments, &arguments->AssociatedDataLength, sizeof(byte), &AdvanceAssociatedData, chunkBytes);
        routine.Run(arguments, arguments->AssociatedDataLength);
        arguments->AssociatedDataLength = 0;
        arguments->Length = length;
        routine.RunLeadingChunks(arguments, &arguments->Length, sizeof(byte), &AdvanceText, chunkBytes);
        arguments->Part = GcmPart.Continued;
        routine.Run(arguments, arguments->Length);
    }

    private static void AdvanceAssociatedData(void* arguments, nint bytes) => ((AeadArguments*)arguments)->AssociatedData += bytes;

    private static void AdvanceText(void* arguments, nint bytes)
    {
        var gcm = (AeadArguments*)arguments;
        gcm->Source += bytes;
        gcm->Destination += bytes;
        gcm->BlocksBefore += bytes / sizeof(Block128);
    }
}
