namespace ManagedCrypto.Intrinsics;

/// <summary>
/// A CRC in machine code: the program <c>CrcFoldingProgram</c> of the kernel assembler, which takes 16 bytes or more. Fewer bytes
/// become the end of a block whose other bytes are zeros: zeros ahead of a message leave a value of zero as it is. The
/// value so far is XORed into the first four bytes; fewer than four are taken bit by bit. Any alignment; constant-time, as the
/// program says.
/// </summary>
internal sealed unsafe class CrcX64MachineCode : ChecksumKernel
{
    private const int BriefBytes = 8192;

    private readonly CodeRoutine _fold;
    private readonly CrcPolynomial _polynomial;
    private readonly byte* _factors;

    private CrcX64MachineCode(CrcPolynomial polynomial, string name, CodeEntry fold, int vectorBytes)
    {
        Id = polynomial.Id + "/" + name;
        _fold = ChecksumCode.Load(fold, BriefBytes);
        _polynomial = polynomial;
        if (WhyUnavailable() is null)
            _factors = CrcX64Factors.Make(polynomial, vectorBytes);
    }

    public override string Id { get; }

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _fold.Requires;

    public static CrcX64MachineCode Vpclmul512(CrcPolynomial polynomial) =>
        new(polynomial, "x64-vpclmul512-code", ChecksumCode.FoldVpclmul512, 64);

    public static CrcX64MachineCode Vpclmul256(CrcPolynomial polynomial) =>
        new(polynomial, "x64-vpclmul256-code", ChecksumCode.FoldVpclmul256, 32);

    public static CrcX64MachineCode PclmulAvx(CrcPolynomial polynomial) =>
        new(polynomial, "x64-pclmul-avx-code", ChecksumCode.FoldPclmulAvx, 16);

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? _fold.WhyDenied;

    public override uint Update(uint value, byte* source, nint length)
    {
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
