using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// GHASH in machine code: the programs <c>GhashKeyProgram</c>, <c>GhashAvx512Program</c> and <c>GhashAvxProgram</c> of the
/// kernel assembler. Any alignment; constant-time, as the programs say.
/// </summary>
internal sealed unsafe class GhashX64MachineCode : GhashKernel
{
    /// <summary>Bytes that every kernel here hashes in less than a microsecond.</summary>
    private const int BriefBytes = 4096;

    /// <summary>Powers of H and sums of their halves.</summary>
    private const int ExpandedBytes = 896;

    private readonly CodeEntry _expandKeyEntry;
    private readonly CodeEntry _updateEntry;
    private readonly string? _whyUnavailable;
    private readonly void* _expandKey;
    private readonly void* _update;

    private GhashX64MachineCode(string id, CodeEntry expandKey, CodeEntry update)
    {
        Id = id;
        _expandKeyEntry = expandKey;
        _updateEntry = update;
        _whyUnavailable = base.WhyUnavailable() ?? GhashCode.Loaded.Page.WhyDenied;
        if (_whyUnavailable is null)
        {
            _expandKey = GhashCode.Loaded.Page.Address(expandKey);
            _update = GhashCode.Loaded.Page.Address(update);
        }
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _expandKeyEntry.Requires | _updateEntry.Requires;

    public override int KeyBytes => ExpandedBytes;

    public static GhashX64MachineCode Vpclmul512() =>
        new("ghash/x64-vpclmul512", GhashCode.ExpandSubkey512, GhashCode.HashVpclmul512);

    public static GhashX64MachineCode Vpclmul256() =>
        new("ghash/x64-vpclmul256", GhashCode.ExpandSubkey256, GhashCode.HashVpclmul256);

    public static GhashX64MachineCode PclmulAvx() =>
        new("ghash/x64-pclmul-avx", GhashCode.ExpandSubkey128, GhashCode.HashPclmulAvx);

    public override string? WhyUnavailable() => _whyUnavailable;

    public override void ExpandKey(byte* subkey, byte* key)
    {
        GhashKeyArguments arguments;
        arguments.Subkey = subkey;
        arguments.Key = key;
        MachineCode.CallBriefly(_expandKey, &arguments);
    }

    [SkipLocalsInit]
    public override void Update(byte* key, byte* accumulator, byte* source, nint length)
    {
        GhashArguments arguments;
        arguments.Key = key;
        arguments.Source = source;
        arguments.Length = length;
        arguments.Hash = Unsafe.ReadUnaligned<Block128>(accumulator);
        if (length <= BriefBytes)
            MachineCode.CallBriefly(_update, &arguments);
        else
            UpdateLong(&arguments);
        Unsafe.WriteUnaligned(accumulator, arguments.Hash);
        arguments.Hash = default;
    }

#if NET
    private void UpdateLong(GhashArguments* arguments) => MachineCode.Call(_update, arguments);
#else
    /// <summary>In parts, for whose end a collection can wait.</summary>
    private void UpdateLong(GhashArguments* arguments)
    {
        for (var left = arguments->Length; left > 0; left -= arguments->Length, arguments->Source += arguments->Length)
        {
            arguments->Length = left < MachineCode.ChunkBytes ? left : MachineCode.ChunkBytes;
            MachineCode.Call(_update, arguments);
        }
    }
#endif
}
