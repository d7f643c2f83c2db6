#if NET
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Short messages and the end of long ones by the instruction CRC32 of SSE4.2, whose polynomial is that of CRC-32C: eight bytes in
/// three cycles, each waiting for the one before.
/// </summary>
internal readonly unsafe struct Crc32CX64Sse42Ending : ICrcX64Ending
{
    public static CpuFeatures Requires => CpuFeatures.Sse42;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Finish(Block sum, byte* rest, nint length, byte* constants)
    {
        var first = Sse42.X64.Crc32(0, sum.AsUInt64().GetElement(0));
        return Short((uint)Sse42.X64.Crc32(first, sum.AsUInt64().GetElement(1)), rest, length, constants);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Short(uint value, byte* source, nint length, byte* constants)
    {
        ulong crc = value;
        for (; length >= sizeof(ulong); length -= sizeof(ulong), source += sizeof(ulong))
            crc = Sse42.X64.Crc32(crc, Unsafe.ReadUnaligned<ulong>(source));
        value = (uint)crc;
        if ((length & 4) != 0)
        {
            value = Sse42.Crc32(value, Unsafe.ReadUnaligned<uint>(source));
            source += sizeof(uint);
        }

        if ((length & 2) != 0)
        {
            value = Sse42.Crc32(value, Unsafe.ReadUnaligned<ushort>(source));
            source += sizeof(ushort);
        }

        return (length & 1) != 0 ? Sse42.Crc32(value, *source) : value;
    }
}
#endif
