using System;
using System.Linq;
using System.Security.Cryptography;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

public sealed unsafe class AesPaddingTests
{
    /// <summary>Each bit of a byte; and two of which, in the highest byte of a word, a number less than zero does not have the sign.</summary>
    private static readonly byte[] s_wrongBits = [1, 2, 4, 8, 16, 32, 64, 128, 128 | 64];

    /// <summary>Each last byte, each count of bytes in the last block, each byte that might be wrong, and what lies before the block.</summary>
    [Theory]
    [InlineData(PaddingMode.PKCS7)]
    [InlineData(PaddingMode.ANSIX923)]
    [InlineData(PaddingMode.ISO10126)]
    public void Padding_of_each_length_is_measured_and_each_wrong_byte_seen(PaddingMode padding)
    {
        var room = new byte[sizeof(AesTail)];
        var right = 0;
        for (var length = 1; length <= AesBlock.Bytes; length++)
        {
            for (var count = 0; count <= byte.MaxValue; count++)
            {
                var before = TestBytes.Random(room.Length, count);
                for (var wrong = -1; wrong < length - 1; wrong++)
                {
                    foreach (var bits in s_wrongBits)
                    {
                        before.CopyTo(room, 0);
                        var block = room.AsSpan(AesBlock.Bytes, length);
                        block.Slice(Math.Max(0, length - count)).Fill(padding == PaddingMode.PKCS7 ? (byte)count : (byte)0);
                        block[length - 1] = (byte)count;
                        if (wrong >= 0)
                            block[wrong] ^= bits;

                        var isSeen = wrong >= length - count && padding != PaddingMode.ISO10126;
                        var expected = count == 0 || count > length || isSeen ? -1 : count;
                        right += expected > 0 ? 1 : 0;
                        fixed (byte* bytes = room)
                            Assert.Equal(expected, AesPadding.Measure((AesTail*)bytes, length, padding));
                    }
                }
            }
        }

        // Of each length and count: the one without a wrong byte, and those with one before the padding, or anywhere.
        var counts = Enumerable.Range(1, AesBlock.Bytes).SelectMany(length => Enumerable.Range(1, length).Select(count => (length, count)));
        Assert.Equal(s_wrongBits.Length * counts.Sum(c => padding == PaddingMode.ISO10126 ? c.length : c.length - c.count + 1), right);
    }

    [Fact]
    public void Padded_message_has_whole_units_more_than_an_array_may_have_if_need_be()
    {
        Assert.Equal(320, AesPadding.PaddedLength(320, AesBlock.Bytes, PaddingMode.None));
        Assert.Equal(320, AesPadding.PaddedLength(320, AesBlock.Bytes, PaddingMode.Zeros));
        Assert.Equal(336, AesPadding.PaddedLength(320, AesBlock.Bytes, PaddingMode.PKCS7));
        Assert.Equal(336, AesPadding.PaddedLength(321, AesBlock.Bytes, PaddingMode.Zeros));
        Assert.True(AesPadding.PaddedLength(321, AesBlock.Bytes, PaddingMode.None) < 0);
        Assert.Equal(322, AesPadding.PaddedLength(321, 1, PaddingMode.ANSIX923));
        Assert.Equal(1L << 31, AesPadding.PaddedLength(int.MaxValue, AesBlock.Bytes, PaddingMode.Zeros));
    }
}
