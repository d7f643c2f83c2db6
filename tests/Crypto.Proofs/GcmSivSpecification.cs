using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>AES-GCM-SIV (RFC 8452, sections 4 and 5) but for its hash, on numbers or on terms.</summary>
internal sealed class GcmSivSpecification<T, TValues>(TValues values)
    where T : unmanaged
    where TValues : IValues<T>
{
    private const int BlockBytes = 16, WordBytes = 4, Half = 8;

    private readonly AesSpecification<T, TValues> _aes = new(values);

    /// <summary>derive_keys: the subkey of POLYVAL, and a key of AES as long as the one that its round keys are given of.</summary>
    public (T[] Subkey, T[] Key) DeriveKeys(T[][] keys, T[] nonce)
    {
        var words = keys.Length == 11 ? 4 : 6;
        T[] derived = [.. Enumerable.Range(0, words).SelectMany(i => _aes.Cipher([.. values.Word((ulong)i, WordBytes), .. nonce], keys)[..Half])];
        return (derived[..BlockBytes], derived[BlockBytes..]);
    }

    /// <summary>The tag of what POLYVAL made.</summary>
    public T[] Tag(T[][] keys, T[] hash, T[] nonce)
    {
        var sum = values.Xor(hash, [.. nonce, .. values.Zeros(WordBytes)]);
        return _aes.Cipher([.. sum[..^1], .. values.And(sum[^1..], [values.Of(0x7F)])], keys);
    }

    /// <summary>AES_CTR: the text encrypted or decrypted from the counter that a tag makes.</summary>
    public T[] Transform(T[][] keys, T[] tag, T[] text)
    {
        T[] last = [tag[^1]];
        values.Or(last, [values.Of(0x80)], last);
        var result = new List<T>();
        foreach (var (i, block) in text.Chunk(BlockBytes).Index())
        {
            T[] counter = [.. values.Add(tag[..WordBytes], values.Word((ulong)i, WordBytes)), .. tag[WordBytes..^1], last[0]];
            result.AddRange(values.Xor(block, _aes.Cipher(counter, keys)[..block.Length]));
        }

        return [.. result];
    }
}
