using System;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Adler-32 in machine code: the program <c>Adler32Avx2Program</c> of the kernel assembler for whole vectors, plain C# for the
/// rest. Any alignment; constant-time, as both say.
/// </summary>
internal sealed unsafe class Adler32X64MachineCode : ChecksumKernel
{
    private const int BriefBytes = 16 * 1024;

    private readonly Adler32Portable _portable = new();
    private readonly CodeRoutine _sum = ChecksumCode.Load(ChecksumCode.SumAvx2, BriefBytes);

    public override string Id => "adler32/x64-avx2-code";

    public override KernelTier Tier => KernelTier.MachineCode;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => _sum.Requires;

    private static int MostBytes => MachineCode.CollectsMeanwhile
        ? ChecksumCode.MostAdler32Bytes
        : Math.Min(ChecksumCode.MostAdler32Bytes, MachineCode.ChunkBytes);

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? _sum.WhyDenied;

    public override uint Update(uint value, byte* source, nint length)
    {
        for (; length >= MostBytes; length -= MostBytes, source += MostBytes)
            value = Sum(value, source, MostBytes);
        var whole = length & -ChecksumCode.Adler32VectorBytes;
        if (whole > 0)
            value = Sum(value, source, whole);
        return length == whole ? value : _portable.Update(value, source + whole, length - whole);
    }

    private uint Sum(uint value, byte* source, nint bytes)
    {
        Adler32Arguments arguments;
        arguments.Source = source;
        arguments.Length = bytes;
        _sum.Run(&arguments, bytes);
        return Adler32Portable.Append(value, bytes, arguments.Sum, arguments.Weighted);
    }
}
