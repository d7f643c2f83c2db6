using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AES key wrap, without padding (RFC 3394; KW of SP 800-38F, section 6.2) and with it (RFC 5649; KWP of section 6.3). A semiblock is
/// 8 bytes. Source and destination do not overlap.
/// </summary>
internal static unsafe class AesKeyWrap
{
    public const int SemiblockBytes = 8;

    // RFC 3394, section 2.2.3.1.
    private const ulong InitialValue = 0xA6A6A6A6A6A6A6A6;

    // The alternative of RFC 5649, section 3; the length of the plaintext follows it.
    private const uint PaddedInitialValue = 0xA65959A6;

    /// <summary>Whether a plaintext of so many bytes needs no padding: two semiblocks or more.</summary>
    public static bool IsWhole(int length) => length >= 2 * SemiblockBytes && length % SemiblockBytes == 0;

    /// <summary>Bytes of a plaintext of 1 byte or more when wrapped; only padding makes a length possible that is not whole.</summary>
    public static int WrappedLength(int length) => (((length - 1) / SemiblockBytes) + 2) * SemiblockBytes;

    /// <summary>Wraps a plaintext into <see cref="WrappedLength"/>: 1 byte or more, or whole semiblocks where it is not padded.</summary>
    public static void Wrap(AesCipher cipher, byte* plaintext, int length, byte* ciphertext, bool isPadded)
    {
        var semiblocks = (WrappedLength(length) / SemiblockBytes) - 1;
        var padded = new Span<byte>(ciphertext + SemiblockBytes, semiblocks * SemiblockBytes);
        new ReadOnlySpan<byte>(plaintext, length).CopyTo(padded);
        padded.Slice(length).Clear();
        BigEndian.Write64(ciphertext, isPadded ? ((ulong)PaddedInitialValue << 32) | (uint)length : InitialValue);

        if (semiblocks == 1)
        {
            cipher.Encrypt(null, ciphertext, ciphertext, 2 * SemiblockBytes);
            return;
        }

        // W of SP 800-38F: the first semiblock goes through a block cipher call with each other one in turn, six times over.
        var block = stackalloc byte[2 * SemiblockBytes];
        using var secret = new SecretScope(block, 2 * SemiblockBytes);
        Copy(ciphertext, block);
        var step = 1UL;
        for (var pass = 0; pass < 6; pass++)
        {
            for (var i = 1; i <= semiblocks; i++, step++)
            {
                Copy(ciphertext + (i * SemiblockBytes), block + SemiblockBytes);
                cipher.Encrypt(null, block, block, 2 * SemiblockBytes);
                BigEndian.Write64(block, BigEndian.Read64(block) ^ step);
                Copy(block + SemiblockBytes, ciphertext + (i * SemiblockBytes));
            }
        }

        Copy(block, ciphertext);
    }

    /// <summary>
    /// Unwraps two semiblocks or more, three where nothing was padded; all but one are written. Whatever is wrong, there is one
    /// answer, given after all checks.
    /// </summary>
    /// <returns>Bytes of the plaintext, which zeros follow, or -1 when it was not wrapped under this key.</returns>
    public static int Unwrap(AesCipher cipher, byte* ciphertext, int length, byte* plaintext, bool isPadded)
    {
        var first = UnwrapAll(cipher, ciphertext, length, plaintext);
        length -= SemiblockBytes;
        if (isPadded)
            return CheckPadded(first, plaintext, length);

        first ^= InitialValue;
        return ((uint)first | (uint)(first >> 32)) == 0 ? length : -1;
    }

    /// <summary>The inverse of W, or of the one block cipher call of two semiblocks.</summary>
    /// <returns>The first semiblock, which is not written.</returns>
    private static ulong UnwrapAll(AesCipher cipher, byte* ciphertext, int length, byte* plaintext)
    {
        var semiblocks = (length / SemiblockBytes) - 1;
        var block = stackalloc byte[2 * SemiblockBytes];
        using var secret = new SecretScope(block, 2 * SemiblockBytes);
        Copy(ciphertext, block);
        AesCipher.Move(ciphertext + SemiblockBytes, plaintext, length - SemiblockBytes);
        if (semiblocks == 1)
        {
            Copy(plaintext, block + SemiblockBytes);
            cipher.Decrypt(null, block, block, 2 * SemiblockBytes);
            Copy(block + SemiblockBytes, plaintext);
        }
        else
        {
            var step = 6 * (ulong)semiblocks;
            for (var pass = 0; pass < 6; pass++)
            {
                for (var i = semiblocks - 1; i >= 0; i--, step--)
                {
                    BigEndian.Write64(block, BigEndian.Read64(block) ^ step);
                    Copy(plaintext + (i * SemiblockBytes), block + SemiblockBytes);
                    cipher.Decrypt(null, block, block, 2 * SemiblockBytes);
                    Copy(block + SemiblockBytes, plaintext + (i * SemiblockBytes));
                }
            }
        }

        return BigEndian.Read64(block);
    }

    private static int CheckPadded(ulong first, byte* plaintext, int paddedLength)
    {
        var wrong = (uint)(first >> 32) ^ PaddedInitialValue;
        var length = (uint)first;

        // The padding is 0 to 7 zeros: any other count shows in the bits above the lowest three.
        var padding = (uint)paddedLength - length;
        wrong |= padding >> 3;
        for (var i = 1; i < SemiblockBytes; i++)
        {
            var isPadding = (uint)((i - 1 - (int)(padding & 7)) >> 31);
            wrong |= isPadding & plaintext[paddedLength - i];
        }

        return wrong == 0 ? (int)length : -1;
    }

    private static void Copy(byte* source, byte* destination) => BigEndian.Write64(destination, BigEndian.Read64(source));
}
