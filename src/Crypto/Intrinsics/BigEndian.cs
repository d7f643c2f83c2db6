using System;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
#if NET
using System.Runtime.Intrinsics;
#endif

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
    /// Writes the first bytes of an array of words of 4 or 8 bytes: a whole number of words. As many as there are go by whole
    /// <see cref="Words128"/>. Of those left, two of 4 bytes are reversed as one of 8, and then exchanged.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteWords(byte* destination, void* words, int bytes, int wordBytes)
    {
        var places = wordBytes == 4 && BitConverter.IsLittleEndian ? 32 : 0;
        var source = (byte*)words;
        var i = 0;
#if NET
        if (Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian)
        {
            for (; i <= bytes - Words128.Bytes; i += Words128.Bytes)
                Unsafe.WriteUnaligned(destination + i, Reverse(Unsafe.ReadUnaligned<Vector128<byte>>(source + i), wordBytes));
        }
#endif
        for (; i <= bytes - sizeof(ulong); i += sizeof(ulong))
        {
            var word = FromBigEndian(*(ulong*)(source + i));
            Unsafe.WriteUnaligned(destination + i, (word << places) | (word >> (64 - places)));
        }

        if (i < bytes)
            Write32(destination + i, *(uint*)(source + i));
    }

#if NET
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Reverse(Vector128<byte> words, int wordBytes) => wordBytes == sizeof(ulong)
        ? Vector128.Shuffle(words, Vector128.Create((byte)7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8))
        : Vector128.Shuffle(words, Vector128.Create((byte)3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
#endif

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
