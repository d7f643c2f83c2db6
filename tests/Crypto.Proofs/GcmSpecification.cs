using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>
/// AES-GCM (SP 800-38D, section 7), its GHASH by the field of POLYVAL, of bytes in the other order (RFC 8452, appendix A), on numbers or on terms.
/// </summary>
/// <param name="values">What can be done with bytes.</param>
/// <param name="name">Lets short terms stand for the hash after a group of blocks, and for H, if those are terms.</param>
internal sealed class GcmSpecification<T, TValues>(TValues values, Func<T[], T[]>? name = null)
    where T : unmanaged
    where TValues : IValues<T>
{
    private const int BlockBytes = 16, Half = 8;

    /// <summary>inc32 (section 6.2).</summary>
    private static readonly int[] s_counting = [15, 14, 13, 12];

    private readonly AesSpecification<T, TValues> _aes = new(values);

    /// <summary>Where powers are multiplied.</summary>
    public PolyvalSpecification<T, TValues> Field { get; } = new(values);

    /// <summary>H (section 7.1, step 1).</summary>
    public T[] Subkey(T[][] keys) => _aes.Cipher(values.Zeros(BlockBytes), keys);

    /// <summary>H as blocks are multiplied by it.</summary>
    public T[] FirstPower(T[][] keys) => Named(Factor(Subkey(keys)));

    /// <summary>A block as others are multiplied by it: its bytes in the other order, times x.</summary>
    public T[] Factor(T[] block)
    {
        block = [.. block.Reverse()];
        T[] low = block[..Half], high = block[Half..], carry = new T[Half], leaving = new T[Half];
        values.ShiftRight(low, 63, carry);
        values.ShiftRightSigned(high, 63, leaving);
        var (first, last) = (values.And(leaving, values.Word(1, Half)), values.And(leaving, values.Word(0xC200000000000000, Half)));
        values.ShiftLeft(low, 1, low);
        values.ShiftLeft(high, 1, high);
        return [.. values.Xor(low, first), .. values.Xor(values.Xor(high, carry), last)];
    }

    /// <summary>The other text, and the hash after it, of bytes in the other order: of a message, or of the first or a further part of one.</summary>
    /// <param name="keys">Round keys.</param>
    /// <param name="powers">H, its square, and so on.</param>
    /// <param name="counter">The text's first counter block.</param>
    /// <param name="hash">That of the parts before.</param>
    /// <param name="data">Associated data.</param>
    /// <param name="text">The text that is given.</param>
    /// <param name="lengths">The block with both lengths, or nothing where other parts follow.</param>
    /// <param name="opens">Whether that is the ciphertext.</param>
    /// <param name="groups">Of all blocks that are hashed, how many are at once: the hash of each group has a name.</param>
    public (T[] Text, T[] Hash) Transform(
        T[][] keys, T[][] powers, T[] counter, T[] hash, T[] data, T[] text, T[] lengths, bool opens, IEnumerable<int> groups)
    {
        var (result, _) = _aes.Ctr(keys, text, counter, s_counting);
        Queue<T[]> blocks = new([.. Blocks(data), .. Blocks(opens ? text : result), .. Blocks(lengths)]);
        foreach (var count in groups)
        {
            T[][] group = [.. Enumerable.Range(0, count).Select(_ => blocks.Dequeue().Reverse().ToArray())];
            group[0] = values.Xor(group[0], hash);
            hash = Named(Field.Dot(group, [.. powers.Take(count).Reverse()]));
        }

        return (result, hash);
    }

    /// <summary>The counter block so many after another.</summary>
    public T[] Count(T[] block, int times)
    {
        for (; times > 0; times--)
            block = _aes.Increment(block, s_counting);
        return block;
    }

    /// <summary>The tag of what was hashed.</summary>
    public T[] Tag(T[][] keys, T[] j0, T[] hash) => values.Xor([.. hash.Reverse()], _aes.Cipher(j0, keys));

    private IEnumerable<T[]> Blocks(T[] bytes) =>
        bytes.Chunk(BlockBytes).Select(block => (T[])[.. block, .. values.Zeros(BlockBytes - block.Length)]);

    private T[] Named(T[] block) => name?.Invoke(block) ?? block;
}
