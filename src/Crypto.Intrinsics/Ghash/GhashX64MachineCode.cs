using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// GHASH and POLYVAL in machine code: the programs <c>GhashKeyProgram</c>, <c>GhashAvx512Program</c> and <c>GhashAvxProgram</c> of the
/// kernel assembler. Any alignment; constant-time, as the programs say.
/// </summary>
internal sealed unsafe class GhashX64MachineCode : GhashKernel
{
    private const int BriefBytes = 4096;

    private readonly CodeRoutine _expandKey;
    private readonly CodeRoutine _update;
    private readonly CodeRoutine _expandPolyvalKey;
    private readonly CodeRoutine _updatePolyval;

    private GhashX64MachineCode(
        string id, CodeEntry expandKey, CodeEntry update, CodeEntry expandPolyvalKey, CodeEntry updatePolyval)
    {
        Id = id;
        _expandKey = GhashCode.Load(expandKey);
        _update = GhashCode.Load(update, BriefBytes);
        _expandPolyvalKey = GhashCode.Load(expandPolyvalKey);
        _updatePolyval = GhashCode.Load(updatePolyval, BriefBytes);
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _expandKey.Requires | _update.Requires;

    public override int KeyBytes => GhashCode.KeyBytes;

    /// <summary>Where the code of <see cref="Update"/> begins.</summary>
    public CodeEntry UpdateEntry => _update.Entry;

    public static GhashX64MachineCode Vpclmul512() => new(
        "ghash/x64-vpclmul512",
        GhashCode.ExpandSubkey512,
        GhashCode.HashVpclmul512,
        GhashCode.ExpandPolyvalKey512,
        GhashCode.PolyvalVpclmul512);

    public static GhashX64MachineCode Vpclmul256() => new(
        "ghash/x64-vpclmul256",
        GhashCode.ExpandSubkey256,
        GhashCode.HashVpclmul256,
        GhashCode.ExpandPolyvalKey256,
        GhashCode.PolyvalVpclmul256);

    public static GhashX64MachineCode PclmulAvx() => new(
        "ghash/x64-pclmul-avx",
        GhashCode.ExpandSubkey128,
        GhashCode.HashPclmulAvx,
        GhashCode.ExpandPolyvalKey128,
        GhashCode.PolyvalPclmulAvx);

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? _update.WhyDenied;

    public override void ExpandKey(byte* subkey, byte* key) => Expand(in _expandKey, subkey, key, long.MaxValue);

    public override void ExpandPolyvalKey(byte* subkey, byte* key, long longestMessage) =>
        Expand(in _expandPolyvalKey, subkey, key, longestMessage);

    public override void Update(byte* key, byte* accumulator, byte* source, nint length) =>
        Absorb(in _update, key, accumulator, source, length);

    public override void UpdatePolyval(byte* key, byte* accumulator, byte* source, nint length) =>
        Absorb(in _updatePolyval, key, accumulator, source, length);

    private static void Expand(in CodeRoutine routine, byte* subkey, byte* key, long longestMessage)
    {
        GhashKeyArguments arguments;
        arguments.Subkey = subkey;
        arguments.Key = key;
        arguments.Short = longestMessage <= GhashCode.ShortMessageBytes ? 1 : 0;
        routine.RunBriefly(&arguments);
    }

    [SkipLocalsInit]
    private static void Absorb(in CodeRoutine routine, byte* key, byte* accumulator, byte* source, nint length)
    {
        GhashArguments arguments;
        arguments.Key = key;
        arguments.Source = source;
        arguments.Length = length;
        arguments.Hash = Unsafe.ReadUnaligned<Block128>(accumulator);
        if (MachineCode.IsCut(length))
            routine.RunLeadingChunks(&arguments, &arguments.Length, sizeof(byte), &Advance);
        routine.Run(&arguments, length);
        Unsafe.WriteUnaligned(accumulator, arguments.Hash);
        arguments.Hash = default;
    }

    private static void Advance(void* arguments, nint bytes) => ((GhashArguments*)arguments)->Source += bytes;
}
