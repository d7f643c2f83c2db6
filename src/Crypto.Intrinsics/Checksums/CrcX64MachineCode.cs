namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A CRC in machine code: the program <c>CrcFoldingProgram</c> of the kernel assembler, which takes 16 bytes or more. Less than that
/// becomes the end of a block whose other bytes are zeros: before them, with a register of zero, these change nothing. The
/// register is added to the first four bytes; fewer bytes are taken bit by bit. Any alignment; constant-time, as the program
/// says.
/// </summary>
internal sealed unsafe class CrcX64MachineCode : ChecksumKernel
{
    /// <summary>Bytes that every kernel here takes less than a microsecond for.</summary>
    private const int BriefBytes = 8192;

    private const int BlockBytes = 16;

    private readonly CodeEntry _entry;
    private readonly CrcPortableBitwise _bitwise;
    private readonly string? _whyUnavailable;
    private readonly byte* _factors;
    private readonly void* _address;

    private CrcX64MachineCode(CrcPolynomial polynomial, string name, CodeEntry entry, int vectorBytes)
    {
        Id = polynomial.Id + "/" + name;
        _entry = entry;
        _bitwise = new CrcPortableBitwise(polynomial);
        _whyUnavailable = base.WhyUnavailable() ?? ChecksumCode.Loaded.Page.WhyDenied;
        if (_whyUnavailable is null)
        {
            _factors = CrcX64Factors.Make(polynomial, vectorBytes);
            _address = ChecksumCode.Loaded.Page.Address(entry);
        }
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _entry.Requires;

    public static CrcX64MachineCode Vpclmul512(CrcPolynomial polynomial) =>
        new(polynomial, "x64-vpclmul512-code", ChecksumCode.FoldVpclmul512, 64);

    public static CrcX64MachineCode Vpclmul256(CrcPolynomial polynomial) =>
        new(polynomial, "x64-vpclmul256-code", ChecksumCode.FoldVpclmul256, 32);

    public static CrcX64MachineCode PclmulAvx(CrcPolynomial polynomial) =>
        new(polynomial, "x64-pclmul-avx-code", ChecksumCode.FoldPclmulAvx, 16);

    public override string? WhyUnavailable() => _whyUnavailable;

    public override uint Update(uint value, byte* source, nint length)
    {
        if (length < BlockBytes)
            return Short(value, source, (int)length);
#if !NET
        // In parts, for whose end a collection can wait; the last one must not be too short.
        const int Part = MachineCode.ChunkBytes;
        for (; length >= Part + BlockBytes; length -= Part, source += Part)
            value = Fold(value, source, Part);
#endif
        return Fold(value, source, length);
    }

    private uint Short(uint value, byte* source, int length)
    {
        if (length < sizeof(uint))
            return _bitwise.Update(value, source, length);

        Block128 block = default;
        var beginning = (byte*)&block + BlockBytes - length;
        for (var i = 0; i < length; i++)
            beginning[i] = source[i];
        LittleEndian.Write32(beginning, LittleEndian.Read32(beginning) ^ value);
        return Fold(0, (byte*)&block, BlockBytes);
    }

    private uint Fold(uint value, byte* source, nint length)
    {
        CrcArguments arguments;
        arguments.Factors = _factors;
        arguments.Source = source;
        arguments.Length = length;
        arguments.Value = value;
        if (length <= BriefBytes)
            MachineCode.CallBriefly(_address, &arguments);
        else
            MachineCode.Call(_address, &arguments);
        return arguments.Value;
    }
}
