namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES in machine code: VAES, which .NET does not expose, and AES-NI, which older runtimes do not. The programs are
/// <c>AesKeyExpansion</c>, <c>AesParallelModePrograms</c>, <c>AesCtrProgram</c> and <c>AesSerialModePrograms</c> of the kernel
/// assembler. Key expansion and the modes whose blocks wait for each other are the same at all widths. Any alignment; constant-time, as the
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

    public override void EncryptEcb(AesArguments* arguments) => Run(_encryptEcb, arguments, BriefParallel);

    public override void DecryptEcb(AesArguments* arguments) => Run(_decryptEcb, arguments, BriefParallel);

    public override void EncryptCbc(AesArguments* arguments) => Run(_encryptCbc, arguments, BriefSerial);

    public override void DecryptCbc(AesArguments* arguments) => Run(_decryptCbc, arguments, BriefParallel);

    public override void EncryptCfb8(AesArguments* arguments) => Run(_encryptCfb8, arguments, BriefBytewise);

    public override void DecryptCfb8(AesArguments* arguments) => Run(_decryptCfb8, arguments, BriefBytewise);

    public override void EncryptCfb128(AesArguments* arguments) => Run(_encryptCfb128, arguments, BriefSerial);

    public override void DecryptCfb128(AesArguments* arguments) => Run(_decryptCfb128, arguments, BriefParallel);

    public override void TransformCtr(AesArguments* arguments) => Run(_transformCtr, arguments, BriefParallel);

#if NET
    private static void Run(void* kernel, AesArguments* arguments, int brief)
    {
        if (arguments->Length <= brief)
            MachineCode.CallBriefly(kernel, arguments);
        else
            MachineCode.Call(kernel, arguments);
    }
#else
    /// <summary>In chunks of whole blocks, for whose end a collection can wait: the register links them.</summary>
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
