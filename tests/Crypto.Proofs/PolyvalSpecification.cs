using System;
using System.Linq;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>The field of POLYVAL (RFC 8452, section 3), on numbers or on terms.</summary>
internal sealed class PolyvalSpecification<T, TValues>(TValues values)
    where T : unmanaged
    where TValues : IValues<T>
{
    private const int BlockBytes = 16, Half = 8;

    /// <summary>x^57 + x^62 + x^63: the polynomial x^128 + x^127 + x^126 + x^121 + 1 without its ends, divided by x^64.</summary>
    private const ulong Middle = 0xC200000000000000;

    /// <summary>The sum of the products of blocks, each by a block of its own and by x^-128.</summary>
    public T[] Dot(T[][] blocks, T[][] others)
    {
        var sum = values.Zeros(2 * BlockBytes);
        foreach (var (block, other) in blocks.Zip(others))
        {
            for (var i = 0; i < BlockBytes; i += Half)
            {
                for (var k = 0; k < BlockBytes; k += Half)
                    AddProduct(block.AsSpan(i, Half), other.AsSpan(k, Half), sum.AsSpan(i + k, BlockBytes));
            }
        }

        // By a multiple of the polynomial the lowest 64 bits become zero: their product by the middle is added 64 bits further, they themselves 128.
        var middle = values.Word(Middle, Half);
        for (var i = 0; i < BlockBytes; i += Half)
        {
            AddProduct(sum.AsSpan(i, Half), middle, sum.AsSpan(i + Half, BlockBytes));
            values.Xor(sum.AsSpan(i + BlockBytes, Half), sum.AsSpan(i, Half), sum.AsSpan(i + BlockBytes, Half));
        }

        return sum[BlockBytes..];
    }

    private void AddProduct(ReadOnlySpan<T> one, ReadOnlySpan<T> other, Span<T> sum)
    {
        var product = new T[BlockBytes];
        values.MultiplyPolynomials(one, other, product);
        values.Xor(sum, product, sum);
    }
}
