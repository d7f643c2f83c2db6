using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// POLYVAL in machine code: the programs <c>PolyvalKeyProgram</c>, <c>PolyvalAvx512Program</c> and <c>PolyvalAvxProgram</c> of the kernel
/// assembler; for Arm64, <c>PolyvalKeyArm64Program</c> and <c>PolyvalArm64Program</c>. Any alignment; constant-time, as the programs say.
/// </summary>
internal sealed unsafe class PolyvalMachineCode : PolyvalKernel
{
    private const int BriefBytes = 4096;

    private readonly CodeRoutine _expandKey;
    private readonly CodeRoutine _update;

    private PolyvalMachineCode(string id, int keyBytes, CodeRoutine expandKey, CodeRoutine update)
    {
        Id = id;
        KeyBytes = keyBytes;
        _expandKey = expandKey;
        _update = update;
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _expandKey.Requires | _update.Requires;

    public override int KeyBytes { get; }

    public static PolyvalMachineCode Vpclmul512() =>
        OnX64("polyval/x64-vpclmul512", GcmSivCode.ExpandPolyvalKey512, GcmSivCode.PolyvalVpclmul512);

    public static PolyvalMachineCode Vpclmul256() =>
        OnX64("polyval/x64-vpclmul256", GcmSivCode.ExpandPolyvalKey256, GcmSivCode.PolyvalVpclmul256);

    public static PolyvalMachineCode PclmulAvx() =>
        OnX64("polyval/x64-pclmul-avx", GcmSivCode.ExpandPolyvalKey128, GcmSivCode.PolyvalPclmulAvx);

    public static PolyvalMachineCode Arm64() => new(
        "polyval/arm64-pmull-code",
        GcmSivArm64Code.KeyBytes,
        GcmSivArm64Code.Load(GcmSivArm64Code.ExpandPolyvalKey),
        GcmSivArm64Code.Load(GcmSivArm64Code.Polyval, BriefBytes));

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? _update.WhyDenied;

    public override void ExpandPolyvalKey(byte* subkey, byte* key, long longestMessage)
    {
        PolyvalKeyArguments arguments;
        arguments.Subkey = subkey;
        arguments.Key = key;
        arguments.Short = longestMessage <= GcmSivCode.ShortMessageBytes ? 1 : 0;
        _expandKey.RunBriefly(&arguments);
    }

    [SkipLocalsInit]
    public override void UpdatePolyval(byte* key, byte* accumulator, byte* source, nint length)
    {
        PolyvalArguments arguments;
        arguments.Key = key;
        arguments.Source = source;
        arguments.Length = length;
        arguments.Hash = Unsafe.ReadUnaligned<Block128>(accumulator);
        if (MachineCode.IsCut(length))
            _update.RunLeadingChunks(&arguments, &arguments.Length, sizeof(byte), &Advance);
        _update.Run(&arguments, length);
        Unsafe.WriteUnaligned(accumulator, arguments.Hash);
        arguments.Hash = default;
    }

    private static PolyvalMachineCode OnX64(string id, CodeEntry expandKey, CodeEntry update) =>
        new(id, GcmSivCode.KeyBytes, GcmSivCode.Load(expandKey), GcmSivCode.Load(update, BriefBytes));

    private static void Advance(void* arguments, nint bytes) => ((PolyvalArguments*)arguments)->Source += bytes;
}
