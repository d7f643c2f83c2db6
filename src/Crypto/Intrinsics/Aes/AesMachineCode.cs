using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES in machine code: VAES, which .NET does not expose; AES-NI, which older runtimes do not; and the instructions of Arm64. The programs
/// are those of <c>AesKernels</c> in the kernel assembler. On x64 key expansion and the modes whose blocks wait for each other are the same
/// at all widths. Any alignment; constant-time, as the programs say.
/// </summary>
internal sealed unsafe class AesMachineCode : AesKernel
{
    private const int BlockBytes = 16;

    /// <summary>
    /// What takes about a microsecond at most: bytes of blocks in flight, of blocks in a chain, of bytes in a chain.
    /// </summary>
    private const int BriefParallel = 8 * 1024, BriefSerial = 1024, BriefBytewise = 64;

    private readonly CodeRoutine _expandKey, _invertKey, _sealCcm, _openCcm;

    /// <summary>By <see cref="AesOperation"/>: those that are fused are the first.</summary>
    private readonly CodeRoutine[] _operations;

    /// <summary>Takes the entries of key expansion both ways, of the fused operations in their order, and of CCM both ways.</summary>
    private AesMachineCode(string id, CodeEntry[] keys, CodeEntry[] operations, CodeEntry[] ccm)
    {
        Id = id;
        _expandKey = Load(keys[0]);
        _invertKey = Load(keys[1]);
        _sealCcm = Load(ccm[0], BriefSerial);
        _openCcm = Load(ccm[1], BriefSerial);
        _operations = new CodeRoutine[operations.Length];
        for (var i = 0; i < operations.Length; i++)
            _operations[i] = Load(operations[i], BriefOf((AesOperation)i));
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _expandKey.Requires | _operations[(int)AesOperation.EncryptXts].Requires;

    public override int EncryptionScheduleBytes => AesCode.EncryptionScheduleBytes;

    public override int ScheduleBytes => AesCode.ScheduleBytes;

    public static AesMachineCode Vaes512() => OnX64(
        "aes/x64-vaes512",
        AesCode.EncryptEcbVaes512,
        AesCode.DecryptEcbVaes512,
        AesCode.DecryptCbcVaes512,
        AesCode.DecryptCfb128Vaes512,
        AesCode.TransformCtrVaes512,
        AesCode.TransformGcmSivCtrVaes512,
        AesCode.EncryptXtsVaes512,
        AesCode.DecryptXtsVaes512);

    public static AesMachineCode Vaes256() => OnX64(
        "aes/x64-vaes256",
        AesCode.EncryptEcbVaes256,
        AesCode.DecryptEcbVaes256,
        AesCode.DecryptCbcVaes256,
        AesCode.DecryptCfb128Vaes256,
        AesCode.TransformCtrVaes256,
        AesCode.TransformGcmSivCtrVaes256,
        AesCode.EncryptXtsVaes256,
        AesCode.DecryptXtsVaes256);

    public static AesMachineCode AesNiAvx() => OnX64(
        "aes/x64-aesni-avx",
        AesCode.EncryptEcbAesNiAvx,
        AesCode.DecryptEcbAesNiAvx,
        AesCode.DecryptCbcAesNiAvx,
        AesCode.DecryptCfb128AesNiAvx,
        AesCode.TransformCtrAesNiAvx,
        AesCode.TransformGcmSivCtrAesNiAvx,
        AesCode.EncryptXtsAesNiAvx,
        AesCode.DecryptXtsAesNiAvx);

    public static AesMachineCode Arm64() => new(
        "aes/arm64-aes-code",
        [AesArm64Code.ExpandKey, AesArm64Code.InvertKey],
        [
            AesArm64Code.EncryptEcb,
            AesArm64Code.DecryptEcb,
            AesArm64Code.EncryptCbc,
            AesArm64Code.DecryptCbc,
            AesArm64Code.EncryptCfb8,
            AesArm64Code.DecryptCfb8,
            AesArm64Code.EncryptCfb128,
            AesArm64Code.DecryptCfb128,
            AesArm64Code.TransformCtr,
            AesArm64Code.TransformGcmSivCtr,
            AesArm64Code.EncryptXts,
            AesArm64Code.DecryptXts,
        ],
        [AesArm64Code.SealCcm, AesArm64Code.OpenCcm]);

    /// <summary>Where the code of a fused operation begins.</summary>
    public CodeEntry EntryOf(AesOperation operation) => _operations[(int)operation].Entry;

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? _expandKey.WhyDenied;

    public override void ExpandKey(byte* key, int keyBytes, byte* schedule)
    {
        var arguments = new AesKeyArguments { Key = key, Schedule = schedule, Rounds = RoundsFor(keyBytes) };
        _expandKey.RunBriefly(&arguments);
    }

    public override void ExpandDecryptionKey(byte* schedule, int rounds)
    {
        var arguments = new AesKeyArguments { Schedule = schedule, Rounds = rounds };
        _invertKey.RunBriefly(&arguments);
    }

    /// <summary>Chunks are whole blocks, which the IV links. Inlined where the JIT guesses the kernel: 16 bytes feel the call.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public override void Run(AesOperation operation, AesArguments* arguments)
    {
        if ((uint)operation < (uint)_operations.Length)
        {
            ref readonly var routine = ref _operations[(int)operation];
            if (MachineCode.IsCut(arguments->Length))
                RunLeadingChunks(routine, arguments);
            routine.Run(arguments, arguments->Length);
        }
        else
        {
            base.Run(operation, arguments);
        }
    }

    public override bool TryTransformCcm(AesCcmArguments* arguments, bool opens)
    {
        var bytes = arguments->HeadLength + arguments->Length;
        if (MachineCode.IsCut(bytes))
            return false;
        (opens ? ref _openCcm : ref _sealCcm).Run(arguments, bytes);
        return true;
    }

    /// <summary>Takes the entries of the modes whose blocks are in flight together; the others have one width.</summary>
    private static AesMachineCode OnX64(
        string id,
        CodeEntry encryptEcb,
        CodeEntry decryptEcb,
        CodeEntry decryptCbc,
        CodeEntry decryptCfb128,
        CodeEntry transformCtr,
        CodeEntry transformGcmSivCtr,
        CodeEntry encryptXts,
        CodeEntry decryptXts) => new(
            id,
            [AesCode.ExpandKey, AesCode.InvertKey],
            [
                encryptEcb,
                decryptEcb,
                AesCode.EncryptCbc,
                decryptCbc,
                AesCode.EncryptCfb8,
                AesCode.DecryptCfb8,
                AesCode.EncryptCfb128,
                decryptCfb128,
                transformCtr,
                transformGcmSivCtr,
                encryptXts,
                decryptXts,
            ],
            [AesCode.SealCcm, AesCode.OpenCcm]);

    private static CodeRoutine Load(CodeEntry entry, int brief = 0) =>
        (entry.Requires & CpuFeatures.ArmAes) != 0 ? AesArm64Code.Load(entry, brief) : AesCode.Load(entry, brief);

    private static int BriefOf(AesOperation operation) => operation switch
    {
        AesOperation.EncryptCfb8 or AesOperation.DecryptCfb8 => BriefBytewise,
        AesOperation.EncryptCbc or AesOperation.EncryptCfb128 => BriefSerial,
        _ => BriefParallel,
    };

    /// <summary>The last whole block stays with what is left, as XTS needs it.</summary>
    private static void RunLeadingChunks(in CodeRoutine routine, AesArguments* arguments)
    {
        var end = BlockBytes + (arguments->Length % BlockBytes);
        arguments->Length -= end;
        routine.RunLeadingChunks(arguments, &arguments->Length, sizeof(byte), &Advance);
        arguments->Length += end;
    }

    private static void Advance(void* arguments, nint bytes)
    {
        var aes = (AesArguments*)arguments;
        aes->TweakSchedule = null;
        aes->Source += bytes;
        aes->Destination += bytes;
    }
}
