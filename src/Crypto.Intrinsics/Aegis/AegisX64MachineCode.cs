using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AEGIS-128X2 and X4 in machine code: the programs <c>AegisAbsorbProgram</c>, <c>AegisEncryptProgram</c> and <c>AegisDecryptProgram</c> of
/// the kernel assembler, of two lanes or of four. Any alignment; constant-time, as the programs say.
/// </summary>
internal sealed unsafe class AegisX64MachineCode : AegisKernel
{
    private const int BriefUpdates = 256;

    private readonly CodeRoutine _absorb;
    private readonly CodeRoutine _encrypt;
    private readonly CodeRoutine _decrypt;

    private AegisX64MachineCode(string name, AegisVariant variant, int lanes, CodeEntry absorb, CodeEntry encrypt, CodeEntry decrypt)
        : base(name, variant, lanes)
    {
        _absorb = AegisCode.Load(absorb, BriefUpdates);
        _encrypt = AegisCode.Load(encrypt, BriefUpdates);
        _decrypt = AegisCode.Load(decrypt, BriefUpdates);
    }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override CpuFeatures Requires => _absorb.Requires;

    /// <summary>Four lanes at once.</summary>
    public static AegisX64MachineCode Vaes512(AegisVariant variant) =>
        new("x64-vaes512", variant, 4, AegisCode.AbsorbVaes512, AegisCode.EncryptVaes512, AegisCode.DecryptVaes512);

    /// <summary>Two lanes at once.</summary>
    public static AegisX64MachineCode Vaes256(AegisVariant variant) =>
        new("x64-vaes256", variant, 2, AegisCode.AbsorbVaes256, AegisCode.EncryptVaes256, AegisCode.DecryptVaes256);

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
