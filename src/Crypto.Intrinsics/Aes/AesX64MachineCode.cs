namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES in machine code: VAES, which .NET does not expose, and AES-NI, which older runtimes do not. The programs are
/// <c>AesKeyExpansion</c>, <c>AesParallelModes</c>, <c>AesCtr</c> and <c>AesSerialModes</c> of the kernel assembler. Key
/// expansion and the modes whose blocks wait for each other are the same at all widths. Any alignment; constant-time, as the
/// programs say.
/// </summary>
internal sealed unsafe class AesX64MachineCode : AesKernel
{
    private const int HalfBytes = (14 + 1) * 16;

    /// <summary>Bytes that take about a microsecond at most: blocks in flight, blocks in a chain, bytes in a chain.</summary>
    private const int BriefParallel = 8 * 1024;

    private const int BriefSerial = 1024;
    private const int BriefBytewise = 64;

    private readonly CpuFeatures _requires;
    private readonly string? _whyUnavailable;
    private readonly void* _expandKey;
    private readonly void* _invertKey;
    private readonly void* _encryptEcb;
    private readonly void* _decryptEcb;
    private readonly void* _encryptCbc;
    private readonly void* _decryptCbc;
    private readonly void* _encryptCfb8;
    private readonly void* _decryptCfb8;
    private readonly void* _encryptCfb128;
    private readonly void* _decryptCfb128;
    private readonly void* _transformCtr;

    /// <summary>Takes the entries of the modes whose blocks are in flight together; the others have one width.</summary>
    private AesX64MachineCode(
        string id,
        CodeEntry encryptEcb,
        CodeEntry decryptEcb,
        CodeEntry decryptCbc,
        CodeEntry decryptCfb128,
        CodeEntry transformCtr)
    {
        Id = id;
        _requires = AesCode.ExpandKey.Requires | transformCtr.Requires;
        _whyUnavailable = base.WhyUnavailable() ?? AesCode.Loaded.Page.WhyDenied;
        if (_whyUnavailable is not null)
            return;

        var page = AesCode.Loaded.Page;
        _expandKey = page.Address(AesCode.ExpandKey);
        _invertKey = page.Address(AesCode.InvertKey);
        _encryptEcb = page.Address(encryptEcb);
        _decryptEcb = page.Address(decryptEcb);
        _encryptCbc = page.Address(AesCode.EncryptCbc);
        _decryptCbc = page.Address(decryptCbc);
        _encryptCfb8 = page.Address(AesCode.EncryptCfb8);
        _decryptCfb8 = page.Address(AesCode.DecryptCfb8);
        _encryptCfb128 = page.Address(AesCode.EncryptCfb128);
        _decryptCfb128 = page.Address(decryptCfb128);
        _transformCtr = page.Address(transformCtr);
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _requires;

    public override int EncryptionScheduleBytes => HalfBytes;

    public override int ScheduleBytes => 2 * HalfBytes;

    public static AesX64MachineCode Vaes512() => new(
        "aes/x64-vaes512",
        AesCode.EncryptEcbVaes512,
        AesCode.DecryptEcbVaes512,
        AesCode.DecryptCbcVaes512,
        AesCode.DecryptCfb128Vaes512,
        AesCode.TransformCtrVaes512);

    public static AesX64MachineCode Vaes256() => new(
        "aes/x64-vaes256",
        AesCode.EncryptEcbVaes256,
        AesCode.DecryptEcbVaes256,
        AesCode.DecryptCbcVaes256,
        AesCode.DecryptCfb128Vaes256,
        AesCode.TransformCtrVaes256);

    public static AesX64MachineCode AesNiAvx() => new(
        "aes/x64-aesni-avx",
        AesCode.EncryptEcbAesNiAvx,
        AesCode.DecryptEcbAesNiAvx,
        AesCode.DecryptCbcAesNiAvx,
        AesCode.DecryptCfb128AesNiAvx,
        AesCode.TransformCtrAesNiAvx);

    public override string? WhyUnavailable() => _whyUnavailable;

    public override void ExpandKey(byte* key, int keyBytes, byte* schedule)
    {
        var arguments = new AesKeyArguments { Key = key, Schedule = schedule, Rounds = RoundsFor(keyBytes) };
        MachineCode.CallBriefly(_expandKey, &arguments);
    }

    public override void ExpandDecryptionKey(byte* schedule, int rounds)
    {
        var arguments = new AesKeyArguments { Schedule = schedule, Rounds = rounds };
        MachineCode.CallBriefly(_invertKey, &arguments);
    }

    public override void Run(AesOperation operation, AesArguments* arguments)
    {
        void* kernel;
        var brief = BriefParallel;
        switch (operation)
        {
            case AesOperation.EncryptEcb:
                kernel = _encryptEcb;
                break;
            case AesOperation.DecryptEcb:
                kernel = _decryptEcb;
                break;
            case AesOperation.EncryptCbc:
                kernel = _encryptCbc;
                brief = BriefSerial;
                break;
            case AesOperation.DecryptCbc:
                kernel = _decryptCbc;
                break;
            case AesOperation.EncryptCfb8:
                kernel = _encryptCfb8;
                brief = BriefBytewise;
                break;
            case AesOperation.DecryptCfb8:
                kernel = _decryptCfb8;
                brief = BriefBytewise;
                break;
            case AesOperation.EncryptCfb128:
                kernel = _encryptCfb128;
                brief = BriefSerial;
                break;
            case AesOperation.DecryptCfb128:
                kernel = _decryptCfb128;
                break;
            case AesOperation.TransformCtr:
                kernel = _transformCtr;
                break;
            default:
                base.Run(operation, arguments);
                return;
        }

        Run(kernel, arguments, brief);
    }

#if NET
    private static void Run(void* kernel, AesArguments* arguments, int brief)
    {
        if (arguments->Length <= brief)
            MachineCode.CallBriefly(kernel, arguments);
        else
            MachineCode.Call(kernel, arguments);
    }
#else
    /// <summary>In chunks of whole blocks, for whose end a collection can wait: the IV links them.</summary>
    private static void Run(void* kernel, AesArguments* arguments, int brief)
    {
        var left = arguments->Length;
        for (; left > MachineCode.ChunkBytes; left -= MachineCode.ChunkBytes)
        {
            arguments->Length = MachineCode.ChunkBytes;
            MachineCode.Call(kernel, arguments);
            arguments->Source += MachineCode.ChunkBytes;
            arguments->Destination += MachineCode.ChunkBytes;
        }

        arguments->Length = left;
        MachineCode.Call(kernel, arguments);
    }
#endif
}
