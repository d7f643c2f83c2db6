using System;
using System.Linq;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>AES-CCM (SP 800-38C, section 6) after formatting, on numbers or on terms.</summary>
internal sealed class CcmSpecification<T, TValues>(TValues values)
    where T : unmanaged
    where TValues : IValues<T>
{
    private const int BlockBytes = 16;

    /// <summary>The bytes of a counter block that count, at most, the lowest first.</summary>
    public static int[] Counting { get; } = [15, 14, 13, 12, 11, 10, 9, 8];

    private readonly AesSpecification<T, TValues> _aes = new(values);

    /// <summary>A message as it is given, formatted by appendix A: the other text and the tag.</summary>
    public (T[] Text, T[] Tag) Transform(T[] key, T[] nonce, T[] data, T[] text, bool opens, int tagBytes)
    {
        var lengthBytes = BlockBytes - 1 - nonce.Length;
        var flags = (data.Length > 0 ? 0x40 : 0) | ((tagBytes - 2) / 2 * 8) | (lengthBytes - 1);
        T[] length = [.. values.Word((ulong)text.Length, sizeof(ulong)).Reverse().TakeLast(Math.Min(lengthBytes, sizeof(ulong)))];
        T[] first = [values.Of((byte)flags), .. nonce, .. values.Zeros(lengthBytes - length.Length), .. length];

        // Shorter than 2^16 - 2^8.
        T[] formatted = data.Length == 0 ? [] : [values.Of((byte)(data.Length >> 8)), values.Of((byte)data.Length), .. data];
        T[] head = [.. first, .. formatted, .. values.Zeros(-formatted.Length & (BlockBytes - 1))];
        T[] counter = [values.Of((byte)(lengthBytes - 1)), .. nonce, .. values.Zeros(lengthBytes)];
        var (result, tag) = Transform(_aes.ExpandKey(key), head, counter, text, opens);
        return (result, tag[..tagBytes]);
    }

    /// <summary>The other text and the whole tag.</summary>
    /// <param name="keys">Round keys.</param>
    /// <param name="head">B0 and the formatted associated data, whole blocks.</param>
    /// <param name="counter">The block that masks the tag; its bytes that count must be known.</param>
    /// <param name="text">The text that is given.</param>
    /// <param name="opens">Whether that is the ciphertext.</param>
    public (T[] Text, T[] Tag) Transform(T[][] keys, T[] head, T[] counter, T[] text, bool opens)
    {
        var (result, _) = _aes.Ctr(keys, text, _aes.Increment(counter, Counting), Counting);
        var chain = values.Zeros(BlockBytes);
        foreach (var block in head.Chunk(BlockBytes).Concat((opens ? result : text).Chunk(BlockBytes)))
            chain = _aes.Cipher(values.Xor(chain, [.. block, .. values.Zeros(BlockBytes - block.Length)]), keys);
        return (result, values.Xor(chain, _aes.Cipher(counter, keys)));
    }
}
