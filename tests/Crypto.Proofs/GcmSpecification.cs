using System;
using System.Buffers.Binary;
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
    private const int BlockBytes = 16, Half = 8, CounterBytes = 4;

    private readonly AesSpecification<T, TValues> _aes = new(values);

    /// <summary>Where powers are multiplied.</summary>
    public PolyvalSpecification<T, TValues> Field { get; } = new(values);

    /// <summary>H as blocks are multiplied by it: its bytes in the other order, times x.</summary>
    public T[] FirstPower(T[][] keys)
    {
        var h = _aes.Cipher([.. Enumerable.Repeat(values.Of(0), BlockBytes)], keys).Reverse().ToArray();
        T[] low = h[..Half], high = h[Half..], carry = new T[Half], leaving = new T[Half], first = Word(1), last = Word(0xC200000000000000);
        values.ShiftRight(low, 63, carry);
        values.ShiftRightSigned(high, 63, leaving);
        values.And(first, leaving, first);
        values.And(last, leaving, last);
        values.ShiftLeft(low, 1, low);
        values.ShiftLeft(high, 1, high);
        return Named([.. Xor(low, first), .. Xor(Xor(high, carry), last)]);
    }

    /// <summary>The other text and the tag.</summary>
    /// <param name="keys">Round keys.</param>
    /// <param name="powers">H, its square, and so on.</param>
    /// <param name="j0">Its last four bytes must be known.</param>
    /// <param name="data">Associated data.</param>
    /// <param name="text">The text that is given.</param>
    /// <param name="lengths">The block with both lengths.</param>
    /// <param name="opens">Whether that is the ciphertext.</param>
    /// <param name="groups">Of all blocks that are hashed, how many are at once: the hash of each group has a name.</param>
    public (T[] Text, T[] Tag) Transform(T[][] keys, T[][] powers, T[] j0, T[] data, T[] text, T[] lengths, bool opens, IEnumerable<int> groups)
    {
        var counter = j0;
        T[] result = [.. text.Chunk(BlockBytes).SelectMany(block =>
        {
            counter = Next(counter);
            return Xor(block, _aes.Cipher(counter, keys)[..block.Length]);
        })];
        Queue<T[]> blocks = new([.. Blocks(data), .. Blocks(opens ? text : result), lengths]);
        T[] hash = [.. Enumerable.Repeat(values.Of(0), BlockBytes)];
        foreach (var count in groups)
        {
            T[][] group = [.. Enumerable.Range(0, count).Select(_ => blocks.Dequeue().Reverse().ToArray())];
            group[0] = Xor(group[0], hash);
            hash = Named(Field.Dot(group, [.. powers.Take(count).Reverse()]));
        }

        return (result, Xor([.. hash.Reverse()], _aes.Cipher(j0, keys)));
    }

    /// <summary>inc32 (section 6.2).</summary>
    private T[] Next(T[] counter)
    {
        var number = new byte[CounterBytes];
        for (var i = 0; i < CounterBytes; i++)
        {
            if (!values.IsNumber(counter[BlockBytes - CounterBytes + i], out number[i]))
                throw new NotSupportedException("A counter must be known.");
        }

        BinaryPrimitives.WriteUInt32BigEndian(number, BinaryPrimitives.ReadUInt32BigEndian(number) + 1);
        return [.. counter[..^CounterBytes], .. number.Select(values.Of)];
    }

    private IEnumerable<T[]> Blocks(T[] bytes) =>
        bytes.Chunk(BlockBytes).Select(block => (T[])[.. block, .. Enumerable.Repeat(values.Of(0), BlockBytes - block.Length)]);

    private T[] Named(T[] block) => name?.Invoke(block) ?? block;

    private T[] Word(ulong number) => [.. BitConverter.GetBytes(number).Select(values.Of)];

    private T[] Xor(T[] one, T[] other)
    {
        var sum = new T[one.Length];
        values.Xor(one, other, sum);
        return sum;
    }
}
