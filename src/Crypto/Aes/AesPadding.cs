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
    /// padding of that kind ends there. Looks at every byte, whatever they hold.
    /// </summary>
    public static int Measure(byte* last, int length, PaddingMode padding)
    {
        int count = last[length - 1];
        var filler = padding == PaddingMode.PKCS7 ? count : 0;
        var compared = padding == PaddingMode.ISO10126 ? 0 : -1;

        var wrong = (count - 1) | (length - count);
        var difference = 0;
        for (var i = 0; i < length - 1; i++)
        {
            var inPadding = (length - 1 - count - i) >> 31;
            difference |= inPadding & compared & (last[i] ^ filler);
        }

        wrong = (wrong | -difference) >> 31;
        return count | wrong;
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
