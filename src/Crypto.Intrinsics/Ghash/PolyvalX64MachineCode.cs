using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// POLYVAL in machine code: the programs <c>PolyvalKeyProgram</c>, <c>PolyvalAvx512Program</c> and <c>PolyvalAvxProgram</c> of the kernel
/// assembler. Any alignment; constant-time, as the programs say.
/// </summary>
internal sealed unsafe class PolyvalX64MachineCode : PolyvalKernel
{
    private const int BriefBytes = 4096;

    private readonly CodeRoutine _expandKey;
    private readonly CodeRoutine _update;

    private PolyvalX64MachineCode(string id, CodeEntry expandKey, CodeEntry update)
    {
        Id = id;
        _expandKey = GcmSivCode.Load(expandKey);
        _update = GcmSivCode.Load(update, BriefBytes);
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _expandKey.Requires | _update.Requires;

    public override int KeyBytes => GcmSivCode.KeyBytes;

    public static PolyvalX64MachineCode Vpclmul512() =>
        new("polyval/x64-vpclmul512", GcmSivCode.ExpandPolyvalKey512, GcmSivCode.PolyvalVpclmul512);

    public static PolyvalX64MachineCode Vpclmul256() =>
        new("polyval/x64-vpclmul256", GcmSivCode.ExpandPolyvalKey256, GcmSivCode.PolyvalVpclmul256);

    public static PolyvalX64MachineCode PclmulAvx() =>
        new("polyval/x64-pclmul-avx", GcmSivCode.ExpandPolyvalKey128, GcmSivCode.PolyvalPclmulAvx);

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

    private static void Advance(void* arguments, nint bytes) => ((PolyvalArguments*)arguments)->Source += bytes;
}
