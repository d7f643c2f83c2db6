using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES in machine code: VAES, which .NET does not expose, and AES-NI, which older runtimes do not. The programs are those of
/// <c>AesKernels</c> in the kernel assembler. Key expansion and the modes whose blocks wait for each other are the same at all
/// widths. Any alignment; constant-time, as the programs say.
/// </summary>
internal sealed unsafe class AesX64MachineCode : AesKernel
{
    private const int BlockBytes = 16;

    /// <summary>
    /// What takes about a microsecond at most: bytes of blocks in flight, of blocks in a chain, of bytes in a chain.
    /// </summary>
    private const int BriefParallel = 8 * 1024, BriefSerial = 1024, BriefBytewise = 64;

    private readonly CodeRoutine _expandKey = AesCode.Load(AesCode.ExpandKey);
    private readonly CodeRoutine _invertKey = AesCode.Load(AesCode.InvertKey);
    private readonly CodeRoutine _sealCcm = AesCode.Load(AesCode.SealCcm, BriefSerial);
    private readonly CodeRoutine _openCcm = AesCode.Load(AesCode.OpenCcm, BriefSerial);

    /// <summary>By <see cref="AesOperation"/>: those that are fused are the first.</summary>
    private readonly CodeRoutine[] _operations;

    /// <summary>Takes the entries of the modes whose blocks are in flight together; the others have one width.</summary>
    private AesX64MachineCode(
        string id,
        CodeEntry encryptEcb,
        CodeEntry decryptEcb,
        CodeEntry decryptCbc,
        CodeEntry decryptCfb128,
        CodeEntry transformCtr,
        CodeEntry transformGcmSivCtr,
        CodeEntry encryptXts,
        CodeEntry decryptXts)
    {
        Id = id;
        _operations =
        [
            AesCode.Load(encryptEcb, BriefParallel),
            AesCode.Load(decryptEcb, BriefParallel),
            AesCode.Load(AesCode.EncryptCbc, BriefSerial),
            AesCode.Load(decryptCbc, BriefParallel),
            AesCode.Load(AesCode.EncryptCfb8, BriefBytewise),
            AesCode.Load(AesCode.DecryptCfb8, BriefBytewise),
            AesCode.Load(AesCode.EncryptCfb128, BriefSerial),
            AesCode.Load(decryptCfb128, BriefParallel),
            AesCode.Load(transformCtr, BriefParallel),
            AesCode.Load(transformGcmSivCtr, BriefParallel),
            AesCode.Load(encryptXts, BriefParallel),
            AesCode.Load(decryptXts, BriefParallel),
        ];
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _expandKey.Requires | _operations[(int)AesOperation.EncryptXts].Requires;

    public override int EncryptionScheduleBytes => AesCode.EncryptionScheduleBytes;

    public override int ScheduleBytes => AesCode.ScheduleBytes;

    public static AesX64MachineCode Vaes512() => new(
        "aes/x64-vaes512",
        AesCode.EncryptEcbVaes512,
        AesCode.DecryptEcbVaes512,
        AesCode.DecryptCbcVaes512,
        AesCode.DecryptCfb128Vaes512,
        AesCode.TransformCtrVaes512,
        AesCode.TransformGcmSivCtrVaes512,
        AesCode.EncryptXtsVaes512,
        AesCode.DecryptXtsVaes512);

    public static AesX64MachineCode Vaes256() => new(
        "aes/x64-vaes256",
        AesCode.EncryptEcbVaes256,
        AesCode.DecryptEcbVaes256,
        AesCode.DecryptCbcVaes256,
        AesCode.DecryptCfb128Vaes256,
        AesCode.TransformCtrVaes256,
        AesCode.TransformGcmSivCtrVaes256,
        AesCode.EncryptXtsVaes256,
        AesCode.DecryptXtsVaes256);

    public static AesX64MachineCode AesNiAvx() => new(
        "aes/x64-aesni-avx",
        AesCode.EncryptEcbAesNiAvx,
        AesCode.DecryptEcbAesNiAvx,
        AesCode.DecryptCbcAesNiAvx,
        AesCode.DecryptCfb128AesNiAvx,
        AesCode.TransformCtrAesNiAvx,
        AesCode.TransformGcmSivCtrAesNiAvx,
        AesCode.EncryptXtsAesNiAvx,
        AesCode.DecryptXtsAesNiAvx);

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
