namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A CRC in machine code: the program <c>CrcFoldingProgram</c> of the kernel assembler, or <c>CrcFoldingArm64Program</c>, which take 16 bytes or
/// more. Fewer bytes become the end of a block whose other bytes are zeros: zeros ahead of a message leave a value of zero as it is. The
/// value so far is XORed into the first four bytes; fewer than four are taken bit by bit. Any alignment; constant-time, as the
/// program says.
/// </summary>
internal sealed unsafe class CrcMachineCode : ChecksumKernel
{
    private const int BriefBytes = 8192;

    /// <summary>Shorter texts go by another kernel, if there is one: no call precedes its instructions.</summary>
    private const int FewestBytes = 256;

    private readonly CodeRoutine _fold;
    private readonly CrcPolynomial _polynomial;
    private readonly byte* _factors;
    private ChecksumKernel? _forShort;

    private CrcMachineCode(CrcPolynomial polynomial, string name, CodeRoutine fold, int vectorBytes)
    {
        Id = polynomial.Id + "/" + name;
        _fold = fold;
        _polynomial = polynomial;
        if (WhyUnavailable() is null)
            _factors = CrcFactors.Make(polynomial, vectorBytes);
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _fold.Requires;

    public static CrcMachineCode Vpclmul512(CrcPolynomial polynomial) =>
        new(polynomial, "x64-vpclmul512-code", ChecksumCode.Load(ChecksumCode.FoldVpclmul512, BriefBytes), 64);

    public static CrcMachineCode Vpclmul256(CrcPolynomial polynomial) =>
        new(polynomial, "x64-vpclmul256-code", ChecksumCode.Load(ChecksumCode.FoldVpclmul256, BriefBytes), 32);

    public static CrcMachineCode PclmulAvx(CrcPolynomial polynomial) =>
        new(polynomial, "x64-pclmul-avx-code", ChecksumCode.Load(ChecksumCode.FoldPclmulAvx, BriefBytes), 16);

    public static CrcMachineCode Arm64(CrcPolynomial polynomial) =>
        new(polynomial, "arm64-pmull-code", ChecksumArm64Code.Load(ChecksumArm64Code.FoldPmull, BriefBytes), 32);

    /// <summary>The same with another kernel for short texts, if that runs here.</summary>
    public CrcMachineCode WithShortBy(ChecksumKernel kernel)
    {
        if (kernel.WhyUnavailable() is null)
            _forShort = kernel;
        return this;
    }

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? _fold.WhyDenied;

    public override uint Update(uint value, byte* source, nint length)
    {
        if (length < FewestBytes && _forShort is { } kernel)
            return kernel.Update(value, source, length);
        if (length < ChecksumCode.LeastCrcBytes)
            return Short(value, source, (int)length);

        // The last chunk must not be too short.
        const int Chunk = MachineCode.ChunkBytes;
        for (; !MachineCode.CollectsMeanwhile && length >= Chunk + ChecksumCode.LeastCrcBytes; length -= Chunk, source += Chunk)
            value = Fold(value, source, Chunk);
        return Fold(value, source, length);
    }

    private uint Short(uint value, byte* source, int length)
    {
        if (length < sizeof(uint))
            return BitByBit(value, source, length);

        Block128 block = default;
        var beginning = (byte*)&block + sizeof(Block128) - length;
        for (var i = 0; i < length; i++)
            beginning[i] = source[i];
        LittleEndian.Write32(beginning, LittleEndian.Read32(beginning) ^ value);
        return Fold(0, (byte*)&block, sizeof(Block128));
    }

    private uint BitByBit(uint value, byte* source, int length)
    {
        for (var i = 0; i < length; i++)
        {
            value ^= source[i];
            for (var bit = 0; bit < 8; bit++)
                value = _polynomial.TimesX(value);
        }

        return value;
    }

    private uint Fold(uint value, byte* source, nint length)
    {
        CrcArguments arguments;
        arguments.Factors = _factors;
        arguments.Source = source;
        arguments.Length = length;
        arguments.Value = value;
        _fold.Run(&arguments, length);
        return arguments.Value;
    }
}
