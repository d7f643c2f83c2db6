using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>AES-SIV (RFC 5297) and its AES-CMAC (SP 800-38B, section 6), on numbers or on terms.</summary>
/// <param name="values">Numbers or terms.</param>
/// <param name="counter">What stands for the tag that the counter is made of, if a case is of some tags alone.</param>
internal sealed class SivSpecification<T, TValues>(TValues values, Func<T[], T[]>? counter = null)
    where T : unmanaged
    where TValues : IValues<T>
{
    private const int BlockBytes = 16;

    /// <summary>No counter carries out of its last four bytes: their highest bit is cleared.</summary>
    private static readonly int[] s_counting = [15, 14, 13, 12];

    private readonly AesSpecification<T, TValues> _aes = new(values);

    /// <summary>The other text, and the tag that the plaintext makes.</summary>
    /// <param name="key">The key of S2V, and that of CTR.</param>
    /// <param name="strings">Associated data and nonce, as many as there are.</param>
    /// <param name="text">The text.</param>
    /// <param name="given">If it is the ciphertext, the tag that came with it; else nothing.</param>
    public (T[] Text, T[] Tag) Transform(T[] key, IEnumerable<T[]> strings, T[] text, T[]? given)
    {
        var (keys, counterKeys) = (_aes.ExpandKey(key[..(key.Length / 2)]), _aes.ExpandKey(key[(key.Length / 2)..]));
        var plaintext = given is null ? text : Ctr(counterKeys, given, text);
        var tag = S2V(keys, strings, plaintext);
        if (given is null && counter is not null)
            tag = counter(tag);
        return (given is null ? Ctr(counterKeys, tag, text) : plaintext, tag);
    }

    /// <summary>Section 2.4.</summary>
    private T[] S2V(T[][] keys, IEnumerable<T[]> strings, T[] last)
    {
        var sum = Cmac(keys, values.Zeros(BlockBytes));
        foreach (var text in strings)
            sum = values.Xor(_aes.DoubleSubkey(sum), Cmac(keys, text));
        return Cmac(keys, last.Length >= BlockBytes
            ? [.. last[..^BlockBytes], .. values.Xor(last[^BlockBytes..], sum)]
            : values.Xor(_aes.DoubleSubkey(sum), Padded(last)));
    }

    private T[] Cmac(T[][] keys, T[] text)
    {
        var subkey = _aes.DoubleSubkey(_aes.Cipher(values.Zeros(BlockBytes), keys));
        var before = Math.Max(0, text.Length - 1) / BlockBytes * BlockBytes;
        var chain = values.Zeros(BlockBytes);
        foreach (var block in text[..before].Chunk(BlockBytes))
            chain = _aes.Cipher(values.Xor(chain, block), keys);
        var last = text[before..];
        last = last.Length == BlockBytes ? values.Xor(last, subkey) : values.Xor(Padded(last), _aes.DoubleSubkey(subkey));
        return _aes.Cipher(values.Xor(chain, last), keys);
    }

    /// <summary>A one, and zeros.</summary>
    private T[] Padded(T[] text) => [.. text, values.Of(0x80), .. values.Zeros(BlockBytes - text.Length - 1)];

    /// <summary>Section 2.5.</summary>
    private T[] Ctr(T[][] keys, T[] tag, T[] text)
    {
        T[] counter = [.. tag];
        foreach (var place in new[] { 8, 12 })
            counter[place] = values.And([counter[place]], [values.Of(0x7F)])[0];
        return _aes.Ctr(keys, text, counter, s_counting).Text;
    }
}
