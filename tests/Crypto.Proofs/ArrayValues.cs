using System;
using System.Linq;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>What can be done with words, for specifications: each result is a new array, the lowest byte first.</summary>
internal static class ArrayValues
{
    private const int Bits = 8;

    public static T[] Word<T>(this IValues<T> values, ulong number, int bytes)
        where T : unmanaged => [.. Enumerable.Range(0, bytes).Select(i => values.Of((byte)(number >> (Bits * i))))];

    public static T[] Zeros<T>(this IValues<T> values, int bytes)
        where T : unmanaged => [.. Enumerable.Repeat(values.Of(0), bytes)];

    public static T[] Xor<T>(this IValues<T> values, T[] one, T[] other)
        where T : unmanaged
    {
        var sum = new T[one.Length];
        values.Xor(one, other, sum);
        return sum;
    }

    public static T[] And<T>(this IValues<T> values, T[] one, T[] other)
        where T : unmanaged
    {
        var both = new T[one.Length];
        values.And(one, other, both);
        return both;
    }

    public static T[] Add<T>(this IValues<T> values, params T[][] words)
        where T : unmanaged
    {
        var sum = words[0].AsSpan().ToArray();
        foreach (var word in words[1..])
            values.Add(sum, word, sum);
        return sum;
    }

    public static T[] RotateLeft<T>(this IValues<T> values, T[] word, int bits)
        where T : unmanaged
    {
        var rotated = new T[word.Length];
        values.RotateLeft(word, bits, rotated);
        return rotated;
    }
}
