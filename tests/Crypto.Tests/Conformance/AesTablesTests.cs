using System;
using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>The tables and the circuit of AES, derived once more from the definitions of FIPS 197, sections 4 and 5.</summary>
public unsafe class AesTablesTests
{
    private static readonly byte[] s_sbox = Enumerable.Range(0, 256).Select(SBox).ToArray();

    public AesTablesTests() => AesTables.Require();

    [Fact]
    public void Derivation_gives_the_example_of_the_standard() => Assert.Equal(0xED, s_sbox[0x53]);

    [Fact]
    public void S_boxes_are_inversion_and_the_affine_map_and_their_inverse()
    {
        Assert.Equal(256, s_sbox.Distinct().Count());
        for (var i = 0; i < 256; i++)
        {
            Assert.Equal(s_sbox[i], ((byte*)AesTables.Encryption)[AesTables.SBoxOffset + i]);
            Assert.Equal(i, ((byte*)AesTables.Decryption)[AesTables.SBoxOffset + s_sbox[i]]);
        }
    }

    [Fact]
    public void Tables_are_the_S_boxes_times_a_column_of_the_MixColumns_matrices()
    {
        for (var i = 0; i < 256; i++)
        {
            var inverse = Array.IndexOf(s_sbox, (byte)i);
            for (var row = 0; row < 4; row++)
            {
                Assert.Equal(Column([2, 1, 1, 3], s_sbox[i], row), AesTables.Encryption[(256 * row) + i]);
                Assert.Equal(Column([14, 9, 13, 11], inverse, row), AesTables.Decryption[(256 * row) + i]);
            }
        }
    }

    [Fact]
    public void Tables_begin_cache_lines()
    {
        Assert.Equal(0ul, (ulong)AesTables.Encryption % 64);
        Assert.Equal(0ul, (ulong)AesTables.Decryption % 64);
    }

    /// <summary>64 bytes at a time, each of them another value, bit k of all in word k.</summary>
    [Fact]
    public void Circuit_is_the_S_box_both_ways()
    {
        var state = stackalloc ulong[8];
        for (var first = 0; first < 256; first += 64)
        {
            for (var bit = 0; bit < 8; bit++)
                state[bit] = Enumerable.Range(0, 64).Aggregate(0ul, (word, i) => word | ((((ulong)(first + i) >> bit) & 1) << i));
            AesSBoxCircuit.SubBytes(state);
            for (var i = 0; i < 64; i++)
                Assert.Equal(s_sbox[first + i], ByteOf(state, i) ^ 0x63);
            AesSBoxCircuit.InvSubBytes(state);
            for (var i = 0; i < 64; i++)
                Assert.Equal(first + i, ByteOf(state, i));
        }
    }

    private static int ByteOf(ulong* state, int index)
    {
        var value = 0;
        for (var bit = 0; bit < 8; bit++)
            value |= (int)((state[bit] >> index) & 1) << bit;
        return value;
    }

    private static uint Column(int[] factors, int value, int row)
    {
        // The column of the matrix that meets this row of the state: the first one, rotated down.
        var column = 0u;
        for (var i = 0; i < 4; i++)
            column = (column << 8) | (uint)Multiply(factors[(i - row) & 3], value);
        return column;
    }

    private static byte SBox(int value)
    {
        var inverse = Enumerable.Range(0, 256).FirstOrDefault(candidate => Multiply(value, candidate) == 1);
        var result = 0;
        for (var bit = 0; bit < 8; bit++)
        {
            var sum = 0x63 >> bit;
            foreach (var offset in new[] { 0, 4, 5, 6, 7 })
                sum ^= inverse >> ((bit + offset) % 8);
            result |= (sum & 1) << bit;
        }

        return (byte)result;
    }

    /// <summary>The product of two polynomials over GF(2), divided by x^8 + x^4 + x^3 + x + 1 as by hand.</summary>
    private static int Multiply(int left, int right)
    {
        var product = 0;
        for (var bit = 0; bit < 8; bit++)
            product ^= ((right >> bit) & 1) * (left << bit);
        for (var bit = 14; bit >= 8; bit--)
            product ^= ((product >> bit) & 1) * (0x11B << (bit - 8));
        return product;
    }
}
