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
        var filler = new Span<byte>(last + used, unit - used);
        if (padding == PaddingMode.ISO10126)
            RandomBytes.Fill(filler);
        else
            filler.Fill(padding == PaddingMode.PKCS7 ? (byte)filler.Length : (byte)0);

        if (padding != PaddingMode.Zeros)
            filler[filler.Length - 1] = (byte)filler.Length;
    }

    /// <summary>
    /// The bytes of padding at the end of the last <paramref name="length"/> bytes of a message, 1 to 16 of them, or -1 when no
    /// padding of that kind ends there. Looks at every byte, whatever they hold. The 16 bytes before their end can be read, also
    /// where the message has fewer.
    /// </summary>
    public static int Measure(byte* last, int length, PaddingMode padding)
    {
        var block = last + length - AesBlock.Bytes;
        int count = block[AesBlock.Bytes - 1];
        var filler = Repeat(padding == PaddingMode.PKCS7 ? count : 0);

        // The last byte is the count, and is not compared.
        var difference = InPadding(0x0706_0504_0302_0100, count) & (LittleEndian.Read64(block) ^ filler);
        var second = LittleEndian.Read64(block + sizeof(ulong)) ^ filler;
        difference |= InPadding(0x0F0E_0D0C_0B0A_0908, count) & second & (ulong.MaxValue >> 8);
        var isWrong = (difference | (0 - difference)) >> 63;
        var wrong = padding == PaddingMode.ISO10126 ? 0 : -(int)isWrong;

        wrong = (wrong | (count - 1) | (length - count)) >> 31;
        return count | wrong;
    }

    /// <summary>
    /// 0xFF for each place of a block, eight in a word, that is among the last <paramref name="count"/>. Without a shift by a secret,
    /// which takes a branch where words have 32 bits.
    /// </summary>
    private static ulong InPadding(ulong places, int count)
    {
        // The highest bit of a byte is that of a sum of 16 or more. Of a count that is no padding's, 0 to 31 remain: no byte overflows.
        var isIn = ((places + Repeat(count & 31) + Repeat(0x80 - AesBlock.Bytes)) >> 7) & Repeat(1);
        return (isIn << 8) - isIn;
    }

    /// <summary>One byte in each byte of a word, without a product, which is not constant-time on each CPU of 32 bits.</summary>
    private static ulong Repeat(int value)
    {
        var values = (ulong)value;
        values |= values << 8;
        values |= values << 16;
        return values | (values << 32);
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
