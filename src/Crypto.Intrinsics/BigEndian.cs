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

    /// <summary>
    /// The first eight of <paramref name="length"/> bytes; bytes that are not there count as zero, and are not read.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ReadPadded64(byte* address, nint length) => length >= 8 ? Read64(address) : ReadShort(address, length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write32(byte* address, uint value) => Unsafe.WriteUnaligned(address, FromBigEndian(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write64(byte* address, ulong value) => Unsafe.WriteUnaligned(address, FromBigEndian(value));

    /// <summary>The word whose bytes in memory are those of <paramref name="value"/>, the highest first.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong InMemory(ulong value) => FromBigEndian(value);

    private static ulong ReadShort(byte* address, nint length)
    {
        var word = 0UL;
        for (var i = 0; i < length; i++)
            word |= (ulong)address[i] << (56 - (8 * i));
        return word;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint FromBigEndian(uint value) =>
        System.BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(value) : value;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong FromBigEndian(ulong value) =>
        System.BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(value) : value;
}
