using System;
using System.Threading;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The tables of AES, derived from the field of FIPS 197, section 4, and kept in memory that never moves. A direction has 4
/// tables of 256 words that join (inverse) S-box and (inverse) MixColumns, for the first to the last byte of a column,
/// followed by the (inverse) S-box itself.
/// </summary>
internal static unsafe class AesTables
{
    /// <summary>Bytes from the start of a direction's tables to its S-box.</summary>
    public const int SBoxOffset = 4 * 256 * sizeof(uint);

    private const int DirectionBytes = SBoxOffset + 256;

    private static IntPtr s_memory;

    public static uint* Encryption => (uint*)Memory;

    public static uint* Decryption => (uint*)(Memory + DirectionBytes);

    private static byte* Memory => (byte*)s_memory;

    /// <summary>
    /// Fills them, for the constructor of whatever uses them: a call in the midst of its work would have it put keys on the stack.
    /// </summary>
    public static void Require()
    {
        if (Volatile.Read(ref s_memory) == IntPtr.Zero)
            Fill();
    }

    /// <summary>Two threads may each fill tables, of which the first ones published serve both.</summary>
    private static void Fill()
    {
        var memory = LastingMemory.Allocate(2 * DirectionBytes);
        uint* encryption = (uint*)memory, decryption = (uint*)(memory + DirectionBytes);
        FillSBoxes((byte*)encryption + SBoxOffset, (byte*)decryption + SBoxOffset);
        FillTables(encryption, 0x02010103);
        FillTables(decryption, 0x0E090D0B);
        Interlocked.CompareExchange(ref s_memory, (IntPtr)memory, IntPtr.Zero);
    }

    // 3 generates the multiplicative group: as one element steps through its powers, another steps through their inverses.
    private static void FillSBoxes(byte* forward, byte* inverse)
    {
        const int Generator = 0x03, InverseOfGenerator = 0xF6;
        int element = 1, reciprocal = 1;
        do
        {
            var substitute = AesField.AffineMap(reciprocal) ^ AesField.Affine;
            forward[element] = (byte)substitute;
            inverse[substitute] = (byte)element;
            element = AesField.Multiply(element, Generator);
            reciprocal = AesField.Multiply(reciprocal, InverseOfGenerator);
        }
        while (element != 1);
        forward[0] = AesField.Affine;
        inverse[AesField.Affine] = 0;
    }

    private static void FillTables(uint* tables, uint column)
    {
        var sbox = (byte*)tables + SBoxOffset;
        for (var i = 0; i < 256; i++)
        {
            var word = 0u;
            for (var shift = 0; shift < 32; shift += 8)
                word |= (uint)AesField.Multiply(sbox[i], (int)(column >> shift) & 0xFF) << shift;
            for (var table = 0; table < 4; table++)
            {
                tables[(256 * table) + i] = word;
                word = (word >> 8) | (word << 24);
            }
        }
    }
}
