using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>The BCL's five paddings. A unit is what the mode transforms at once: 16 bytes, or 1 byte in CFB8.</summary>
internal static unsafe class AesPadding
{
    /// <exception cref="ArgumentOutOfRangeException">There is no such padding.</exception>
    public static void RequireKnown(PaddingMode paddingMode)
    {
        if (paddingMode is < PaddingMode.None or > PaddingMode.ISO10126)
            throw new ArgumentOutOfRangeException(nameof(paddingMode), paddingMode, "It is none of PaddingMode.");
    }

    /// <summary>Whether decryption removes the padding: zeros are indistinguishable from text and stay.</summary>
    public static bool IsRemovable(PaddingMode padding) =>
        padding is PaddingMode.PKCS7 or PaddingMode.ANSIX923 or PaddingMode.ISO10126;

    /// <summary>Bytes of a padded message, or -1 when it has to be whole units and is not.</summary>
    public static long PaddedLength(int length, int unit, PaddingMode padding)
    {
        var rest = length & (unit - 1);
        if (rest == 0 && !IsRemovable(padding))
            return length;
        return padding == PaddingMode.None ? -1 : (long)length - rest + unit;
    }

    /// <summary>Fills the last unit up after the <paramref name="used"/> bytes of the message in it.</summary>
    public static void Fill(byte* last, int used, int unit, PaddingMode padding)
    {
        var count = unit - used;
        if (padding == PaddingMode.ISO10126)
            RandomBytes.Fill(new Span<byte>(last + used, count));
        else
            Repeat(padding == PaddingMode.PKCS7 ? (byte)count : (byte)0, last + used, count);

        if (padding != PaddingMode.Zeros)
            last[unit - 1] = (byte)count;
    }

    /// <summary>A byte so many times. Not <c>Span.Fill</c>, which cannot be compiled ahead, and takes first use a millisecond.</summary>
    private static void Repeat(byte value, byte* destination, int count)
    {
        while (count > 0)
            destination[--count] = value;
    }

    /// <summary>
    /// The bytes of padding at the end of the last <paramref name="length"/> bytes of a message, 1 to 16 of them, or -1 when no
    /// padding of that kind ends there. They begin the text of the tail. Looks at every byte, whatever they hold.
    /// </summary>
    public static int Measure(AesTail* tail, int length, PaddingMode padding)
    {
        // Where the message has fewer than 16 bytes, those before them are of the IV: a count which reaches them is wrong anyway.
        var block = (byte*)tail + length;
        var count = block[AesBlock.Bytes - 1];
        var filler = Secret.Repeat(padding == PaddingMode.PKCS7 ? count : (byte)0);

        // The last byte is the count, and is not compared.
        var first = LittleEndian.Read64(block) ^ filler;
        var second = (LittleEndian.Read64(block + sizeof(ulong)) ^ filler) & (ulong.MaxValue >> 8);
        var difference = (first & InPadding(0x0706_0504_0302_0100, count)) | (second & InPadding(0x0F0E_0D0C_0B0A_0908, count));

        // Of all of these only the sign counts, which is set if something is wrong.
        var differs = (int)((difference | (0 - difference)) >> 32);
        var wrong = padding == PaddingMode.ISO10126 ? 0 : differs;
        wrong = (wrong | (count - 1) | (length - count)) >> 31;
        return count | wrong;
    }

    /// <summary>
    /// For each byte of a word 0xFF if its place in the block, 0 to 15, is among the last <paramref name="count"/>, otherwise 0. Without
    /// a shift by a secret, which takes a branch where words have 32 bits.
    /// </summary>
    /// <param name="places">The place of each byte.</param>
    /// <param name="count">At most 16; for more, which is wrong, what comes out means nothing.</param>
    private static ulong InPadding(ulong places, byte count)
    {
        // A place is in the padding if place + count is at least 16. 112 more sets the highest bit then, and no sum leaves its byte.
        var isIn = ((places + Secret.Repeat(count) + Secret.Repeat(0x80 - AesBlock.Bytes)) >> 7) & Secret.Repeat(1);
        return (isIn << 8) - isIn;
    }

    /// <summary>The exception for a message that would have to be whole units, and is not.</summary>
    public static CryptographicException PartialBlock(long length) =>
        new($"The input of {length} bytes is not a complete block: whole blocks of 16 bytes are needed here.");

    /// <summary>The exception for a decrypted message without padding at its end: it says nothing of what is there.</summary>
    public static CryptographicException NotFound(PaddingMode padding)
    {
        Secret.ForgetRegisters();
        return new($"Padding is invalid and cannot be removed: the message does not end in {padding} padding.");
    }
}
