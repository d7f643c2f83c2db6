using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>Big-endian words at any address, whatever the machine's own order.</summary>
internal static unsafe class BigEndian
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Read32(byte* address) => FromBigEndian(Unsafe.ReadUnaligned<uint>(address));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Read64(byte* address) => FromBigEndian(Unsafe.ReadUnaligned<ulong>(address));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write32(byte* address, uint value) => Unsafe.WriteUnaligned(address, FromBigEndian(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write64(byte* address, ulong value) => Unsafe.WriteUnaligned(address, FromBigEndian(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint FromBigEndian(uint value) =>
        System.BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(value) : value;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong FromBigEndian(ulong value) =>
        System.BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(value) : value;
}
