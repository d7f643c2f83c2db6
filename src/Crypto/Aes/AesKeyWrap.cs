using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AES key wrap with padding (RFC 5649; KWP of SP 800-38F, section 6.3). A semiblock is 8 bytes. Source and destination do
/// not overlap.
/// </summary>
internal static unsafe class AesKeyWrap
{
    public const int SemiblockBytes = 8;

    // The alternative initial value of RFC 5649, section 3; the length of the plaintext follows it.
    private const uint InitialValue = 0xA65959A6;

    /// <summary>Bytes of a plaintext of 1 byte or more when wrapped.</summary>
    public static int WrappedLength(int length) => (((length - 1) / SemiblockBytes) + 2) * SemiblockBytes;

    /// <summary>Wraps 1 byte or more into <see cref="WrappedLength"/>.</summary>
    public static void Wrap(AesCipher cipher, byte* plaintext, int length, byte* ciphertext)
    {
        var semiblocks = (WrappedLength(length) / SemiblockBytes) - 1;
        var padded = new Span<byte>(ciphertext + SemiblockBytes, semiblocks * SemiblockBytes);
        new ReadOnlySpan<byte>(plaintext, length).CopyTo(padded);
        padded.Slice(length).Clear();
        BigEndian.Write32(ciphertext, InitialValue);
        BigEndian.Write32(ciphertext + 4, (uint)length);

        if (semiblocks == 1)
        {
            cipher.Encrypt(null, ciphertext, ciphertext, 2 * SemiblockBytes);
            return;
        }

        // W of SP 800-38F: the first semiblock goes through a block cipher call with each other one in turn, six times over.
        var block = stackalloc byte[2 * SemiblockBytes];
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
        Secret.Wipe(block, 2 * SemiblockBytes);
    }

    /// <summary>
    /// Unwraps two semiblocks or more; all but one are written. Whatever is wrong, there is one answer, given after all checks.
    /// </summary>
    /// <returns>Bytes of the plaintext, which zeros follow, or -1 when it was not wrapped under this key.</returns>
    public static int Unwrap(AesCipher cipher, byte* ciphertext, int length, byte* plaintext)
    {
        var semiblocks = (length / SemiblockBytes) - 1;
        var block = stackalloc byte[2 * SemiblockBytes];
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

        var wrong = BigEndian.Read32(block) ^ InitialValue;
        var plaintextLength = BigEndian.Read32(block + 4);
        Secret.Wipe(block, 2 * SemiblockBytes);

        // The padding is 0 to 7 zeros: any other count shows in the bits above the lowest three.
        var padding = (uint)(semiblocks * SemiblockBytes) - plaintextLength;
        wrong |= padding >> 3;
        for (var i = 1; i < SemiblockBytes; i++)
        {
            var isPadding = (uint)((i - 1 - (int)(padding & 7)) >> 31);
            wrong |= isPadding & plaintext[(semiblocks * SemiblockBytes) - i];
        }

        return wrong == 0 ? (int)plaintextLength : -1;
    }

    private static void Copy(byte* source, byte* destination) => BigEndian.Write64(destination, BigEndian.Read64(source));
}
