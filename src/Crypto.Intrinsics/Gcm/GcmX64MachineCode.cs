namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES-GCM in machine code: the programs <c>GcmKeyProgram</c>, <c>GcmAvx512Program</c> and <c>GcmAvxProgram</c> of the kernel
/// assembler. A message is one call. Any alignment; constant-time, as the programs say.
/// </summary>
internal sealed unsafe class GcmX64MachineCode : GcmKernel
{
    /// <summary>Bytes that every kernel here seals in less than a microsecond.</summary>
    private const int BriefBytes = 2048;

    /// <summary>
    /// A message of no more, text and associated data together, is short to every kernel. Its key has round keys, a few powers of
    /// H, and room behind them for loads of whole vectors.
    /// </summary>
    private const int ShortMessage = 48, ShortKeyBytes = 448;

    private readonly CodeEntry _expandKeyEntry;
    private readonly CodeEntry _sealEntry;
    private readonly CodeEntry _openEntry;
    private readonly string? _whyUnavailable;
    private readonly void* _expandKey;
    private readonly void* _seal;
    private readonly void* _open;

    private GcmX64MachineCode(string id, int keyBytes, CodeEntry expandKey, CodeEntry seal, CodeEntry open)
    {
        Id = id;
        KeyBytes = keyBytes;
        _expandKeyEntry = expandKey;
        _sealEntry = seal;
        _openEntry = open;
        _whyUnavailable = base.WhyUnavailable() ?? GcmCode.Loaded.Page.WhyDenied;
        if (_whyUnavailable is null)
        {
            _expandKey = GcmCode.Loaded.Page.Address(expandKey);
            _seal = GcmCode.Loaded.Page.Address(seal);
            _open = GcmCode.Loaded.Page.Address(open);
        }
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _expandKeyEntry.Requires | _sealEntry.Requires | _openEntry.Requires;

    public override int KeyBytes { get; }

    public static GcmX64MachineCode Vaes512() =>
        new("gcm/x64-vaes512", 1152, GcmCode.ExpandKey512, GcmCode.SealVaes512, GcmCode.OpenVaes512);

    public static GcmX64MachineCode Vaes256() =>
        new("gcm/x64-vaes256", ShortKeyBytes, GcmCode.ExpandKey256, GcmCode.SealVaes256, GcmCode.OpenVaes256);

    public static GcmX64MachineCode AesNiAvx() =>
        new("gcm/x64-aesni-avx", ShortKeyBytes, GcmCode.ExpandKey128, GcmCode.SealAesNiAvx, GcmCode.OpenAesNiAvx);

    public override int KeyBytesFor(long longestMessage) => longestMessage <= ShortMessage ? ShortKeyBytes : KeyBytes;

    public override string? WhyUnavailable() => _whyUnavailable;

    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage)
    {
        GcmKeyArguments arguments;
        arguments.Key = cipherKey;
        arguments.Schedule = key;
        arguments.Rounds = AesKernel.RoundsFor(cipherKeyBytes);
        arguments.Short = longestMessage <= ShortMessage ? 1 : 0;
        MachineCode.CallBriefly(_expandKey, &arguments);
    }

    public override void Seal(GcmArguments* arguments) => Run(_seal, arguments);

    public override void Open(GcmArguments* arguments) => Run(_open, arguments);

    private static void Run(void* address, GcmArguments* arguments)
    {
        arguments->Part = GcmPart.Whole;
        if (arguments->Length + arguments->AssociatedDataLength <= BriefBytes)
            MachineCode.CallBriefly(address, arguments);
        else
            RunLong(address, arguments);
    }

#if NET
    private static void RunLong(void* address, GcmArguments* arguments) => MachineCode.Call(address, arguments);
#else
    /// <summary>In parts, for whose end a collection can wait: first the associated data, then the text.</summary>
    private static void RunLong(void* address, GcmArguments* arguments)
    {
        var length = arguments->Length;
        arguments->Length = 0;
        arguments->BlocksBefore = 0;
        arguments->Part = GcmPart.Unfinished;
        for (var left = arguments->AssociatedDataLength; left > 0; left -= arguments->AssociatedDataLength)
        {
            arguments->AssociatedDataLength = left < MachineCode.ChunkBytes ? left : MachineCode.ChunkBytes;
            MachineCode.Call(address, arguments);
            arguments->AssociatedData += arguments->AssociatedDataLength;
            arguments->Part |= GcmPart.Continued;
        }

        arguments->AssociatedDataLength = 0;
        for (; length > MachineCode.ChunkBytes; length -= MachineCode.ChunkBytes)
        {
            arguments->Length = MachineCode.ChunkBytes;
            MachineCode.Call(address, arguments);
            arguments->Source += MachineCode.ChunkBytes;
            arguments->Destination += MachineCode.ChunkBytes;
            arguments->BlocksBefore += MachineCode.ChunkBytes / sizeof(Block128);
            arguments->Part |= GcmPart.Continued;
        }

        arguments->Length = length;
        arguments->Part &= ~GcmPart.Unfinished;
        MachineCode.Call(address, arguments);
    }
#endif
}
