using System;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>Little-endian words at any address, whatever the machine's own order.</summary>
internal static unsafe class LittleEndian
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Read32(byte* address)
    {
        var value = Unsafe.ReadUnaligned<uint>(address);
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Read64(byte* address)
    {
        var value = Unsafe.ReadUnaligned<ulong>(address);
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write32(byte* address, uint value) =>
        Unsafe.WriteUnaligned(address, BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write64(byte* address, ulong value) =>
        Unsafe.WriteUnaligned(address, BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value));

    /// <summary>Writes the first bytes of an array of words of 4 or 8 bytes: a multiple of 4.</summary>
    public static void WriteWords(byte* destination, void* words, int bytes, int wordBytes)
    {
        var source = (byte*)words;
        for (var i = 0; i < bytes; i += wordBytes)
        {
            if (wordBytes == sizeof(uint))
                Write32(destination + i, *(uint*)(source + i));
            else if (bytes - i >= sizeof(ulong))
                Write64(destination + i, *(ulong*)(source + i));
            else
                Write32(destination + i, (uint)*(ulong*)(source + i));
        }
    }
}
