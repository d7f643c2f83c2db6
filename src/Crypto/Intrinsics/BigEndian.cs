using System;
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

    /// <summary>
    /// Writes the first bytes of an array of words of 4 or 8 bytes: a whole number of words. Two of 4 bytes are reversed as one of 8, and then
    /// exchanged.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteWords(byte* destination, void* words, int bytes, int wordBytes)
    {
        var places = wordBytes == 4 && BitConverter.IsLittleEndian ? 32 : 0;
        var source = (byte*)words;
        var i = 0;
        for (; i <= bytes - sizeof(ulong); i += sizeof(ulong))
        {
            var word = FromBigEndian(*(ulong*)(source + i));
            Unsafe.WriteUnaligned(destination + i, (word << places) | (word >> (64 - places)));
        }

        if (i < bytes)
            Write32(destination + i, *(uint*)(source + i));
    }

    private static ulong ReadShort(byte* address, nint length)
    {
        var word = 0UL;
        for (var i = 0; i < length; i++)
            word |= (ulong)address[i] << (56 - (8 * i));
        return word;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint FromBigEndian(uint value) =>
        BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(value) : value;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong FromBigEndian(ulong value) =>
        BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(value) : value;
}
