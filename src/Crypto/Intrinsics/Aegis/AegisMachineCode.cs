using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AEGIS in machine code: X2 and X4 by the programs <c>AegisAbsorbProgram</c>, <c>AegisEncryptProgram</c> and <c>AegisDecryptProgram</c> of
/// the kernel assembler, of two lanes or of four; on Arm64 all variants, a lane at a time, by <c>AegisArm64Program</c>. Any alignment;
/// constant-time, as the programs say.
/// </summary>
internal sealed unsafe class AegisMachineCode : AegisKernel
{
    private const int BriefUpdates = 256;

    private readonly CodeRoutine _absorb;
    private readonly CodeRoutine _encrypt;
    private readonly CodeRoutine _decrypt;

    /// <summary>Takes what absorbs, encrypts and decrypts.</summary>
    private AegisMachineCode(string name, AegisVariant variant, int lanes, CodeRoutine[] routines)
        : base(name, variant, lanes)
    {
        _absorb = routines[0];
        _encrypt = routines[1];
        _decrypt = routines[2];
    }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override CpuFeatures Requires => _absorb.Requires;

    /// <summary>Four lanes at once.</summary>
    public static AegisMachineCode Vaes512(AegisVariant variant) =>
        OnX64("x64-vaes512", variant, 4, AegisCode.AbsorbVaes512, AegisCode.EncryptVaes512, AegisCode.DecryptVaes512);

    /// <summary>Two lanes at once.</summary>
    public static AegisMachineCode Vaes256(AegisVariant variant) =>
        OnX64("x64-vaes256", variant, 2, AegisCode.AbsorbVaes256, AegisCode.EncryptVaes256, AegisCode.DecryptVaes256);

    public static AegisMachineCode Arm64(AegisVariant variant) => new("arm64-aes-code", variant, 1, variant.TakesTwo
        ? [OnArm64(AegisArm64Code.Absorb128), OnArm64(AegisArm64Code.Encrypt128), OnArm64(AegisArm64Code.Decrypt128)]
        : [OnArm64(AegisArm64Code.Absorb256), OnArm64(AegisArm64Code.Encrypt256), OnArm64(AegisArm64Code.Decrypt256)]);

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? _absorb.WhyDenied;

    [SkipLocalsInit]
    protected override void Absorb(byte* state, byte* source, nint count, nint stride)
    {
        AegisArguments arguments;
        arguments.Numbers = default;
        Run(_absorb, &arguments, state, source, null, count, stride);
    }

    [SkipLocalsInit]
    protected override void Mix(byte* state, byte* source, int lane)
    {
        AegisArguments arguments;
        arguments.Numbers = default;
        for (var i = 0; i < LanesAtOnce; i++)
            ((Block128*)&arguments.Numbers)[i] = NumberOf(lane + i);
        Run(_absorb, &arguments, state, source, null, InitialUpdates, 0);
    }

    [SkipLocalsInit]
    protected override void Encrypt(byte* state, byte* source, byte* destination, nint count)
    {
        AegisArguments arguments;
        Run(_encrypt, &arguments, state, source, destination, count, Variant.RateBytes);
    }

    [SkipLocalsInit]
    protected override void Decrypt(byte* state, byte* source, byte* destination, nint count)
    {
        AegisArguments arguments;
        Run(_decrypt, &arguments, state, source, destination, count, Variant.RateBytes);
    }

    private static CodeRoutine OnArm64(CodeEntry entry) => AegisArm64Code.Load(entry, BriefUpdates);

    private static AegisMachineCode OnX64(string name, AegisVariant variant, int lanes, CodeEntry absorb, CodeEntry encrypt, CodeEntry decrypt) =>
        new(
            name,
            variant,
            lanes,
            [AegisCode.Load(absorb, BriefUpdates), AegisCode.Load(encrypt, BriefUpdates), AegisCode.Load(decrypt, BriefUpdates)]);

    private void Run(CodeRoutine routine, AegisArguments* arguments, byte* state, byte* source, byte* destination, nint count, nint stride)
    {
        arguments->State = state;
        arguments->Source = source;
        arguments->Destination = destination;
        arguments->Count = count;
        arguments->Stride = stride;
        arguments->SecondOffset = SecondOffset;
        if (MachineCode.IsCut(count * stride))
            routine.RunLeadingChunks(arguments, &arguments->Count, (int)stride, &Advance);
        routine.Run(arguments, arguments->Count);
    }

    private static void Advance(void* arguments, nint bytes)
    {
        ((AegisArguments*)arguments)->Source += bytes;
        ((AegisArguments*)arguments)->Destination += bytes;
    }
}
