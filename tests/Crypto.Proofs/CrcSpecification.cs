using System;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>CRCs of 32 bits whose bits are reflected (RFC 1952, section 8, and RFC 3720, appendix B.4), bit by bit, on numbers or on terms.</summary>
internal sealed class CrcSpecification<T, TValues>(TValues values)
    where T : unmanaged
    where TValues : IValues<T>
{
    /// <summary>The value after a text; neither is inverted.</summary>
    /// <param name="polynomial">Without x^32; the highest bit is that of x^0.</param>
    /// <param name="value">The value before it.</param>
    /// <param name="text">Any number of bytes.</param>
    public T[] Update(uint polynomial, T[] value, T[] text)
    {
        value = [.. value];
        var constant = values.Word(polynomial, value.Length);
        foreach (var next in text)
        {
            values.Xor(value.AsSpan(0, 1), [next], value.AsSpan(0, 1));
            for (var bit = 0; bit < 8; bit++)
            {
                // The bit that leaves, in all places.
                var leaving = new T[value.Length];
                values.ShiftLeft(value, 31, leaving);
                values.ShiftRightSigned(leaving, 31, leaving);
                values.And(leaving, constant, leaving);
                values.ShiftRight(value, 1, value);
                values.Xor(value, leaving, value);
            }
        }

        return value;
    }
}
