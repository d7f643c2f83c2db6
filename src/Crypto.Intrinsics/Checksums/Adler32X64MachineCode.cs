namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Adler-32 in machine code: the program <c>Adler32Avx2Program</c> of the kernel assembler for whole vectors, plain C# for the rest. Any
/// alignment; constant-time, as both say.
/// </summary>
internal sealed unsafe class Adler32X64MachineCode : ChecksumKernel
{
    /// <summary>Bytes that the kernel takes less than a microsecond for.</summary>
    private const int BriefBytes = 16 * 1024;

    private const int VectorBytes = 32;

#if NET
    private const int MostBytes = 1 << 20;
#else
    private const int MostBytes = MachineCode.ChunkBytes;
#endif

    private readonly Adler32Portable _portable = new();
    private readonly string? _whyUnavailable;
    private readonly void* _address;

    public Adler32X64MachineCode()
    {
        _whyUnavailable = base.WhyUnavailable() ?? ChecksumCode.Loaded.Page.WhyDenied;
        if (_whyUnavailable is null)
            _address = ChecksumCode.Loaded.Page.Address(ChecksumCode.SumAvx2);
    }

    public override string Id => "adler32/x64-avx2-code";

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => ChecksumCode.SumAvx2.Requires;

    public override string? WhyUnavailable() => _whyUnavailable;

    public override uint Update(uint value, byte* source, nint length)
    {
        for (; length >= MostBytes; length -= MostBytes, source += MostBytes)
            value = Sum(value, source, MostBytes);
        var whole = length & -VectorBytes;
        if (whole > 0)
            value = Sum(value, source, whole);
        return length == whole ? value : _portable.Update(value, source + whole, length - whole);
    }

    private uint Sum(uint value, byte* source, nint bytes)
    {
        Adler32Arguments arguments;
        arguments.Source = source;
        arguments.Length = bytes;
        if (bytes <= BriefBytes)
            MachineCode.CallBriefly(_address, &arguments);
        else
            MachineCode.Call(_address, &arguments);
        return Adler32Portable.Append(value, bytes, arguments.Sum, arguments.Weighted);
    }
}
