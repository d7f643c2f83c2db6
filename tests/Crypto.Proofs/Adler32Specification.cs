using System;
using System.Numerics;

namespace ManagedCrypto.Proofs;

/// <summary>The sums of Adler-32 (RFC 1950, section 8.2) before what came before them and their remainders, on integers or on polynomials.</summary>
internal static class Adler32Specification
{
    public const uint Modulus = 65521;

    /// <summary>What bytes add to s1; and to s2, but for what s1 was before: all values of s1, each after its byte.</summary>
    public static (T Sum, T Weighted) Sums<T>(T[] bytes, Func<int, T> number)
        where T : IAdditionOperators<T, T, T>
    {
        var (sum, weighted) = (number(0), number(0));
        foreach (var one in bytes)
        {
            sum += one;
            weighted += sum;
        }

        return (sum, weighted);
    }

    /// <summary>The checksum of a text.</summary>
    public static uint Of(byte[] text)
    {
        var (sum, weighted) = Sums(Array.ConvertAll(text, one => (uint)one), number => (uint)number);
        return (((uint)text.Length + weighted) % Modulus << 16) | ((1 + sum) % Modulus);
    }
}
