using System.Collections.Generic;
using System.Numerics;

namespace ManagedCrypto.Proofs;

/// <summary>A function of a byte whose value is a bit: its 256 values, or the coefficients of its algebraic normal form, of which each is a product of bits.</summary>
internal readonly record struct ByteFunction(ulong First, ulong Second, ulong Third, ulong Fourth)
{
    private const int WordBits = 64;

    /// <summary>The function that has one value, or one product.</summary>
    public static ByteFunction At(int place) =>
        new(Of(place, 0), Of(place, 1), Of(place, 2), Of(place, 3));

    public bool this[int place] => (((place / WordBits) switch { 0 => First, 1 => Second, 2 => Third, _ => Fourth } >> (place % WordBits)) & 1) != 0;

    public static ByteFunction operator ^(ByteFunction left, ByteFunction right) =>
        new(left.First ^ right.First, left.Second ^ right.Second, left.Third ^ right.Third, left.Fourth ^ right.Fourth);

    public static ByteFunction operator &(ByteFunction left, ByteFunction right) =>
        new(left.First & right.First, left.Second & right.Second, left.Third & right.Third, left.Fourth & right.Fourth);

    public static ByteFunction operator ~(ByteFunction function) => new(~function.First, ~function.Second, ~function.Third, ~function.Fourth);

    /// <summary>From values to coefficients, or from these to values: each is the XOR of all whose places have some of its own place's bits, and no others.</summary>
    public ByteFunction Transform()
    {
        var (first, second, third, fourth) = (Within(First), Within(Second), Within(Third), Within(Fourth));
        return new(first, first ^ second, first ^ third, first ^ second ^ third ^ fourth);
    }

    /// <summary>The places at which it has a one.</summary>
    public IEnumerable<int> Places()
    {
        for (var word = 0; word < 4; word++)
        {
            for (var rest = word switch { 0 => First, 1 => Second, 2 => Third, _ => Fourth }; rest != 0; rest &= rest - 1)
                yield return (word * WordBits) + BitOperations.TrailingZeroCount(rest);
        }
    }

    private static ulong Of(int place, int word) => place / WordBits == word ? 1UL << (place % WordBits) : 0;

    private static ulong Within(ulong word)
    {
        word ^= (word & 0x5555555555555555) << 1;
        word ^= (word & 0x3333333333333333) << 2;
        word ^= (word & 0x0F0F0F0F0F0F0F0F) << 4;
        word ^= (word & 0x00FF00FF00FF00FF) << 8;
        word ^= (word & 0x0000FFFF0000FFFF) << 16;
        return word ^ (word << 32);
    }
}
