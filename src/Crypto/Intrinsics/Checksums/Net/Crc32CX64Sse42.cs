using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The instruction CRC32 of SSE4.2, whose polynomial is that of CRC-32C: three cycles. It also ends what was folded, and takes
/// short messages.
/// </summary>
internal readonly unsafe struct Crc32CX64Sse42 : ICrcInstruction, ICrcX64Ending
{
    public static string Id => "x64-sse42";

    public static CpuFeatures Requires => CpuFeatures.Sse42 | CpuFeatures.Pclmulqdq;

    public static CrcPolynomial Polynomial => CrcPolynomial.Crc32C;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Append(ulong value, ulong next) => Sse42.X64.Crc32(value, next);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Append(uint value, uint next) => Sse42.Crc32(value, next);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Append(uint value, ushort next) => Sse42.Crc32(value, next);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Append(uint value, byte next) => Sse42.Crc32(value, next);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Multiply(ulong left, ulong right) =>
        Pclmulqdq.CarrylessMultiply(Vector128.CreateScalar(left), Vector128.CreateScalar(right), 0x00).GetElement(0);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Finish(Block sum, byte* rest, nint length, byte* factors)
    {
        var value = Append(Append(0, sum.AsUInt64().GetElement(0)), sum.AsUInt64().GetElement(1));
        return CrcByInstruction<Crc32CX64Sse42>.Append(value, rest, length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Short(uint value, byte* source, nint length, byte* factors) =>
        CrcByInstruction<Crc32CX64Sse42>.Append(value, source, length);
}
